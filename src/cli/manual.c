/* The manuals of the commands. */
#include "cli/manual.h"

#include <stddef.h>
#include <string.h>

const struct manual_entry manual_options[] = {
    {"-h, --help", "lists the commands; railhead help COMMAND and railhead COMMAND --help describe "
                   "one of them"},
    {"-V, --version", "prints the version on the first line, then what the program is built with"},
    {NULL, NULL},
};

/* ---- Environment and files ------------------------------------------------------------------- */

#define ENVIRONMENT_OF_TERMINALS                                                                   \
    {"LC_ALL, LC_MESSAGES, LANG, LANGUAGE",                                                        \
     "the language, and whether the terminal shows UTF-8; with LC_ALL=C the map is plain ASCII"},  \
        {"NO_COLOR", "if it is not empty, there are no colours"},                                  \
        {"COLORFGBG", "the terminal's colours, where it does not answer when it is asked"},        \
    {                                                                                              \
        "TERM", "the kind of terminal; with dumb, railhead play is in plain text"                  \
    }

#define ENVIRONMENT_OF_CLIENTS                                                                     \
    {"SSL_CERT_FILE, SSL_CERT_DIR",                                                                \
     "a file and a folder of certificates to trust, for servers with one of their own"},           \
    {                                                                                              \
        "http_proxy, https_proxy, all_proxy, no_proxy",                                            \
            "the proxy by which servers on other machines are reached, as for curl"                \
    }

static const struct manual_entry environment_of_play[] = {
    ENVIRONMENT_OF_TERMINALS,
    {"RAILHEAD_NO_ANIMATION", "if it is not empty, nothing moves by itself; as --no-animation"},
    ENVIRONMENT_OF_CLIENTS,
    {"XDG_STATE_HOME", "where games are kept, in place of ~/.local/state"},
    {"XDG_CONFIG_HOME", "where secrets for servers are kept, in place of ~/.config"},
    {NULL, NULL},
};

static const struct manual_entry environment_of_replay[] = {
    ENVIRONMENT_OF_TERMINALS,
    {NULL, NULL},
};

static const struct manual_entry environment_of_bot[] = {
    ENVIRONMENT_OF_CLIENTS,
    {NULL, NULL},
};

static const struct manual_entry environment_of_rules[] = {
    {"LC_ALL, LC_MESSAGES, LANG, LANGUAGE", "the language"},
    {NULL, NULL},
};

static const struct manual_entry files_of_play[] = {
    {"~/.local/state/railhead/games", "the records of games, also unfinished ones"},
    {"~/.local/state/railhead/look", "the colour and the sign of your own seat"},
    {"~/.config/railhead", "a secret for each server, which identifies you there; keep it private"},
    {NULL, NULL},
};

/* ---- Keys ------------------------------------------------------------------------------------ */

static const struct key_page *const keys_of_play[] = {
    &keys_of_game, &keys_of_form, &keys_of_tables, &keys_of_room, &keys_of_replay, NULL};
static const struct key_page *const keys_of_replays[] = {&keys_of_replay, NULL};

/* ---- Examples --------------------------------------------------------------------------------
 */

#define EXAMPLES(name) static const struct manual_entry examples_of_##name[]

EXAMPLES(play) = {
    {"railhead play", "Choose a game, or go on with one"},
    {"railhead play --board transeuropa --seats you,hard,hard", "Play against two hard bots"},
    {"railhead play --seats Anna,Ben,medium --save evening.rail",
     "Two people at one keyboard and a bot, with the record in a file"},
    {"railhead play --server https://example.org", "Choose a table at a server"},
    {NULL, NULL},
};
EXAMPLES(rules) = {
    {"railhead rules", "How to play TransAmerica"},
    {"railhead rules --board transeuropa", "How to play Trans Europa"},
    {NULL, NULL},
};
EXAMPLES(replay) = {
    {"railhead replay game.rail", "Watch a game again; r reviews it, ? lists the keys"},
    {NULL, NULL},
};
EXAMPLES(serve) = {
    {"railhead serve", "Serve games at http://localhost:1869"},
    {"railhead serve --port 8080 --data /var/games/railhead",
     "On another port, with the database in that folder"},
    {"railhead serve --lan", "Also for other devices of the local network"},
    {NULL, NULL},
};
EXAMPLES(arena) = {
    {"railhead arena --board transamerica --bots medium,hard --games 20",
     "Who wins, in 20 games with random deals"},
    {"railhead arena --board transamerica --one hard --against easy --rounds 20",
     "One bot against a field of another, in single rounds"},
    {"railhead arena --board transamerica --bots cmd:./my-bot,easy --games 2",
     "A program that speaks the engine protocol against a bot"},
    {NULL, NULL},
};
EXAMPLES(engine) = {
    {"echo 'railhead-engine 1' | railhead engine --bot hard",
     "See how an engine introduces itself"},
    {NULL, NULL},
};
EXAMPLES(bot) = {
    {"railhead bot --server http://localhost:1869 --table LINK --engine ./my-bot",
     "Let your own program play at a table"},
    {"railhead bot --server http://localhost:1869 --table LINK --bot hard",
     "Let a bot of Railhead play there"},
    {NULL, NULL},
};
EXAMPLES(analyse) = {
    {"railhead analyse game.rail", "Review a game"},
    {"railhead analyse --seat 1 --round 2 game.rail", "The turns of one seat in one round"},
    {"railhead analyse --json game.rail > review.json", "The same for programs"},
    {NULL, NULL},
};
EXAMPLES(check) = {
    {"railhead check game.rail", "Check one record"},
    {"railhead check *.rail", "Check many"},
    {NULL, NULL},
};
EXAMPLES(turns) = {
    {"railhead turns unfinished.rail", "Every legal turn now"},
    {"head -n 20 game.rail | railhead turns -", "Every legal turn at an earlier moment"},
    {NULL, NULL},
};
EXAMPLES(score) = {
    {"railhead score --board transamerica < positions.txt", "What each position is missing"},
    {"railhead score --board transamerica --lines < positions.txt", "With the missing lines"},
    {NULL, NULL},
};
EXAMPLES(board) = {
    {"railhead board board.json", "Check a board file"},
    {"railhead board --svg transeuropa > europe.svg", "Draw a board"},
    {NULL, NULL},
};
EXAMPLES(bench) = {
    {"railhead bench --seconds 1", "All benchmarks, a second each at most"},
    {NULL, NULL},
};
EXAMPLES(signature) = {
    {"railhead signature --board transamerica", "Compare a build with another one"},
    {NULL, NULL},
};

static const struct manual manuals[] = {
    {"play", examples_of_play, environment_of_play, files_of_play, keys_of_play},
    {"rules", examples_of_rules, environment_of_rules, NULL, NULL},
    {"replay", examples_of_replay, environment_of_replay, NULL, keys_of_replays},
    {"serve", examples_of_serve, NULL, NULL, NULL},
    {"arena", examples_of_arena, NULL, NULL, NULL},
    {"engine", examples_of_engine, NULL, NULL, NULL},
    {"bot", examples_of_bot, environment_of_bot, NULL, NULL},
    {"analyse", examples_of_analyse, NULL, NULL, NULL},
    {"check", examples_of_check, NULL, NULL, NULL},
    {"turns", examples_of_turns, NULL, NULL, NULL},
    {"score", examples_of_score, NULL, NULL, NULL},
    {"board", examples_of_board, NULL, NULL, NULL},
    {"bench", examples_of_bench, NULL, NULL, NULL},
    {"signature", examples_of_signature, NULL, NULL, NULL},
};

const struct manual *manual_of(const char *command)
{
    for (size_t i = 0; i < sizeof manuals / sizeof manuals[0]; i++) {
        if (strcmp(manuals[i].command, command) == 0)
            return &manuals[i];
    }
    return NULL;
}

void manual_write_examples(struct text *text, const struct manual *manual)
{
    if (manual == NULL || manual->examples == NULL)
        return;
    text_add(text, "\nExamples:\n");
    for (const struct manual_entry *entry = manual->examples; entry->name != NULL; entry++) {
        text_add(text, "  ");
        text_add(text, entry->about);
        text_add(text, ":\n    ");
        text_add(text, entry->name);
        text_add(text, "\n");
    }
}
