# For tests that drive the program in a terminal, to be sourced after tests/tap.sh: starts a private
# tmux server, which ends with the test.
#
#   open_screen WIDTH HEIGHT COMMAND     a shell command in a new terminal
#   press KEY...                         key names of tmux send-keys
#   type_words "words"                   types them literally
#   look                                 prints the screen
#   await "words"                        waits until they are on the screen; fails after a timeout
#   gone "words"                         waits until they are not
#   close_screen
#   on NAME ANY-OF-THESE...              the same in the terminal called NAME
#
# Animations are off unless a test enables them.
# shellcheck shell=bash
tmux_run() { tmux -L "railhead-$$" -f /dev/null "$@"; }
tidy_up() { tmux_run kill-server 2>/dev/null || true; }
trap 'tidy_up; rm -rf "$scratch"' EXIT

export LC_ALL=C.UTF-8 RAILHEAD_NO_ANIMATION=1 XDG_STATE_HOME=$scratch/state
unset NO_COLOR TMUX LANGUAGE
tmux_run start-server \; set-option -g exit-empty off
screen=table

on() { # name, function, arguments
    local screen=$1
    shift
    "$@"
}

open_screen() { # width, height, command
    tmux_run new-session -d -s "$screen" -x "$1" -y "$2" "$3"
}

close_screen() { tmux_run kill-session -t "$screen" 2>/dev/null || true; }
press() { tmux_run send-keys -t "$screen" "$@"; }
type_words() { tmux_run send-keys -t "$screen" -l "$1"; }
look() { tmux_run capture-pane -p -t "$screen"; }

shows() { look 2>/dev/null | grep -q -E -e "$1"; }
lacks() { ! look | grep -q -E -e "$1"; }
await() { until_is shows "$1" || ! look | sed 's/^/# /' >&2; }
gone() { until_is lacks "$1" || ! look | sed 's/^/# /' >&2; }

# Moves the cursor to a junction by name, without leaving a message.
go_to() {
    press g
    await '^Go to:'
    press -l "$1" # F3 is a junction here, not a key
    press Enter
    await "^ $1[ ,]"
}

# Lays one track, given as in a record, from its first end.
lay() { # line
    local from=${1%%[-~]*} to=${1##*[-~]} key=1
    go_to "$from"
    if [ "${from:0:1}" != "${to:0:1}" ]; then key=3; fi
    if [ "${from:1}" = "${to:1}" ]; then key=6; fi
    press $key
    await "^([^ ]+ )?$1[ :]"
}

# Plays the first legal turn that railhead turns lists for the game's saved record.
play_first_legal() { # record
    local turn
    turn=$("$RAILHEAD" turns "$1" | grep -v -e ' ' -e '\*' | head -n 1)
    if [ "$turn" != pass ]; then lay "$turn"; fi
    press Enter
}

# Lays a legal track at the cursor, if there is one.
lay_here() {
    local key
    for key in 6 3 1 4 7 9; do
        press $key
        await 'Enter plays it|^Refused|^There is no line'
        if shows 'Enter plays it'; then return 0; fi
        press U
        await '^Your turn'
    done
    return 1
}

# Lays any legal track: at the cursor, at the marker, or at a city of the network.
lay_anything() {
    local i
    if lay_here; then return 0; fi
    press H
    if lay_here; then return 0; fi
    for ((i = 0; i < 5; i++)); do
        press Tab
        if lay_here; then return 0; fi
    done
    return 1
}

# Places the start marker at the cursor, or further west.
place_anywhere() {
    local i
    for ((i = 0; i < 9; i++)); do
        press Space
        await '^@|^Refused'
        if look | grep -q '^@'; then return 0; fi
        press h
    done
    return 1
}

# Plays from the marker on until one of these words is on the screen.
play_until() { # words
    local i
    for ((i = 0; i < 90; i++)); do
        await "^Your turn|^No track is legal|^Place your start marker|$1" || return 1
        if look | grep -q -E -e "$1"; then return 0; fi
        if look | grep -q '^Place your start marker'; then
            place_anywhere || return 1
        elif look | grep -q '^Your turn'; then
            lay_anything || return 1
        fi
        press Enter
        gone 'Enter plays it|^No track is legal' || return 1
    done
    return 1
}
