# For tests of the terminal at a real server, to be sourced after tests/terminal/tmux.sh.
#
#   start_server PORT       0 for any free port; sets $url and $port
#   stop_server SIGNAL      a signal name for kill
#   ask PATH BODY           sends a request from a person without a terminal
#   person NAME             prints the prefix that runs a command as another person, with other secrets
# shellcheck shell=bash
server=
trap 'tidy_up; [ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$scratch"' EXIT
mkdir -p "$scratch/data"

start_server() { # port
    : >"$scratch/log"
    "$RAILHEAD" serve --port "$1" --bind 127.0.0.1 --data "$scratch/data" >"$scratch/log" 2>&1 &
    server=$!
    until_is grep -q 'Railhead is at' "$scratch/log"
    port=$(sed -n 's|^Railhead is at http://localhost:\([0-9]*\)/$|\1|p' "$scratch/log")
    url=http://127.0.0.1:$port
}

stop_server() { # signal
    kill "-$1" "$server"
    wait "$server" 2>/dev/null || true
    server=
}

secret=$(head -c 32 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=\n')
ask() { # path, body
    curl -s -H "Authorization: Bearer $secret" -H 'Content-Type: application/json' -d "$2" "$url/api/v1/$1"
}

# Prints a field of an answer as text.
field() { # name, answer
    grep -o "\"$1\":\"[^\"]*\"" <<<"$2" | head -n 1 | cut -d '"' -f 4
}

person() { # name
    echo "env XDG_CONFIG_HOME='$scratch/$1' '$RAILHEAD' play --name '$1'"
}
