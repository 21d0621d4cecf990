#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Usage: test_decompress.sh DIRECTORY COMMAND...
# Runs the example, as COMMAND, on good and bad keys in the scratch DIRECTORY and compares
# what it prints, its messages, and its exit status with the expected ones, exactly.
set -euo pipefail

scratch=$1
shift
command=("$@")
mkdir -p "$scratch"
cd "$scratch"

failures=0

# expect NAME STATUS [ARGUMENT...]: runs the example on the file `in` as standard input and
# compares with the files `out` and `err`.
expect() {
    local name=$1 want=$2 status=0
    shift 2
    "${command[@]}" "$@" <in >out.is 2>err.is || status=$?
    if [ "$status" -ne "$want" ]; then
        echo "$name: exit status $status, expected $want"
        failures=$((failures + 1))
    fi
    # Programs for Windows end their lines otherwise.
    if ! diff -u out <(tr -d '\r' <out.is) || ! diff -u err <(tr -d '\r' <err.is); then
        echo "$name: wrong output"
        failures=$((failures + 1))
    fi
}

# The base point; a point at a small x; points of other keys, as OpenSSL encodes them.
gx=6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296
gy=4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5
gy_even=b01cbd1c01e58065711814b583f061e9d431cca994cea1313449bf97c840ae0a
x0=0000000000000000000000000000000000000000000000000000000000000000
y0=66485c780e2f83d72433bd5d84a06bb6541c2af31dae871728bf856a174f93f4
x1=9ab365ef065ded411e5ce03d9a7f7478cf06ad8435b7ace44be125b0c0e4e2f4
y1=c6f1733632171c033deab7e595bb7e19aac2d680421ecca1c2f419f0e51ee624
x2=b48991890901d8da92b04369a00e424ac749901c35a19a70b1e20dc5242e8c7b
y2=4012a0a9e1acdea41bcff35160df342fbd23ebf384b78c2504a23cc25e497345

# No point has x = 1, 2, or p - 1.
p=ffffffff00000001000000000000000000000000ffffffffffffffffffffffff
p_minus_1=ffffffff00000001000000000000000000000000fffffffffffffffffffffffe
ones=ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
one=0000000000000000000000000000000000000000000000000000000000000001

good_out() {
    printf '04%s\n' "$gx$gy" "$gx$gy_even" "$x0$y0" "$x1$y1" "$x2$y2"
}

printf '%s\n' "03$gx" "02$gx" "02$x0" "02$x1" "03$x2" >in
good_out >out
: >err
expect "standard input" 0 -
expect "no argument" 0
cp in keys
: >in
expect "file" 0 keys

# Blank lines, DOS line ends, blanks around a key, capital digits, no newline at the end.
printf '\n03%s\r\n\r\n  \t\n 02%s\t \n\n02%s\n02%s\n03%s' \
    "$gx" "$gx" "$x0" "$(printf %s "$x1" | tr a-f A-F)" "$x2" >in
expect "loose layout" 0

: >in
: >out
expect "empty input" 0
printf '\n\r\n \n' >in
expect "blank lines alone" 0

# Each kind of bad line, among good ones; the numbers count blank lines too.
long=$(printf '%0100000d' 0)
{
    printf '%s\n' "03$gx" "" "03${gx%??}" "03${gx%?}" "03${gx}00" "04$gx$gy" "$long" "02"
    printf '%s\n' "0x${gx}" "03${gx%?}g" "03 ${gx%?}" "03${gx%?}"$'\xe9'
    printf '03%s\0\n' "${gx%?}"
    printf '%s\n' "02$x0" "00$gx" "04$gx" "05$gx" "83$gx" "02$p" "03$p" "02$ones"
    printf '%s\n' "02$p_minus_1" "02$one" "03$one" "03$x2"
} >in
printf '04%s\n' "$gx$gy" "$x0$y0" "$x2$y2" >out
messages() {
    local file=$1
    cat <<END
$file:3: wrong length: 64 characters, not 66
$file:4: wrong length: 65 characters, not 66
$file:5: wrong length: 68 characters, not 66
$file:6: wrong length: 130 characters, not 66
$file:7: wrong length: 100000 characters, not 66
$file:8: wrong length: 2 characters, not 66
$file:9: not hexadecimal
$file:10: not hexadecimal
$file:11: not hexadecimal
$file:12: not hexadecimal
$file:13: not hexadecimal
$file:15: wrong prefix: a compressed key begins with 02 or 03
$file:16: wrong prefix: a compressed key begins with 02 or 03
$file:17: wrong prefix: a compressed key begins with 02 or 03
$file:18: wrong prefix: a compressed key begins with 02 or 03
$file:19: x is not below p
$file:20: x is not below p
$file:21: x is not below p
$file:22: no point on the curve has this x
$file:23: no point on the curve has this x
$file:24: no point on the curve has this x
END
}
messages "standard input" >err
expect "bad keys from standard input" 1 -
cp in keys
: >in
messages keys >err
expect "bad keys from a file" 1 keys

: >out
rm -f nowhere
echo "decompress: cannot open nowhere: No such file or directory" >err
expect "missing file" 2 nowhere
cat >err <<END
usage: decompress [FILE]
Prints the uncompressed form of the compressed P-256 public keys in
FILE or standard input, one a line, in hexadecimal.
END
expect "two files" 2 keys keys
expect "unknown option" 2 --help

if [ -e /dev/full ]; then
    status=0
    "${command[@]}" >/dev/full 2>err.is <<<"03$gx" || status=$?
    if [ "$status" -ne 2 ] || ! grep -q "^decompress: cannot write: " err.is; then
        echo "full disk: exit status $status, messages: $(cat err.is)"
        failures=$((failures + 1))
    fi
else
    echo "SKIPPED: full disk: no /dev/full here"
fi

if [ "$failures" -ne 0 ]; then
    echo "$failures failures"
    exit 1
fi
echo "all as expected"
