/*
 * Internals of the record reader: rules/record.c knows the order of lines, record_opening.c and
 * record_playing.c parse each kind of line.  Only these three files include this header.
 */
#ifndef RAILHEAD_RULES_RECORD_INTERNAL_H
#define RAILHEAD_RULES_RECORD_INTERNAL_H

#include "rules/record.h"

/* Which lines may come next. */
enum stage {
    STAGE_MAGIC,
    STAGE_BOARD,
    STAGE_RULES,
    STAGE_VARIANTS, /* variants, then the number of seats */
    STAGE_NAMES,    /* names, then the first round */
    STAGE_FIRST,
    STAGE_DEALS,
    STAGE_TURNS,
    STAGE_END,
    STAGE_SCORE,
    STAGE_POINTS,
    STAGE_BARRIER,
    STAGE_RESULT,
    STAGE_NEXT_ROUND,
    STAGE_FINISHED,
};

/* The result of a line: a fault, no event yet, or an event. */
enum outcome { LINE_BAD, LINE_TAKEN, LINE_EVENT };

/*
 * record_bad(NAME, reader, rule, arguments...) sets the reader's fault like fault_say() and
 * evaluates to LINE_BAD.
 */
#define record_bad(NAME, reader, ...)                                                              \
    ((void)fault_say_##NAME(&(reader)->fault, __VA_ARGS__), LINE_BAD)

/* Each parses a part of a line (its end, a word, a number), or returns false and sets the fault. */
bool record_at_end(struct record_reader *reader, struct words *words);
bool record_take_word(struct record_reader *reader, struct words *words, enum fault_id what,
                      struct word *word);
bool record_take_number(struct record_reader *reader, struct words *words, enum fault_id what,
                        long lowest, long highest, long *number);

/* One function per kind of line.  Each sets the next stage. */
enum outcome record_read_magic(struct record_reader *reader, struct words *words);
enum outcome record_read_board(struct record_reader *reader, struct words *words);
enum outcome record_read_rules(struct record_reader *reader, struct words *words);
enum outcome record_read_variant(struct record_reader *reader, struct words *words);
enum outcome record_read_seats(struct record_reader *reader, struct words *words);
enum outcome record_read_name(struct record_reader *reader, struct words *words);
enum outcome record_read_round(struct record_reader *reader, struct words *words);
enum outcome record_read_first(struct record_reader *reader, struct words *words);
enum outcome record_read_deal(struct record_reader *reader, struct words *words);
enum outcome record_read_turn(struct record_reader *reader, struct words *words);
enum outcome record_read_end(struct record_reader *reader, struct words *words);
enum outcome record_read_score(struct record_reader *reader, struct words *words);
enum outcome record_read_points(struct record_reader *reader, struct words *words);
enum outcome record_read_barrier(struct record_reader *reader, struct words *words);
enum outcome record_read_result(struct record_reader *reader, struct words *words);

#endif
