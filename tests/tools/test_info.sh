#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Usage: test_info.sh VERSION DIRECTORY [EMULATOR...]
# Runs p256-field-info: what it prints, its exit status; then, from DIRECTORY, the programs of the
# same source in which one function is wrong, which the self-test must notice.
set -euo pipefail

version=$1
directory=$2
shift 2
emulator=("$@")
failures=0

# run PROGRAM ARGUMENT...: sets output, with standard error, and status.
run() {
    local program=$directory/$1
    [ -e "$program" ] || program+=.exe
    shift
    status=0
    output=$(${emulator[@]+"${emulator[@]}"} "$program" "$@" 2>&1) || status=$?
    output=${output//$'\r'/}
}

# expect NAME STATUS PATTERN: of the last run; the pattern matches the whole output.
expect() {
    # shellcheck disable=SC2053
    if [ "$status" -ne "$2" ] || [[ $output != $3 ]]; then
        printf '%s: status %d, expected %d; printed\n%s\n' "$1" "$status" "$2" "$output"
        failures=$((failures + 1))
    fi
}

newline=$'\n'
run p256-field-info
expect "the report" 0 \
    "p256_field $version${newline}CPU features: *${newline}portable *active *passed*"
case $output in
*FAILED* | *wrong*)
    echo "a failure with status 0"
    failures=$((failures + 1))
    ;;
esac
# Linux on x86-64 lists the features, too, in small letters.
features=${output#*CPU features:}
features=${features%%"$newline"*}
if [ ${#emulator[@]} -eq 0 ] && flags=$(grep -m 1 '^flags' /proc/cpuinfo 2>/dev/null); then
    flags=" $(tr -d _ <<<"$flags") "
    for feature in $(tr '[:upper:]' '[:lower:]' <<<"${features#* none that a kernel needs}"); do
        if [[ $flags != *" $feature "* ]]; then
            echo "the feature $feature is not in /proc/cpuinfo"
            failures=$((failures + 1))
        fi
    done
fi
P256_FIELD_KERNEL=portable run p256-field-info
expect "the active kernel" 0 "*${newline}portable   supported, active   self-test passed*"
run p256-field-info --quiet
expect "--quiet" 0 ""
for arguments in --unknown "--quiet --quiet"; do
    # shellcheck disable=SC2086
    run p256-field-info $arguments
    expect "$arguments" 2 "usage: *"
done

for name in add sub mul vec_add vec_mul; do
    run "info_planted_$name" --quiet
    expect "planted $name" 1 "*kernel portable: $name gives a wrong answer*"
    run "info_planted_$name"
    expect "planted $name, report" 1 "*${newline}portable *self-test FAILED*"
done

if [ "$failures" -ne 0 ]; then
    echo "$failures failures"
    exit 1
fi
echo "all as expected"
