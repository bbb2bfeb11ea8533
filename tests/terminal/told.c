/* Records read, and what is said of them kept. */
#include "terminal/told.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board/boards.h"
#include "terminal/history_record.h"

const char told_beginning[] = "railhead 1\n"
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
    struct told *told = (struct told *)source; /* its first member */
    snprintf(told->saved, sizeof told->saved, "%s", path);
    snprintf(why, SOURCE_SENTENCE_SIZE, "It is in %s.", path);
    return true;
}

static void take_names(struct told *told, const struct record_names *names)
{
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        struct source_seat *seat = &told->source.seat[i];
        snprintf(seat->name, sizeof seat->name, "%.*s", (int)sizeof seat->name - 1, names->name[i]);
        seat->clock_ms = -1;
    }
}

void told_open(struct told *told, const char *record, unsigned keyboard)
{
    static struct record_reader reader;
    struct fault fault;
    memset(told, 0, sizeof *told);
    told->calls = (struct source_calls){
        .step = never_steps, .play = refuse_play, .ask_hint = give_no_hint, .save = remember_place};
    told->source.calls = &told->calls;
    told->source.descriptor = -1;
    told->source.pause_ms = -1;
    told->source.keyboard = keyboard;
    told->source.advises = true;
    history_init(&told->source.history);
    if (!history_read_record(&told->source.history, record, strlen(record), board_builtins, &reader,
                             &fault))
        fail_msg("line %u of the record: %s", fault.line, SENTENCE(&fault));
    told->position = reader.position;
    told->source.board = reader.board;
    take_names(told, &reader.names);
    memset(&told->source.hand, CITY_NONE, sizeof told->source.hand);
    if (keyboard != SEAT_NONE) {
        told->source.hand = reader.position.hand[keyboard];
        told->source.seat[keyboard].is_person_here = true;
    }
    assert_int_equal(pipe(told->keys), 0);
    told->out = open_memstream(&told->text, &told->size);
    assert_non_null(told->out);
    setenv("LC_ALL", "C", 1); /* English, whoever runs the tests */
    screen_init(&told->screen, told->keys[0], told->out);
    told->screen.utf8 = true;
    told->screen.echoes = false;
    told->screen.width = 80;
    told->speaker = (struct speaker){&told->screen, &told->source};
}

void told_close(struct told *told)
{
    screen_release(&told->screen);
    history_release(&told->source.history);
    fclose(told->out);
    free(told->text);
    close(told->keys[0]);
    close(told->keys[1]);
}

const char *told_text(struct told *told)
{
    const size_t from = told->read;
    fflush(told->out);
    told->read = told->size;
    return told->text + from;
}

void told_type(struct told *told, const char *text)
{
    assert_int_equal(write(told->keys[1], text, strlen(text)), strlen(text));
}

struct table *told_table(struct told *told)
{
    return &told->source.history.moment[told->source.history.moments - 1].table;
}

unsigned told_junction(const struct told *told, const char *name)
{
    const unsigned junction = board_find_junction(told->source.board, name, strlen(name));
    assert_int_not_equal(junction, JUNCTION_NONE);
    return junction;
}

unsigned told_line(const struct told *told, const char *from, const char *to)
{
    const unsigned line =
        board_find_line(told->source.board, told_junction(told, from), told_junction(told, to));
    assert_int_not_equal(line, LINE_NONE);
    return line;
}
