/* Reads records and keeps what is printed about them. */
#include "terminal/printed_game.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board_file/boards.h"
#include "terminal/history_record.h"

const char printed_game_beginning[] = "railhead 1\n"
                                      "board transamerica\n"
                                      "rules transamerica\n"
                                      "seats 2\n"
                                      "name 1 Ada\n"
                                      "name 2 easy\n"
                                      "round 1\n"
                                      "first 1\n"
                                      "deal 1 portland helena omaha new-york dallas\n"
                                      "deal 2 medford chicago st-louis washington memphis\n"
                                      "1 @K7\n"
                                      "2 @C3\n"
                                      "1 K7-L7 L7-M7\n";

static bool never_steps(struct source *source)
{
    (void)source;
    return false;
}

static bool refuse_play(struct source *source, const struct turn *turn,
                        char why[SOURCE_SENTENCE_SIZE])
{
    (void)source;
    (void)turn;
    snprintf(why, SOURCE_SENTENCE_SIZE, "Nobody plays here.");
    return false;
}

static bool give_no_hint(struct source *source, char why[SOURCE_SENTENCE_SIZE])
{
    (void)source;
    snprintf(why, SOURCE_SENTENCE_SIZE, "Nobody gives advice here.");
    return false;
}

static bool remember_place(struct source *source, const char *path, char why[SOURCE_SENTENCE_SIZE])
{
    struct printed_game *printed = (struct printed_game *)source; /* its first member */
    snprintf(printed->saved, sizeof printed->saved, "%s", path);
    snprintf(why, SOURCE_SENTENCE_SIZE, "It is in %s.", path);
    return true;
}

static void take_names(struct printed_game *printed, const struct record_names *names)
{
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        struct source_seat *seat = &printed->source.seat[i];
        snprintf(seat->name, sizeof seat->name, "%.*s", (int)sizeof seat->name - 1, names->name[i]);
        seat->clock_ms = -1;
    }
}

void printed_game_open(struct printed_game *printed, const char *record, unsigned keyboard)
{
    static struct record_reader reader;
    struct fault fault;
    memset(printed, 0, sizeof *printed);
    printed->calls = (struct source_calls){
        .step = never_steps, .play = refuse_play, .ask_hint = give_no_hint, .save = remember_place};
    printed->source.calls = &printed->calls;
    printed->source.descriptor = -1;
    printed->source.pause_ms = -1;
    printed->source.keyboard = keyboard;
    printed->source.advises = true;
    history_init(&printed->source.history);
    if (!history_read_record(&printed->source.history, record, strlen(record), board_builtins,
                             &reader, &fault))
        fail_msg("line %u of the record: %s", fault.line, SENTENCE(&fault));
    printed->position = reader.position;
    printed->source.board = reader.board;
    take_names(printed, &reader.names);
    memset(&printed->source.hand, CITY_NONE, sizeof printed->source.hand);
    if (keyboard != SEAT_NONE) {
        printed->source.hand = reader.position.hand[keyboard];
        printed->source.seat[keyboard].is_person_here = true;
    }
    assert_int_equal(pipe(printed->keys), 0);
    printed->out = open_memstream(&printed->text, &printed->size);
    assert_non_null(printed->out);
    setenv("LC_ALL", "C", 1); /* English, whatever the user's locale is */
    line_terminal_init(&printed->terminal, printed->keys[0], printed->out);
    printed->terminal.utf8 = true;
    printed->terminal.echoes = false;
    printed->terminal.width = 80;
    printed->speaker = (struct speaker){&printed->terminal, &printed->source};
}

void printed_game_close(struct printed_game *printed)
{
    line_terminal_release(&printed->terminal);
    history_release(&printed->source.history);
    fclose(printed->out);
    free(printed->text);
    close(printed->keys[0]);
    close(printed->keys[1]);
}

const char *printed_game_text(struct printed_game *printed)
{
    const size_t from = printed->read;
    fflush(printed->out);
    printed->read = printed->size;
    return printed->text + from;
}

void printed_game_type(struct printed_game *printed, const char *text)
{
    assert_int_equal(write(printed->keys[1], text, strlen(text)), strlen(text));
}

struct table *printed_game_table(struct printed_game *printed)
{
    return &printed->source.history.moment[printed->source.history.moments - 1].table;
}

unsigned printed_game_junction(const struct printed_game *printed, const char *name)
{
    const unsigned junction = board_find_junction(printed->source.board, name, strlen(name));
    assert_int_not_equal(junction, JUNCTION_NONE);
    return junction;
}

unsigned printed_game_line(const struct printed_game *printed, const char *from, const char *to)
{
    const unsigned line =
        board_find_line(printed->source.board, printed_game_junction(printed, from),
                        printed_game_junction(printed, to));
    assert_int_not_equal(line, LINE_NONE);
    return line;
}
