# For test scripts, to be sourced: results as TAP, and a scratch folder that goes away.
#
#   . tests/tap.sh
#   check "a sentence" command arguments...     passes when the command does
#   same "a sentence" "$expected" "$got"        passes when the two texts are the same
#   picked 3 || continue                        takes every third of many cases alike, in quick tests
#   until_is command arguments...               waits until the command passes; fails when it never does
#   finish                                      the plan, and the status
#
# $scratch is an empty folder; $RAILHEAD is the program under test.
# shellcheck shell=bash
set -euo pipefail
tests=0
failures=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

result() { # status, sentence
    tests=$((tests + 1))
    if [ "$1" = 0 ]; then
        echo "ok $tests - $2"
    else
        failures=$((failures + 1))
        echo "not ok $tests - $2"
    fi
}

# What the command prints is shown when it fails.
check() {
    local sentence=$1 status=0
    shift
    "$@" >"$scratch/.output" 2>&1 || status=$?
    result $status "$sentence"
    [ $status = 0 ] || sed 's/^/# /' "$scratch/.output"
}

same() {
    if [ "$2" = "$3" ]; then
        result 0 "$1"
    else
        result 1 "$1"
        printf 'expected: %s\ngot:      %s\n' "$2" "$3" | sed 's/^/# /'
    fi
}

# How long anything is waited for that must come, as tests/tap.mjs has it.
PATIENCE_S=120
until_is() {
    local end=$((SECONDS + PATIENCE_S))
    until "$@"; do
        if ((SECONDS > end)); then return 1; fi
        sleep 0.05
    done
}

# The quick tests, and builds that are slow, are content with some; others take all.
cases=0
picked() { # one of so many
    cases=$((cases + 1))
    ((${RAILHEAD_TEST_SCALE:-1} < 10 || cases % $1 == 1))
}

finish() {
    echo "1..$tests"
    exit $((failures > 0))
}
