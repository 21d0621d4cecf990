#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Usage: test_numbers.sh EXAMPLE COMMAND...
# Runs an example, as COMMAND, and compares with values that Python's integers gave, or RFC 9380.
set -euo pipefail

example=$1
shift
command=("$@")
failures=0

# expect VALUE ARGUMENT...: what it prints, newlines as blanks.
expect() {
    local want=$1 is status=0
    shift
    is=$("${command[@]}" "$@" | tr -d '\r') || status=$?
    if [ "$status" -ne 0 ] || [ "${is//$'\n'/ }" != "$want" ]; then
        printf '%s %s\n  is       %s (status %d)\n  expected %s\n' "$example" "$*" \
            "${is//$'\n'/ }" "$status" "$want"
        failures=$((failures + 1))
    fi
}

# refuse ARGUMENT...: status 2 and a usage message.
refuse() {
    local message status=0
    message=$("${command[@]}" "$@" 2>&1) || status=$?
    case $status$message in
    2usage:*) ;;
    *)
        echo "$example $*: status $status, $message"
        failures=$((failures + 1))
        ;;
    esac
}

test_polynomial() {
    expect 0000000000000000000000000000000000000000000000000000000000000001 1 0
    expect 0000000000000000000000000000000000000000000000000000000000000007 2 3
    expect 0000007effffff80ffffffffffffffffffffff81000000000000000000000080 255 2
    expect 66795d1bece0b8303b49e9dfc216584ea9fd6043f5fa997d8a3ccb8747f09602 256 5
    expect 273013bd6cbcd16393bf24ba920bee1e093569ea7ff6844f8a67e478d2dc9f03 257 18446744073709551615
    expect 434521582d8c3e7eede12463712fbd807fd207798f847d8030769a3e32f657f9 1000 7
    expect 7e85253795fbf9aae1af5cc7e3d3d91b4b4867d7701331be75392111ce078ad9 65537 1234567
    refuse
    refuse 0 2
    refuse 5 1
    refuse 5 -2
    refuse 5 18446744073709551616
    refuse 16777217 2
    refuse 5x 2
}

test_affine() {
    local g=036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296
    local g2=037cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978
    local g4=02e2534a3532d08fbba02dde659ee62bd0031fe2db785596ef509302446b030852
    expect "$g" 1
    expect "$g $g2 $g4" 3
    # 2^299 G, the last of many.
    command=(last_line "${command[@]}")
    expect 023c57f46f4742a538d06b0b1cf337eccf658a5693b5f49ebbadce93a6f9a326ac 300
    command=("${command[@]:1}")
    refuse
    refuse 0
    refuse 1048577
}

last_line() {
    "$@" | tail -n 1
}

# RFC 9380, appendix J.1.1.
test_hash_to_field() {
    local dst=QUUX-V01-CS02-with-P256_XMD:SHA-256_SSWU_RO_ q a
    q=q128_$(printf 'q%.0s' {1..128})
    a=a512_$(printf 'a%.0s' {1..512})
    expect "ad5342c66a6dd0ff080df1da0ea1c04b96e0330dd89406465eeba11582515009 \
8c0f1d43204bd6f6ea70ae8013070a1518b43873bcd850aafa0a9e220e2eea5a" "$dst" ""
    expect "afe47f2ea2b10465cc26ac403194dfb68b7f5ee865cda61e9f3e07a537220af1 \
379a27833b0bfe6f7bdca08e1e83c760bf9a338ab335542704edcd69ce9e46e0" "$dst" abc
    expect "0fad9d125a9477d55cf9357105b0eb3a5c4259809bf87180aa01d651f53d312c \
b68597377392cd3419d8fcc7d7660948c8403b19ea78bbca4b133c9d2196c0fb" "$dst" abcdef0123456789
    expect "3bbc30446f39a7befad080f4d5f32ed116b9534626993d2cc5033f6f8d805919 \
76bb02db019ca9d3c1e02f0c17f8baf617bbdae5c393a81d9ce11e3be1bf1d33" "$dst" "$q"
    expect "4ebc95a6e839b1ae3c63b847798e85cb3c12d3817ec6ebc10af6ee51adb29fec \
4e21af88e22ea80156aff790750121035b3eefaa96b425a8716e0d20b4e269ee" "$dst" "$a"
    refuse "$dst"
    refuse "" abc
    refuse "$a" abc
}

"test_$example"
if [ "$failures" -ne 0 ]; then
    echo "$failures failures"
    exit 1
fi
echo "all as expected"
