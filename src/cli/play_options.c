/* The command line of railhead play, and the questions that stand in for it. */
#include "cli/play_options.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "board/boards.h"
#include "cli/play_games.h"
#include "cli/play_look.h"
#include "cli/play_resume.h"
#include "cli/play_strength.h"
#include "core/check.h"
#include "core/harmless.h"
#include "core/spelling.h"
#include "play/company.h"
#include "terminal/drawing/theme.h"
#include "terminal/line_mode/plain_input.h"
#include "words/language.h"

#define DEFAULT_BOARD "transamerica"
#define DEFAULT_NAME  "you"
#define DEFAULT_SEATS "you,medium,medium,medium"

void play_options_init(struct play_options *options)
{
    memset(options, 0, sizeof *options);
    options->timed = true;
    options->theme = THEMES;
    options->look = play_look_unsaid;
    options->pace_ms = PACE_UNSAID;
}

bool play_options_are_open(const struct play_options *options)
{
    return options->board.board == NULL && options->server_seats == NULL &&
           options->variants == 0 && options->timed && options->save == NULL &&
           options->resume == NULL && options->server == NULL && options->table == NULL &&
           options->name == NULL && !options->watches;
}

void play_options_renew(struct play_options *options)
{
    const struct bot *adviser = options->adviser;
    const unsigned theme = options->theme;
    const struct seat_choice look = options->look;
    const bool plain = options->plain;
    const unsigned pace_ms = options->pace_ms;
    file_release(&options->resumed);
    play_options_init(options);
    options->adviser = adviser;
    options->theme = theme;
    options->look = look;
    options->plain = plain;
    options->pace_ms = pace_ms;
}

/* What fits a table, without half a letter at the end. */
static void shorten_name(char name[PLAYER_NAME_SIZE], const char *text)
{
    size_t length = strlen(text);
    if (length >= PLAYER_NAME_SIZE)
        length = PLAYER_NAME_SIZE - 1;
    while (text_find_bad_byte(text, length) != length)
        length--;
    memcpy(name, text, length);
    name[length] = '\0';
}

/* Those that are to be as strong as the person get their levels. */
static void choose_company(struct play_options *options)
{
    const struct bot *chosen[SEATS_MAX];
    char error[CONTENDER_ERROR_SIZE];
    unsigned wanted = 0;
    for (unsigned seat = 0; seat < options->seats; seat++)
        wanted += options->player[seat].is_adaptive;
    if (wanted == 0)
        return;
    company_choose(play_strength_recall(), wanted, chosen);
    for (unsigned seat = options->seats; seat-- > 0;) {
        struct play_seat *player = &options->player[seat];
        if (!player->is_adaptive)
            continue;
        const char *level = chosen[--wanted]->name;
        const bool is_known = contender_parse(&player->contender, level, strlen(level), error);
        CHECK(is_known);
        shorten_name(player->name, level);
    }
}

void play_options_rematch(struct play_options *options)
{
    const struct play_seat first = options->player[0];
    file_release(&options->resumed);
    options->resume = NULL;
    options->save = NULL;
    options->keeps = false;
    memmove(options->player, options->player + 1, (options->seats - 1) * sizeof first);
    options->player[options->seats - 1] = first;
    randombytes_buf(options->seed, sizeof options->seed);
    choose_company(options);
    play_options_keep(options);
}

void play_options_keep(struct play_options *options)
{
    if (options->save == NULL && play_games_path(options->kept)) {
        options->save = options->kept;
        options->keeps = true;
    } else if (options->resume != NULL && play_games_has(options->resume)) {
        options->keeps = true;
    }
}

void play_options_release(struct play_options *options)
{
    file_release(&options->resumed);
}

unsigned play_options_people(const struct play_options *options)
{
    unsigned people = 0;
    for (unsigned seat = 0; seat < options->seats; seat++)
        people += !options->player[seat].is_bot;
    return people;
}

unsigned play_options_pace(const struct play_options *options, bool plain)
{
    if (options->pace_ms != PACE_UNSAID)
        return options->pace_ms;
    return plain || !options->timed ? 0 : PACE_USUAL_MS;
}

/* ---- Seats ------------------------------------------------------------------------------- */

/* A name must survive in a record. */
static const char *name_fault(const char *name, size_t length)
{
    char clean[PLAYER_NAME_SIZE];
    if (length == 0)
        return "has an empty name";
    if (length >= PLAYER_NAME_SIZE)
        return "has a name of more than 24 bytes";
    if (name[0] == ' ' || name[length - 1] == ' ')
        return "has a name with a space at an end";
    record_clean_name(clean, sizeof clean, name, length);
    if (strlen(clean) != length || memcmp(clean, name, length) != 0)
        return "has a name with a sign that a record cannot hold";
    return NULL;
}

static const struct bot *find_bot(struct word name)
{
    for (unsigned i = 0; i < bot_count(); i++) {
        if (input_word_is(name, bot_at(i)->name))
            return bot_at(i);
    }
    return NULL;
}

/* The name of a bot, with its work after a colon or not, or a command. */
static bool names_bot(const char *name, size_t length)
{
    const char *colon = memchr(name, ':', length);
    const struct word kind = {name, colon != NULL ? (size_t)(colon - name) : length};
    return find_bot(kind) != NULL ||
           (colon != NULL ? word_is(kind, "cmd") : input_word_is(kind, company_word));
}

/* A bot's name may be typed in capitals, as a person would. */
static bool add_bot(struct play_options *options, const char *name, size_t length,
                    char error[CONTENDER_ERROR_SIZE])
{
    struct play_seat *player = &options->player[options->seats];
    const struct bot *bot = find_bot((struct word){name, length});
    player->is_bot = true;
    player->is_adaptive = input_word_is((struct word){name, length}, company_word);
    if (player->is_adaptive) { /* until choose_company() says who it is */
        name = level_at(LEVEL_USUAL)->name;
        length = strlen(name);
    }
    if (!contender_parse(&player->contender, bot != NULL ? bot->name : name, length, error))
        return false;
    shorten_name(player->name, player->contender.text);
    options->seats++;
    return true;
}

bool play_options_add_seat(struct play_options *options, const char *name, size_t length,
                           char error[CONTENDER_ERROR_SIZE])
{
    struct play_seat *player = &options->player[options->seats];
    memset(player, 0, sizeof *player);
    if (names_bot(name, length))
        return add_bot(options, name, length, error);
    const char *fault = name_fault(name, length);
    for (unsigned seat = 0; seat < options->seats && fault == NULL; seat++) {
        if (input_word_is((struct word){name, length}, options->player[seat].name))
            fault = "has the name of another seat";
    }
    if (fault != NULL) {
        snprintf(error, CONTENDER_ERROR_SIZE, "%s", fault);
        return false;
    }
    memcpy(player->name, name, length);
    options->seats++;
    return true;
}

/*
 * The bot that was probably meant by a word that is none, or NULL.  Names begin with a capital
 * letter, so that Ward and Hari can play without being taken for hard.
 */
static const char *meant_bot(const char *name, size_t length)
{
    char typed[SPELLING_WORD_MAX + 1];
    struct spelling spelling;
    const char *colon = memchr(name, ':', length);
    const size_t kind = colon != NULL ? (size_t)(colon - name) : length;
    if (names_bot(name, length) || kind >= sizeof typed || name[0] < 'a' || name[0] > 'z')
        return NULL;
    memcpy(typed, name, kind);
    typed[kind] = '\0';
    spelling_init(&spelling, typed);
    for (unsigned i = 0; i < bot_count(); i++)
        spelling_try(&spelling, bot_at(i)->name);
    spelling_try(&spelling, company_word);
    if (colon != NULL)
        spelling_try(&spelling, "cmd");
    return spelling.best;
}

/* A game with a person who does not exist would wait for them for ever. */
static bool is_misspelt(unsigned seat, const char *name, size_t length)
{
    char word[PLAYER_NAME_SIZE], quoted[PLAYER_NAME_SIZE];
    const char *meant = meant_bot(name, length);
    if (meant == NULL)
        return false;
    snprintf(word, sizeof word, "%.*s", (int)length, name);
    harmless_copy(quoted, sizeof quoted, word);
    cli_fail("play",
             "--seats: seat %u: there is no bot '%s'; did you mean '%s'? For a person of that "
             "name, begin it with a capital letter",
             seat, quoted, meant);
    return true;
}

/* "anna,ben,hard"; false after a line on standard error. */
static bool read_seats(struct play_options *options, const char *list)
{
    const char *name = list;
    options->seats = 0;
    for (;;) {
        const size_t length = strcspn(name, ",");
        char error[CONTENDER_ERROR_SIZE];
        if (options->seats == SEATS_MAX) {
            cli_fail("play", "--seats: a game has at most %d seats (S1)", SEATS_MAX);
            return false;
        }
        if (is_misspelt(options->seats + 1, name, length))
            return false;
        if (!play_options_add_seat(options, name, length, error)) {
            cli_fail("play", "--seats: seat %u%s %s", options->seats + 1,
                     names_bot(name, length) ? ":" : "", error);
            return false;
        }
        if (name[length] == '\0')
            break;
        name += length + 1;
    }
    if (options->seats < SEATS_MIN) {
        cli_fail("play", "--seats: a game has at least %d seats (S1)", SEATS_MIN);
        return false;
    }
    choose_company(options);
    return true;
}

/* ---- The command line -------------------------------------------------------------------- */

static bool take_seed(const struct option *option, const char *value, void *into,
                      char error[OPTIONS_ERROR_SIZE])
{
    struct play_options *options = into;
    uint64_t number;
    (void)option;
    if (!options_number(value, 0, UINT64_MAX, &number)) {
        snprintf(error, OPTIONS_ERROR_SIZE, "'%.60s' is not a whole number from 0 to %" PRIu64,
                 value, UINT64_MAX);
        return false;
    }
    seed_of_series(number, 0, options->seed);
    options->timed = false;
    return true;
}

/* In capitals too, as a person would type it. */
static bool take_adviser(const struct option *option, const char *value, void *into,
                         char error[OPTIONS_ERROR_SIZE])
{
    struct play_options *options = into;
    options->adviser = find_bot((struct word){value, strlen(value)});
    return options->adviser != NULL || options_no_such(error, option->list, value);
}

const struct option play_options[] = {
    OPT_GROUP("The game"),
    OPT_BOARD(struct play_options, board, .usually = DEFAULT_BOARD),
    /* Kept as a text until it is known where the game is. */
    OPT_TEXT("seats", "LIST", struct play_options, server_seats,
             "2 to 6 seats, separated by commas: the name of a bot is a bot, cmd:COMMAND a program "
             "that speaks the engine protocol, any other word the name of a person; begin it with "
             "a capital letter if it is nearly that of a bot",
             .usually = DEFAULT_SEATS),
    OPT_VARIANTS(struct play_options, variants),
    OPT_CALL("seed", "S", struct play_options, seed, take_seed,
             "the deals that belong to a number, 0 to 18446744073709551615; bots then stop at an "
             "amount of work, not at a time, so that they always play the same"),
    OPT_TEXT("save", "FILE", struct play_options, save,
             "keeps the record of the game there, written after every turn"),
    OPT_TEXT("resume", "FILE", struct play_options, resume,
             "plays on from a record, and keeps it up to date there, with --save elsewhere; - is "
             "standard input"),
    {.kind = OPTION_CALL,
     .name = "hint-bot",
     .value = "BOT",
     OPTION_TO(struct play_options, adviser),
     .take = take_adviser,
     .list = &bot_words,
     .help = "the bot that is asked for hints",
     .otherwise = "expert"},
    OPT_NUMBER(
        "pace", "MS", struct play_options, pace_ms, 0, PACE_MOST_MS,
        "the usual time that a bot takes for a turn, in milliseconds: half of it where there "
        "is little to decide, up to three times where it is close; 0 shows turns at once",
        .usually = "500, or 0 with --plain or --seed"),
    OPT_WORD("theme", "NAME", struct play_options, theme, &theme_words,
             "%s; without it, what goes with the terminal's background"),
    OPT_WORD("colour", "NAME", struct play_options, look.colour, &colour_words,
             "the colour of your own seat on this screen, from now on: %s; seat is the one that it "
             "has by itself",
             .also = "color"),
    OPT_WORD("sign", "NAME", struct play_options, look.sign, &sign_words,
             "the sign of your own seat on this screen, from now on: %s; seat is its number"),
    OPT_FLAG("no-animation", struct play_options, still,
             "nothing moves by itself, as with RAILHEAD_NO_ANIMATION=1"),
    OPT_FLAG("plain", struct play_options, plain,
             "text in, text out, for screen readers and pipes; also where the terminal can do no "
             "more"),
    OPT_GROUP("At a server"),
    OPT_TEXT("server", "URL", struct play_options, server,
             "plays at a server, as in http://localhost:1869: with --board, --seats or --variant "
             "at a new table, whose seats are you, open, invited or bots, and otherwise at a table "
             "that is chosen from a list"),
    OPT_TEXT("table", "LINK", struct play_options, table,
             "at this table there: its id, or the link of an invitation"),
    OPT_FLAG("watch", struct play_options, watches, "watches there without a seat"),
    OPT_TEXT("name", "NAME", struct play_options, name, "your name there, from now on"),
    OPT_GROUP("Bots"),
    OPT_TERMS(&bot_words),
    OPT_END,
};

/* What has no meaning at a server, where the deals and the record are; or NULL. */
static const char *meaningless(const struct play_options *options, bool opens)
{
    if (!options->timed)
        return "--seed";
    if (options->save != NULL)
        return "--save";
    if (options->resume != NULL)
        return "--resume";
    if (options->pace_ms != PACE_UNSAID)
        return "--pace";
    if (opens && options->table != NULL) /* which has its own settings */
        return "a new table beside --table";
    if (options->watches && options->table == NULL)
        return "--watch without --table";
    return options->board.file != NULL ? "a board file" : NULL;
}

static bool take_default_board(struct play_options *options)
{
    char error[OPTIONS_ERROR_SIZE];
    if (options->board.board != NULL || choose_board(&options->board, DEFAULT_BOARD, error))
        return true;
    cli_fail("play", "%s", error);
    return false;
}

static enum play_start check_server(struct play_options *options)
{
    const bool opens =
        options->board.board != NULL || options->server_seats != NULL || options->variants != 0;
    const char *other = meaningless(options, opens);
    if (options->server == NULL)
        cli_fail("play", "%s: say at which server, with --server",
                 options->table != NULL ? "--table"
                 : options->watches     ? "--watch"
                                        : "--name");
    else if (other != NULL)
        cli_fail("play", "%s has no meaning at a server", other);
    if (options->server == NULL || other != NULL)
        return START_BAD;
    if (opens && !take_default_board(options))
        return START_BAD;
    if (opens && options->server_seats == NULL)
        options->server_seats = "you,open";
    return START_SERVER;
}

enum play_start play_options_complete(struct play_options *options)
{
    if (options->server != NULL || options->table != NULL || options->watches ||
        options->name != NULL)
        return check_server(options);
    if (options->server_seats != NULL && !read_seats(options, options->server_seats))
        return START_BAD;
    if (options->save != NULL && strcmp(options->save, "-") == 0) {
        cli_fail("play", "--save: the record is rewritten after every turn, so it needs a file; "
                         "./- is one of that name");
        return START_BAD;
    }
    if (options->resume != NULL && !play_resume(options))
        return START_BAD;
    if (!take_default_board(options))
        return START_BAD;
    if (options->seats == 0 && !read_seats(options, DEFAULT_SEATS))
        return START_BAD;
    if (sodium_init() < 0) {
        cli_fail("play", "libsodium cannot be started");
        return START_BAD;
    }
    if (options->timed)
        randombytes_buf(options->seed, sizeof options->seed);
    return START_GAME;
}
