/* Alternates between a game and its review. */
#include "terminal/app/play_and_review.h"

#include <stdio.h>
#include <stdlib.h>

#include "terminal/full_screen/full_screen.h"
#include "terminal/line_mode/line_mode.h"
#include "terminal/replay/replay.h"
#include "terminal/replay/replay_review.h"
#include "words/language.h"

static bool show_replay(struct replay *replay, const struct source *source,
                        struct record_boards boards, char error[], size_t error_size)
{
    struct fault fault;
    size_t length = 0;
    char *record = source->calls->record(source, &length);
    const bool read = record != NULL && replay_read(replay, record, length, boards, &fault);
    free(record);
    if (!read || replay->history.moments == 0) {
        snprintf(error, error_size, "the record of this game cannot be shown");
        return false;
    }
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        if (source->seat[seat].is_person_here || seat == source->keyboard)
            replay->seat = seat;
    }
    replay_review_begin(replay);
    return replay_run(replay, error, error_size);
}

/* ---- Line mode ----------------------------------------------------------------------------- */

static bool review_in_lines(const struct source *source, struct record_boards boards,
                            play_print_review *print, struct line_terminal *terminal, char error[],
                            size_t error_size)
{
    size_t length = 0;
    char *record = source->calls->record(source, &length);
    fflush(terminal->out);
    const bool printed = record != NULL && print(record, length, boards, error, error_size);
    if (record == NULL)
        snprintf(error, error_size, "the record of this game cannot be reviewed");
    free(record);
    return printed;
}

/* ---- Full screen --------------------------------------------------------------------------- */

static bool review_on_screen(const struct source *source, struct record_boards boards, bool *ends,
                             char error[], size_t error_size)
{
    struct replay *replay = calloc(1, sizeof *replay);
    if (replay == NULL) {
        snprintf(error, error_size, "there is not enough memory");
        return false;
    }
    const bool shown = show_replay(replay, source, boards, error, error_size);
    *ends = replay->ends;
    replay_release(replay);
    free(replay);
    return shown;
}

/* ---- The game ------------------------------------------------------------------------------ */

static bool play_in_lines(struct source *source, struct line_terminal *terminal,
                          struct record_boards boards, play_print_review *print, unsigned *next,
                          char error[], size_t error_size)
{
    *next = line_mode_run(source, terminal, false);
    while (*next == SOURCE_REVIEW &&
           review_in_lines(source, boards, print, terminal, error, error_size))
        *next = line_mode_run(source, terminal, true);
    if (source->room.connection == SOURCE_DISCONNECTED)
        snprintf(error, error_size, "%s", source->notice);
    return source->room.connection != SOURCE_DISCONNECTED;
}

static bool play_on_screen(struct source *source, struct record_boards boards, unsigned *next,
                           char error[], size_t error_size)
{
    bool shown, ends = false;
    do
        shown = full_screen_run(source, next, error, error_size);
    while (shown && *next == SOURCE_REVIEW &&
           review_on_screen(source, boards, &ends, error, error_size) && !ends);
    if (ends)
        *next = SOURCE_END;
    return shown;
}

bool play_and_review(struct source *source, struct line_terminal *terminal,
                     struct record_boards boards, play_print_review *print, unsigned *next,
                     char error[], size_t error_size)
{
    *next = 0;
    const bool shown = terminal != NULL
                           ? play_in_lines(source, terminal, boards, print, next, error, error_size)
                           : play_on_screen(source, boards, next, error, error_size);
    return shown && *next != SOURCE_REVIEW; /* SOURCE_REVIEW means that the review failed */
}
