/* Defaults and checks of a game's settings, and the settings of the next game. */
#include "terminal/app/play_setup.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "board_file/boards.h"
#include "game/company.h"
#include "terminal/app/kept_games.h"
#include "terminal/app/play_setup_resume.h"
#include "terminal/app/saved_look.h"
#include "terminal/app/saved_strength.h"
#include "terminal/drawing/theme.h"
#include "terminal/line_mode/typed_turn.h"
#include "text/harmless.h"
#include "text/spelling.h"
#include "words/language.h"

bool play_setup_refuse(char error[PLAY_ERROR_SIZE], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error, PLAY_ERROR_SIZE, format, arguments);
    va_end(arguments);
    return false;
}

void play_setup_init(struct play_setup *setup)
{
    memset(setup, 0, sizeof *setup);
    setup->timed = true;
    setup->theme = THEMES;
    setup->look = saved_look_unsaid;
    setup->pace_ms = PACE_UNSAID;
}

bool play_setup_is_open(const struct play_setup *setup)
{
    return setup->board.board == NULL && setup->server_seats == NULL && setup->variants == 0 &&
           setup->timed && setup->save == NULL && setup->resume == NULL && setup->server == NULL &&
           setup->table == NULL && setup->name == NULL && !setup->watches;
}

void play_setup_renew(struct play_setup *setup)
{
    const struct bot *adviser = setup->adviser;
    const unsigned theme = setup->theme;
    const struct seat_choice look = setup->look;
    const bool plain = setup->plain;
    const unsigned pace_ms = setup->pace_ms;
    play_print_review *print_review = setup->print_review;
    file_release(&setup->resumed);
    play_setup_init(setup);
    setup->adviser = adviser;
    setup->theme = theme;
    setup->look = look;
    setup->plain = plain;
    setup->pace_ms = pace_ms;
    setup->print_review = print_review;
}

/* Truncates a name to fit a table, without splitting a UTF-8 character. */
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

/* Chooses the levels of bots that adapt to the person's strength. */
static void choose_company(struct play_setup *setup)
{
    const struct bot *chosen[SEATS_MAX];
    char error[CONTENDER_ERROR_SIZE];
    unsigned wanted = 0;
    for (unsigned seat = 0; seat < setup->seats; seat++)
        wanted += setup->player[seat].is_adaptive;
    if (wanted == 0)
        return;
    company_choose(saved_strength_read(), wanted, chosen);
    for (unsigned seat = setup->seats; seat-- > 0;) {
        struct play_seat *player = &setup->player[seat];
        if (!player->is_adaptive)
            continue;
        const char *level = chosen[--wanted]->name;
        const bool is_known = contender_parse(&player->contender, level, strlen(level), error);
        CHECK(is_known);
        shorten_name(player->name, level);
    }
}

void play_setup_rematch(struct play_setup *setup)
{
    const struct play_seat first = setup->player[0];
    file_release(&setup->resumed);
    setup->resume = NULL;
    setup->save = NULL;
    setup->keeps = false;
    memmove(setup->player, setup->player + 1, (setup->seats - 1) * sizeof first);
    setup->player[setup->seats - 1] = first;
    randombytes_buf(setup->seed, sizeof setup->seed);
    choose_company(setup);
    play_setup_keep(setup);
}

void play_setup_keep(struct play_setup *setup)
{
    if (setup->save == NULL && kept_games_path(setup->kept)) {
        setup->save = setup->kept;
        setup->keeps = true;
    } else if (setup->resume != NULL && kept_games_has(setup->resume)) {
        setup->keeps = true;
    }
}

void play_setup_release(struct play_setup *setup)
{
    file_release(&setup->resumed);
}

unsigned play_setup_people(const struct play_setup *setup)
{
    unsigned people = 0;
    for (unsigned seat = 0; seat < setup->seats; seat++)
        people += !setup->player[seat].is_bot;
    return people;
}

unsigned play_setup_pace(const struct play_setup *setup, bool plain)
{
    if (setup->pace_ms != PACE_UNSAID)
        return setup->pace_ms;
    return plain || !setup->timed ? 0 : PACE_USUAL_MS;
}

/* ---- Seats ------------------------------------------------------------------------------- */

/* Returns why a name could not be stored in a record, or NULL. */
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

const struct bot *play_setup_find_bot(struct word name)
{
    for (unsigned i = 0; i < bot_count(); i++) {
        if (typed_word_is(name, bot_at(i)->name))
            return bot_at(i);
    }
    return NULL;
}

/* Returns true for the name of a bot, with or without ":WORK", and for "cmd:COMMAND". */
static bool names_bot(const char *name, size_t length)
{
    const char *colon = memchr(name, ':', length);
    const struct word kind = {name, colon != NULL ? (size_t)(colon - name) : length};
    return play_setup_find_bot(kind) != NULL ||
           (colon != NULL ? word_is(kind, "cmd") : typed_word_is(kind, company_word));
}

/* Accepts capitals in a bot's name, since people type them. */
static bool add_bot(struct play_setup *setup, const char *name, size_t length,
                    char error[CONTENDER_ERROR_SIZE])
{
    struct play_seat *player = &setup->player[setup->seats];
    const struct bot *bot = play_setup_find_bot((struct word){name, length});
    player->is_bot = true;
    player->is_adaptive = typed_word_is((struct word){name, length}, company_word);
    if (player->is_adaptive) { /* a placeholder until choose_company() picks a level */
        name = level_at(LEVEL_USUAL)->name;
        length = strlen(name);
    }
    if (!contender_parse(&player->contender, bot != NULL ? bot->name : name, length, error))
        return false;
    shorten_name(player->name, player->contender.text);
    setup->seats++;
    return true;
}

bool play_setup_add_seat(struct play_setup *setup, const char *name, size_t length,
                         char error[CONTENDER_ERROR_SIZE])
{
    struct play_seat *player = &setup->player[setup->seats];
    memset(player, 0, sizeof *player);
    if (names_bot(name, length))
        return add_bot(setup, name, length, error);
    const char *fault = name_fault(name, length);
    for (unsigned seat = 0; seat < setup->seats && fault == NULL; seat++) {
        if (typed_word_is((struct word){name, length}, setup->player[seat].name))
            fault = "has the name of another seat";
    }
    if (fault != NULL) {
        snprintf(error, CONTENDER_ERROR_SIZE, "%s", fault);
        return false;
    }
    memcpy(player->name, name, length);
    setup->seats++;
    return true;
}

/*
 * Returns the bot that a misspelt word probably means, or NULL.  A word that begins with a capital
 * is a name, so that Ward and Hari are not taken for "hard".
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

/*
 * Without this check, a misspelt bot would become a person for whose turns the game waits for
 * ever.
 */
static bool is_misspelt(unsigned seat, const char *name, size_t length, char error[PLAY_ERROR_SIZE])
{
    char word[PLAYER_NAME_SIZE], quoted[PLAYER_NAME_SIZE];
    const char *meant = meant_bot(name, length);
    if (meant == NULL)
        return false;
    snprintf(word, sizeof word, "%.*s", (int)length, name);
    harmless_copy(quoted, sizeof quoted, word);
    play_setup_refuse(
        error,
        "--seats: seat %u: there is no bot '%s'; did you mean '%s'? For a person of that "
        "name, begin it with a capital letter",
        seat, quoted, meant);
    return true;
}

/* Parses a list such as "anna,ben,hard".  Returns false with a sentence in `error`. */
static bool read_seats(struct play_setup *setup, const char *list, char error[PLAY_ERROR_SIZE])
{
    const char *name = list;
    setup->seats = 0;
    for (;;) {
        const size_t length = strcspn(name, ",");
        char reason[CONTENDER_ERROR_SIZE];
        if (setup->seats == SEATS_MAX)
            return play_setup_refuse(error, "--seats: a game has at most %d seats (S1)", SEATS_MAX);
        if (is_misspelt(setup->seats + 1, name, length, error))
            return false;
        if (!play_setup_add_seat(setup, name, length, reason))
            return play_setup_refuse(error, "--seats: seat %u%s %s", setup->seats + 1,
                                     names_bot(name, length) ? ":" : "", reason);
        if (name[length] == '\0')
            break;
        name += length + 1;
    }
    if (setup->seats < SEATS_MIN)
        return play_setup_refuse(error, "--seats: a game has at least %d seats (S1)", SEATS_MIN);
    choose_company(setup);
    return true;
}

/* ---- Completing the settings ---------------------------------------------------------------- */

/*
 * Returns the first setting that has no meaning at a server, which has the deals and the record;
 * or NULL.
 */
static const char *meaningless_at_server(const struct play_setup *setup, bool opens)
{
    if (!setup->timed)
        return "--seed";
    if (setup->save != NULL)
        return "--save";
    if (setup->resume != NULL)
        return "--resume";
    if (setup->pace_ms != PACE_UNSAID)
        return "--pace";
    if (opens && setup->table != NULL) /* an existing table has its own settings */
        return "a new table beside --table";
    if (setup->watches && setup->table == NULL)
        return "--watch without --table";
    return setup->board.file != NULL ? "a board file" : NULL;
}

static void take_default_board(struct play_setup *setup)
{
    if (setup->board.board == NULL)
        setup->board.board = board_builtin(PLAY_DEFAULT_BOARD, sizeof PLAY_DEFAULT_BOARD - 1);
    CHECK(setup->board.board != NULL);
}

static enum play_start check_server(struct play_setup *setup, char error[PLAY_ERROR_SIZE])
{
    const bool opens =
        setup->board.board != NULL || setup->server_seats != NULL || setup->variants != 0;
    const char *other = meaningless_at_server(setup, opens);
    if (setup->server == NULL)
        play_setup_refuse(error, "%s: say at which server, with --server",
                          setup->table != NULL ? "--table"
                          : setup->watches     ? "--watch"
                                               : "--name");
    else if (other != NULL)
        play_setup_refuse(error, "%s has no meaning at a server", other);
    if (setup->server == NULL || other != NULL)
        return START_BAD;
    if (opens)
        take_default_board(setup);
    if (opens && setup->server_seats == NULL)
        setup->server_seats = "you,open";
    return START_SERVER;
}

/* Completes a game on this machine.  Returns false with a sentence in `error`. */
static bool complete_here(struct play_setup *setup, char error[PLAY_ERROR_SIZE])
{
    if (setup->server_seats != NULL && !read_seats(setup, setup->server_seats, error))
        return false;
    if (setup->save != NULL && strcmp(setup->save, "-") == 0)
        return play_setup_refuse(error,
                                 "--save: the record is rewritten after every turn, so it needs a "
                                 "file; ./- is one of that name");
    if (setup->resume != NULL && !play_setup_resume(setup, error))
        return false;
    take_default_board(setup);
    if (setup->seats == 0 && !read_seats(setup, PLAY_DEFAULT_SEATS, error))
        return false;
    if (sodium_init() < 0)
        return play_setup_refuse(error, "libsodium cannot be started");
    if (setup->timed)
        randombytes_buf(setup->seed, sizeof setup->seed);
    return true;
}

enum play_start play_setup_complete(struct play_setup *setup, char error[PLAY_ERROR_SIZE])
{
    if (setup->server != NULL || setup->table != NULL || setup->watches || setup->name != NULL)
        return check_server(setup, error);
    return complete_here(setup, error) ? START_GAME : START_BAD;
}
