/* A record read and checked, and its seats taken over. */
#include "cli/play_resume.h"

#include <string.h>

#include "core/harmless.h"

/* The record may come from anybody, so no command of it is ever run. */
static const char command_prefix[] = "bot cmd:";
static const char bot_prefix[] = "bot ";

/* False with a sentence on standard error. */
static bool take_seat(struct play_options *options, const char *recorded)
{
    char other[PLAYER_NAME_SIZE], error[CONTENDER_ERROR_SIZE], shown[RECORD_NAME_SIZE];
    const char *name = shown;
    harmless_copy(shown, sizeof shown, recorded);
    const bool is_bot = strncmp(name, bot_prefix, sizeof bot_prefix - 1) == 0;
    if (strncmp(name, command_prefix, sizeof command_prefix - 1) == 0) {
        cli_fail("play",
                 "--resume: seat %u was a program of somebody's own; name all seats with --seats",
                 options->seats + 1);
        return false;
    }
    if (is_bot)
        name += sizeof bot_prefix - 1;
    if (play_options_add_seat(options, name, strlen(name), error))
        return true;
    snprintf(other, sizeof other, "seat %u", options->seats + 1);
    if (!is_bot && play_options_add_seat(options, other, strlen(other), error))
        return true;
    cli_fail("play", "--resume: seat %u: %s", options->seats + 1, error);
    return false;
}

static bool take_seats(struct play_options *options, const struct record_reader *reader)
{
    const unsigned seats = reader->position.table.seats;
    if (options->seats != 0) {
        if (options->seats == seats)
            return true;
        cli_fail("play", "--seats: the game of %s has %u seats, not %u", options->resume, seats,
                 options->seats);
        return false;
    }
    while (options->seats < seats) {
        if (!take_seat(options, reader->names.name[options->seats]))
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
    record_reader_init(&reader, options->resumed.data, options->resumed.size,
                       record_boards_of(&options->board), NULL);
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
    if (options->save == NULL)
        options->save = options->resume;
    return take_seats(options, &reader);
}
