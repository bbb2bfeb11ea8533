# For tests that drive the program in a terminal, to be sourced after tests/tap.sh: a tmux server of
# its own, which goes away with the test.
#
#   open_screen WIDTH HEIGHT COMMAND     a shell command in a new terminal
#   press KEY...                         as tmux send-keys has them
#   look                                 what is on the screen
#   await "words"                        waits until they are on the screen; fails when they never are
#   close_screen
# shellcheck shell=bash
tmux_run() { tmux -L "railhead-$$" -f /dev/null "$@"; }
trap 'tmux_run kill-server 2>/dev/null || true; rm -rf "$scratch"' EXIT

export LC_ALL=C.UTF-8
unset NO_COLOR TMUX LANGUAGE
tmux_run start-server \; set-option -g exit-empty off

open_screen() { # width, height, command
    tmux_run new-session -d -s table -x "$1" -y "$2" "$3"
}

close_screen() { tmux_run kill-session -t table 2>/dev/null || true; }
press() { tmux_run send-keys -t table "$@"; }
look() { tmux_run capture-pane -p -t table; }

await() { # words
    local i
    for ((i = 0; i < 600; i++)); do
        if look 2>/dev/null | grep -q -E -e "$1"; then return 0; fi
        sleep 0.05
    done
    look | sed 's/^/# /' >&2
    return 1
}

# The cursor to a junction by name, without a message left over.
go_to() {
    press g
    await '^Go to:'
    press -l "$1" # F3 is a junction here, not a key
    press Enter
    await "^ $1[ ,]"
}

# One track as the record names it, from its first end.
lay() { # line
    local from=${1%%[-~]*} to=${1##*[-~]} key=1
    go_to "$from"
    if [ "${from:0:1}" != "${to:0:1}" ]; then key=3; fi
    if [ "${from:1}" = "${to:1}" ]; then key=6; fi
    press $key
    await "^$1"
}

# Plays the first legal track that railhead turns knows in the record that the game keeps.
play_first_legal() { # record
    local turn
    turn=$("$RAILHEAD" turns "$1" | grep -v -e ' ' -e '\*' | head -n 1)
    if [ "$turn" != pass ]; then lay "$turn"; fi
    press Enter
}
