/* A record read and checked, and its seats taken over. */
#include "cli/play_resume.h"

#include <string.h>

#include "core/harmless.h"
#include "play/game.h"

/* The record may come from anybody, so no command of it is ever run. */
static const char command_prefix[] = "cmd";
static const char bot_prefix[] = "bot ";

static bool is_command(const char *bot)
{
    const size_t length = sizeof command_prefix - 1;
    return strncmp(bot, command_prefix, length) == 0 && (bot[length] == '\0' || bot[length] == ':');
}

/* A bot by its name, or a person by theirs; false with a sentence on standard error. */
static bool take_seat(struct play_options *options, const char *name, bool is_bot)
{
    char other[PLAYER_NAME_SIZE], error[CONTENDER_ERROR_SIZE];
    if (is_bot && is_command(name)) {
        cli_fail("play",
                 "--resume: seat %u was a program of somebody's own; name all seats with --seats",
                 options->seats + 1);
        return false;
    }
    if (play_options_add_seat(options, name, strlen(name), error))
        return true;
    snprintf(other, sizeof other, "seat %u", options->seats + 1);
    if (!is_bot && play_options_add_seat(options, other, strlen(other), error))
        return true;
    cli_fail("play", "--resume: seat %u: %s", options->seats + 1, error);
    return false;
}

/* Who played the seat: as the saved game has it, or as its name in a record says. */
static bool take_recorded_seat(struct play_options *options, const struct game_saved *saved,
                               const char *recorded)
{
    char name[RECORD_NAME_SIZE];
    const size_t prefix = sizeof bot_prefix - 1;
    harmless_copy(name, sizeof name, recorded);
    if (saved != NULL && saved->word[options->seats][0] != '\0')
        return take_seat(options, saved->word[options->seats], true);
    if (saved == NULL && strncmp(name, bot_prefix, prefix) == 0)
        return take_seat(options, name + prefix, true);
    return take_seat(options, name, false);
}

static bool take_seats(struct play_options *options, const struct record_reader *reader,
                       const struct game_saved *saved)
{
    const unsigned seats = reader->position.table.seats;
    if (options->seats != 0) {
        if (options->seats == seats)
            return true;
        cli_fail("play", "--seats: the game of %s has %u seats, not %u", options->resume, seats,
                 options->seats);
        return false;
    }
    if (saved != NULL && saved->seats != seats)
        saved = NULL;
    while (options->seats < seats) {
        if (!take_recorded_seat(options, saved, reader->names.name[options->seats]))
            return false;
    }
    return true;
}

/* A sentence about a sound record that cannot be played on, or NULL. */
static const char *obstacle(const struct record_reader *reader)
{
    if (reader->position.table.phase == PHASE_GAME_OVER)
        return "the game is over; railhead replay shows it";
    if (reader->position.table.phase == PHASE_PLAYING && !record_has_all_hands(reader))
        return "it hides cards, so nobody could deal them again";
    return NULL;
}

bool play_resume(struct play_options *options)
{
    struct record_reader reader;
    struct game_saved saved;
    char error[256];
    if (options->variants != 0 || !options->timed) {
        cli_fail("play", "--resume: board, variants and deals are the record's; leave out %s",
                 options->timed ? "--variant" : "--seed");
        return false;
    }
    if (!file_read(&options->resumed, options->resume, error, sizeof error)) {
        cli_fail("play", "--resume: %s", error);
        return false;
    }
    const bool is_saved = game_saved_read(&saved, options->resumed.data, options->resumed.size);
    record_reader_init(&reader, options->resumed.data, options->resumed.size,
                       record_boards_of(&options->board),
                       is_saved && !saved.other_deals ? saved.seed : NULL);
    if (record_read_rest(&reader) == RECORD_FAULT) {
        char sentence[FAULT_SENTENCE_SIZE];
        cli_fail("play", "--resume: %s:%u: %s (%s)", options->resume, reader.fault.line,
                 fault_sentence(&reader.fault, sentence), reader.fault.rule);
        return false;
    }
    const char *sentence = obstacle(&reader);
    if (sentence != NULL) {
        cli_fail("play", "--resume: %s: %s", options->resume, sentence);
        return false;
    }
    options->board.board = reader.board;
    options->variants = reader.position.table.variants;
    if (options->save == NULL && strcmp(options->resume, "-") != 0)
        options->save = options->resume;
    return take_seats(options, &reader, is_saved ? &saved : NULL);
}
