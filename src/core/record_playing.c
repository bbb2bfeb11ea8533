/* The lines of a record from the first turn of a round to its closing lines. */
#include "core/notation.h"
#include "core/record_internal.h"
#include "core/scoring.h"

static enum outcome refuse(struct record_reader *reader, enum refusal refusal)
{
    return record_bad(reader, refusal_rule(refusal), refusal_text(refusal));
}

enum outcome record_read_turn(struct record_reader *reader, struct words *words)
{
    const struct table *table = &reader->position.table;
    long seat;
    if (!record_take_number(reader, words, "the seat", 1, (long)reader->seats, &seat))
        return LINE_BAD;
    if ((unsigned)seat != table->to_move + 1U)
        return record_bad_number(reader, "T1", "it is the turn of seat", table->to_move + 1);
    if (!notation_read_turn(reader->board, words, &reader->turn, &reader->fault))
        return LINE_BAD;
    const enum refusal refusal = position_play(&reader->position, reader->board, &reader->turn);
    if (refusal != ACCEPTED)
        return refuse(reader, refusal);
    reader->seat = (unsigned)seat - 1;
    reader->turns++;
    if (table->phase != PHASE_PLAYING)
        reader->stage = STAGE_END;
    return LINE_EVENT;
}

/* A round's closing lines. */

bool record_has_all_hands(const struct record_reader *reader)
{
    for (unsigned seat = 0; seat < reader->seats; seat++) {
        if (!hand_is_known(&reader->position.hand[seat]))
            return false;
    }
    return true;
}

/* Seats, ascending, split by spaces; at least one. */
static bool take_seats(struct record_reader *reader, struct words *words, unsigned *seats)
{
    long seat, last = 0;
    *seats = 0;
    do {
        if (!record_take_number(reader, words, "a seat", 1, (long)reader->seats, &seat))
            return false;
        if (seat <= last)
            return fault_say(&reader->fault, FAULT_FORMAT, "seats ascend, each once");
        *seats |= 1U << (seat - 1);
        last = seat;
    } while (words->rest != NULL);
    return true;
}

static enum outcome bad_seats(struct record_reader *reader, const char *rule, const char *sentence,
                              unsigned seats)
{
    struct text text = fault_begin(&reader->fault, rule);
    text_add(&text, sentence);
    for (unsigned seat = 0; seat < reader->seats; seat++) {
        if (seats >> seat & 1) {
            text_add_char(&text, ' ');
            text_add_number(&text, (long)seat + 1);
        }
    }
    text_add(&text, seats == 0 ? " none" : "");
    return LINE_BAD;
}

enum outcome record_read_end(struct record_reader *reader, struct words *words)
{
    struct table *table = &reader->position.table;
    const bool hidden = !record_has_all_hands(reader);
    unsigned seats = 0;
    if (hidden && !reader->told)
        return record_bad(reader, FAULT_FORMAT, "a round with hidden cards cannot be closed");
    const bool none = words->rest != NULL && words->length == 1 && words->rest[0] == '-';
    if (!none && !take_seats(reader, words, &seats))
        return LINE_BAD;
    if (hidden) {
        table->connected = (uint8_t)seats;
        table->phase = PHASE_ROUND_OVER;
    }
    if (seats != table->connected)
        return bad_seats(reader, "R1", "the connected seats are", table->connected);
    reader->stage = STAGE_SCORE;
    return LINE_TAKEN;
}

/* One number for each seat; the first that differs from `right` is a fault. */
static bool take_numbers(struct record_reader *reader, struct words *words, const char *rule,
                         const char *what, const int16_t right[])
{
    long number[SEATS_MAX];
    for (unsigned seat = 0; seat < reader->seats; seat++) {
        if (!record_take_number(reader, words, what, INT16_MIN, INT16_MAX, &number[seat]))
            return false;
    }
    if (!record_at_end(reader, words))
        return false;
    for (unsigned seat = 0; seat < reader->seats; seat++) {
        if (number[seat] == right[seat])
            continue;
        struct text text = fault_begin(&reader->fault, rule);
        text_add(&text, what);
        text_add(&text, " of seat ");
        text_add_number(&text, (long)seat + 1);
        text_add(&text, " should be ");
        text_add_number(&text, right[seat]);
        return false;
    }
    return true;
}

/* What is lost by hidden cards only the server knows. */
static enum outcome take_score(struct record_reader *reader, struct words *words)
{
    enum { LOST_MAX = 999 };
    struct table *table = &reader->position.table;
    long number;
    for (unsigned seat = 0; seat < reader->seats; seat++) {
        if (!record_take_number(reader, words, "the score", 0, LOST_MAX, &number))
            return LINE_BAD;
        table->lost[seat] = (int16_t)number;
    }
    if (!record_at_end(reader, words))
        return LINE_BAD;
    scoring_take_points(table, reader->board);
    return LINE_TAKEN;
}

enum outcome record_read_score(struct record_reader *reader, struct words *words)
{
    reader->stage = STAGE_POINTS;
    if (!record_has_all_hands(reader))
        return take_score(reader, words);
    return take_numbers(reader, words, "P1", "the score", reader->position.table.lost) ? LINE_TAKEN
                                                                                       : LINE_BAD;
}

static enum outcome after_closing(struct record_reader *reader)
{
    const bool over = reader->position.table.phase == PHASE_GAME_OVER;
    reader->stage = over ? STAGE_RESULT : STAGE_NEXT_ROUND;
    return over ? LINE_TAKEN : LINE_EVENT;
}

enum outcome record_read_points(struct record_reader *reader, struct words *words)
{
    const struct table *table = &reader->position.table;
    if (!take_numbers(reader, words, "B1", "the number of points", table->points))
        return LINE_BAD;
    if (!record_has_barrier(reader->board, table))
        return after_closing(reader);
    reader->stage = STAGE_BARRIER;
    return LINE_TAKEN;
}

enum outcome record_read_barrier(struct record_reader *reader, struct words *words)
{
    const struct table *table = &reader->position.table;
    long barrier;
    if (!record_take_number(reader, words, "the barrier", INT16_MIN, INT16_MAX, &barrier) ||
        !record_at_end(reader, words))
        return LINE_BAD;
    if (barrier != table->barrier)
        return record_bad_number(reader, reader->board->barrier_rule ? "B3" : "B5",
                                 "the barrier should be at", table->barrier);
    return after_closing(reader);
}

enum outcome record_read_result(struct record_reader *reader, struct words *words)
{
    unsigned seats;
    if (!take_seats(reader, words, &seats))
        return LINE_BAD;
    if (seats != reader->position.table.winners)
        return bad_seats(reader, "B4", "the winners are", reader->position.table.winners);
    reader->stage = STAGE_FINISHED;
    return LINE_EVENT;
}
