/* The lines of a record from the first turn of a round to its closing lines. */
#include "rules/notation.h"
#include "rules/record_internal.h"
#include "rules/scoring.h"

enum outcome record_read_turn(struct record_reader *reader, struct words *words)
{
    const struct table *table = &reader->position.table;
    long seat;
    if (!record_take_number(reader, words, TERM_THE_SEAT, 1, (long)reader->seats, &seat))
        return LINE_BAD;
    if ((unsigned)seat != table->to_move + 1U)
        return record_bad(RECORD_TURN_OF_SEAT, reader, "T1", table->to_move + 1);
    if (!notation_read_turn(reader->board, words, &reader->turn, &reader->fault))
        return LINE_BAD;
    const enum refusal refusal = position_play(&reader->position, reader->board, &reader->turn);
    if (refusal != ACCEPTED) {
        refusal_say(refusal, &reader->fault);
        return LINE_BAD;
    }
    reader->seat = (unsigned)seat - 1;
    reader->turns++;
    if (table->phase != PHASE_PLAYING)
        reader->stage = STAGE_END;
    return LINE_EVENT;
}

/* ---- The closing lines of a round ------------------------------------------------------------ */

bool record_has_all_hands(const struct record_reader *reader)
{
    for (unsigned seat = 0; seat < reader->seats; seat++) {
        if (!hand_is_known(&reader->position.hand[seat]))
            return false;
    }
    return true;
}

/* Parses seats in ascending order, separated by spaces; at least one. */
static bool take_seats(struct record_reader *reader, struct words *words, unsigned *seats)
{
    long seat, last = 0;
    *seats = 0;
    do {
        if (!record_take_number(reader, words, TERM_A_SEAT, 1, (long)reader->seats, &seat))
            return false;
        if (seat <= last)
            return fault_say(RECORD_SEAT_ORDER, &reader->fault, FAULT_FORMAT);
        *seats |= 1U << (seat - 1);
        last = seat;
    } while (words->rest != NULL);
    return true;
}

enum { SEATS_TEXT_SIZE = 2 * SEATS_MAX };

/* Formats seats: "1 3 4". */
static const char *seats_text(unsigned seats, char buffer[SEATS_TEXT_SIZE])
{
    struct text text;
    text_init(&text, buffer, SEATS_TEXT_SIZE);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        if (seats >> seat & 1) {
            text_add(&text, text.used > 0 ? " " : "");
            text_add_number(&text, seat + 1);
        }
    }
    return buffer;
}

enum outcome record_read_end(struct record_reader *reader, struct words *words)
{
    const struct table *table = &reader->position.table;
    char buffer[SEATS_TEXT_SIZE];
    unsigned seats = 0;
    if (!record_has_all_hands(reader))
        return record_bad(RECORD_HIDDEN_ROUND, reader, FAULT_FORMAT);
    const bool none = words->rest != NULL && words->length == 1 && words->rest[0] == '-';
    if (!none && !take_seats(reader, words, &seats))
        return LINE_BAD;
    if (seats != table->connected)
        return table->connected == 0 ? record_bad(RECORD_NONE_CONNECTED, reader, "R1")
                                     : record_bad(RECORD_CONNECTED, reader, "R1",
                                                  seats_text(table->connected, buffer));
    reader->stage = STAGE_SCORE;
    return LINE_TAKEN;
}

/*
 * Parses one number per seat.  `wrong` is the first seat whose number differs from `right`, or
 * SEAT_NONE.
 */
static bool take_numbers(struct record_reader *reader, struct words *words, enum fault_id what,
                         const int16_t right[], unsigned *wrong)
{
    long number[SEATS_MAX];
    *wrong = SEAT_NONE;
    for (unsigned seat = 0; seat < reader->seats; seat++) {
        if (!record_take_number(reader, words, what, INT16_MIN, INT16_MAX, &number[seat]))
            return false;
    }
    if (!record_at_end(reader, words))
        return false;
    for (unsigned seat = reader->seats; seat-- > 0;) {
        if (number[seat] != right[seat])
            *wrong = seat;
    }
    return true;
}

enum outcome record_read_score(struct record_reader *reader, struct words *words)
{
    const int16_t *lost = reader->position.table.lost;
    unsigned wrong;
    reader->stage = STAGE_POINTS;
    if (!take_numbers(reader, words, TERM_THE_SCORE, lost, &wrong))
        return LINE_BAD;
    return wrong == SEAT_NONE ? LINE_TAKEN
                              : record_bad(RECORD_SCORE, reader, "P1", wrong + 1, lost[wrong]);
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
    unsigned wrong;
    if (!take_numbers(reader, words, TERM_NUMBER_OF_POINTS, table->points, &wrong))
        return LINE_BAD;
    if (wrong != SEAT_NONE)
        return record_bad(RECORD_POINTS, reader, "B1", wrong + 1, table->points[wrong]);
    if (!record_has_barrier(reader->board, table))
        return after_closing(reader);
    reader->stage = STAGE_BARRIER;
    return LINE_TAKEN;
}

enum outcome record_read_barrier(struct record_reader *reader, struct words *words)
{
    const struct table *table = &reader->position.table;
    long barrier;
    if (!record_take_number(reader, words, TERM_THE_BARRIER, INT16_MIN, INT16_MAX, &barrier) ||
        !record_at_end(reader, words))
        return LINE_BAD;
    if (barrier != table->barrier)
        return record_bad(RECORD_BARRIER, reader, reader->board->barrier_rule ? "B3" : "B5",
                          table->barrier);
    return after_closing(reader);
}

enum outcome record_read_result(struct record_reader *reader, struct words *words)
{
    const unsigned winners = reader->position.table.winners;
    char buffer[SEATS_TEXT_SIZE];
    unsigned seats;
    if (!take_seats(reader, words, &seats))
        return LINE_BAD;
    if (seats != winners)
        return record_bad(RECORD_WINNERS, reader, "B4", seats_text(winners, buffer));
    reader->stage = STAGE_FINISHED;
    return LINE_EVENT;
}
