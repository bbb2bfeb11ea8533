/* Reads a record and takes over its seats. */
#include "terminal/app/play_setup_resume.h"

#include <string.h>

#include "game/game.h"
#include "text/harmless.h"

/* The record may come from anyone, so commands in it are never run. */
static const char command_prefix[] = "cmd";
static const char bot_prefix[] = "bot ";

static bool is_command(const char *bot)
{
    const size_t length = sizeof command_prefix - 1;
    return strncmp(bot, command_prefix, length) == 0 && (bot[length] == '\0' || bot[length] == ':');
}

/* Adds a bot or a person by name.  Returns false with a sentence in `error`. */
static bool take_seat(struct play_setup *setup, const char *name, bool is_bot,
                      char error[PLAY_ERROR_SIZE])
{
    char other[PLAYER_NAME_SIZE], reason[CONTENDER_ERROR_SIZE];
    if (is_bot && is_command(name))
        return play_setup_refuse(
            error, "--resume: seat %u was a program of somebody's own; name all seats with --seats",
            setup->seats + 1);
    if (play_setup_add_seat(setup, name, strlen(name), reason))
        return true;
    snprintf(other, sizeof other, "seat %u", setup->seats + 1);
    if (!is_bot && play_setup_add_seat(setup, other, strlen(other), reason))
        return true;
    return play_setup_refuse(error, "--resume: seat %u: %s", setup->seats + 1, reason);
}

/* Adds the player of a recorded seat: from the saved game, or else from its name in the record. */
static bool take_recorded_seat(struct play_setup *setup, const struct game_saved *saved,
                               const char *recorded, char error[PLAY_ERROR_SIZE])
{
    char name[RECORD_NAME_SIZE];
    const size_t prefix = sizeof bot_prefix - 1;
    harmless_copy(name, sizeof name, recorded);
    if (saved != NULL && saved->word[setup->seats][0] != '\0')
        return take_seat(setup, saved->word[setup->seats], true, error);
    if (saved == NULL && strncmp(name, bot_prefix, prefix) == 0)
        return take_seat(setup, name + prefix, true, error);
    return take_seat(setup, name, false, error);
}

static bool take_seats(struct play_setup *setup, const struct record_reader *reader,
                       const struct game_saved *saved, char error[PLAY_ERROR_SIZE])
{
    const unsigned seats = reader->position.table.seats;
    if (setup->seats != 0) {
        if (setup->seats == seats)
            return true;
        return play_setup_refuse(error, "--seats: the game of %s has %u seats, not %u",
                                 setup->resume, seats, setup->seats);
    }
    if (saved != NULL && saved->seats != seats)
        saved = NULL;
    while (setup->seats < seats) {
        if (!take_recorded_seat(setup, saved, reader->names.name[setup->seats], error))
            return false;
    }
    return true;
}

/* Returns why a valid record cannot be continued, or NULL. */
static const char *why_not_resumed(const struct record_reader *reader)
{
    if (reader->position.table.phase == PHASE_GAME_OVER)
        return "the game is over; railhead replay shows it";
    if (reader->position.table.phase == PHASE_PLAYING && !record_has_all_hands(reader))
        return "it hides cards, so nobody could deal them again";
    return NULL;
}

bool play_setup_resume(struct play_setup *setup, char error[PLAY_ERROR_SIZE])
{
    struct record_reader reader;
    struct game_saved saved;
    char reason[256];
    if (setup->variants != 0 || !setup->timed)
        return play_setup_refuse(
            error, "--resume: board, variants and deals are the record's; leave out %s",
            setup->timed ? "--variant" : "--seed");
    if (!file_read(&setup->resumed, setup->resume, reason, sizeof reason))
        return play_setup_refuse(error, "--resume: %s", reason);
    const bool is_saved = game_saved_read(&saved, setup->resumed.data, setup->resumed.size);
    record_reader_init(&reader, setup->resumed.data, setup->resumed.size,
                       chosen_board_for_records(&setup->board),
                       is_saved && !saved.other_deals ? saved.seed : NULL);
    if (record_read_rest(&reader) == RECORD_FAULT) {
        char sentence[FAULT_SENTENCE_SIZE];
        return play_setup_refuse(error, "--resume: %s:%u: %s (%s)", setup->resume,
                                 reader.fault.line, fault_sentence(&reader.fault, sentence),
                                 reader.fault.rule);
    }
    const char *sentence = why_not_resumed(&reader);
    if (sentence != NULL)
        return play_setup_refuse(error, "--resume: %s: %s", setup->resume, sentence);
    setup->board.board = reader.board;
    setup->variants = reader.position.table.variants;
    if (setup->save == NULL && strcmp(setup->resume, "-") != 0)
        setup->save = setup->resume;
    return take_seats(setup, &reader, is_saved ? &saved : NULL, error);
}
