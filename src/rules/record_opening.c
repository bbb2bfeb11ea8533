/* The lines of a record before the first turn of a round: header and deals. */
#include <string.h>

#include "rules/notation.h"
#include "rules/record_internal.h"

enum outcome record_read_magic(struct record_reader *reader, struct words *words)
{
    struct word word;
    if (!record_take_word(reader, words, TERM_FORMAT_NUMBER, &word))
        return LINE_BAD;
    if (!word_is(word, "1"))
        return record_bad(RECORD_FORMAT, reader, FAULT_FORMAT, word);
    reader->stage = STAGE_BOARD;
    return record_at_end(reader, words) ? LINE_TAKEN : LINE_BAD;
}

enum outcome record_read_board(struct record_reader *reader, struct words *words)
{
    struct word word;
    if (!record_take_word(reader, words, TERM_BOARD_ID, &word))
        return LINE_BAD;
    reader->board = reader->boards.find(reader->boards.context, word.start, word.length);
    if (reader->board == NULL)
        return record_bad(RECORD_NO_BOARD, reader, FAULT_FORMAT, word);
    reader->stage = STAGE_RULES;
    return record_at_end(reader, words) ? LINE_TAKEN : LINE_BAD;
}

enum outcome record_read_rules(struct record_reader *reader, struct words *words)
{
    struct word word;
    if (!record_take_word(reader, words, TERM_RULE_SET, &word))
        return LINE_BAD;
    const enum ruleset ruleset = ruleset_find(word);
    if (ruleset == RULESETS)
        return record_bad(RECORD_NO_RULE_SET, reader, FAULT_FORMAT, word);
    if (ruleset != reader->board->ruleset)
        return record_bad(RECORD_OTHER_RULE_SET, reader, FAULT_FORMAT, word);
    reader->stage = STAGE_VARIANTS;
    return record_at_end(reader, words) ? LINE_TAKEN : LINE_BAD;
}

enum outcome record_read_variant(struct record_reader *reader, struct words *words)
{
    struct word word;
    if (!record_take_word(reader, words, TERM_VARIANT, &word))
        return LINE_BAD;
    const unsigned variant = variant_find(word);
    if (variant == 0)
        return record_bad(RECORD_NO_VARIANT, reader, "V3", word);
    if (reader->variants & variant)
        return record_bad(RECORD_VARIANT_TWICE, reader, FAULT_FORMAT, word);
    reader->variants |= variant;
    return record_at_end(reader, words) ? LINE_TAKEN : LINE_BAD;
}

enum outcome record_read_seats(struct record_reader *reader, struct words *words)
{
    static const uint8_t no_seed[SEED_SIZE];
    long seats;
    if (!record_take_number(reader, words, TERM_NUMBER_OF_SEATS, SEATS_MIN, SEATS_MAX, &seats)) {
        reader->fault.rule = "S1";
        return LINE_BAD;
    }
    if (!record_at_end(reader, words))
        return LINE_BAD;
    position_init(&reader->position, reader->board, (unsigned)seats, reader->variants,
                  reader->seed != NULL ? reader->seed : no_seed);
    reader->seats = (unsigned)seats;
    reader->stage = STAGE_NAMES;
    reader->count = 0;
    return LINE_TAKEN;
}

/* A name may have any length; it is cut after the last character that fits. */
static void keep_name(char kept[RECORD_NAME_SIZE], const char *name, size_t length)
{
    if (length >= RECORD_NAME_SIZE) {
        length = RECORD_NAME_SIZE - 1;
        while (length > 0 && ((unsigned char)name[length] & 0xc0) == 0x80)
            length--;
    }
    memcpy(kept, name, length);
    kept[length] = '\0';
}

enum outcome record_read_name(struct record_reader *reader, struct words *words)
{
    long seat;
    if (!record_take_number(reader, words, TERM_THE_SEAT, 1, (long)reader->seats, &seat))
        return LINE_BAD;
    if ((unsigned)seat <= reader->count)
        return record_bad(RECORD_NAME_ORDER, reader, FAULT_FORMAT);
    reader->count = (unsigned)seat;
    if (words->rest == NULL || words->length == 0)
        return record_bad(RECORD_NO_NAME, reader, FAULT_FORMAT);
    keep_name(reader->names.name[seat - 1], words->rest, words->length);
    return LINE_TAKEN;
}

/* ---- The first lines of a round -------------------------------------------------------------- */

enum outcome record_read_round(struct record_reader *reader, struct words *words)
{
    long round;
    if (!record_take_number(reader, words, TERM_THE_ROUND, 1, UINT16_MAX, &round) ||
        !record_at_end(reader, words))
        return LINE_BAD;
    const long next = reader->position.table.round + 1;
    if (round != next)
        return record_bad(RECORD_ROUND_NUMBER, reader, FAULT_FORMAT, next);
    reader->stage = STAGE_FIRST;
    reader->rounds++;
    return LINE_TAKEN;
}

enum outcome record_read_first(struct record_reader *reader, struct words *words)
{
    long first;
    if (!record_take_number(reader, words, TERM_THE_SEAT, 1, (long)reader->seats, &first) ||
        !record_at_end(reader, words))
        return LINE_BAD;
    reader->first = (unsigned)first - 1;
    if (reader->rounds > 1) {
        const unsigned next = table_next_first(&reader->position.table);
        if (reader->first != next)
            return record_bad(RECORD_STARTING_PLAYER, reader, "B6", next + 1);
    } else if (reader->seed != NULL) {
        const unsigned drawn = deal_first(reader->seats, reader->seed);
        if (reader->first != drawn)
            return record_bad(RECORD_SEED_STARTS, reader, "S5", drawn + 1);
    }
    reader->stage = STAGE_DEALS;
    reader->count = 0;
    memset(reader->hand, CITY_NONE, sizeof reader->hand);
    return LINE_TAKEN;
}

static bool is_dealt_already(const struct record_reader *reader, unsigned group, unsigned city)
{
    for (unsigned seat = 0; seat < reader->count; seat++) {
        if (reader->hand[seat].city[group] == city)
            return true;
    }
    return false;
}

static const enum fault_id city_of_group[GROUPS] = {
    TERM_GREEN_CITY, TERM_BLUE_CITY, TERM_YELLOW_CITY, TERM_ORANGE_CITY, TERM_RED_CITY,
};

static bool read_card(struct record_reader *reader, struct words *words, unsigned group,
                      uint8_t *card)
{
    const struct board *board = reader->board;
    struct word word;
    *card = CITY_NONE;
    if (!record_take_word(reader, words, TERM_A_CITY, &word))
        return false;
    if (word_is(word, "?")) {
        if (reader->variants & VARIANT_OPEN_CARDS)
            return fault_say(RECORD_NO_HIDDEN_CARD, &reader->fault, "V1");
        return true;
    }
    const unsigned city = board_find_city(board, word.start, word.length);
    if (city == CITY_NONE)
        return fault_say(RECORD_NO_CITY, &reader->fault, FAULT_FORMAT, word);
    if (board->city[city].group != group)
        return fault_say(RECORD_OTHER_GROUP, &reader->fault, "S4", city_of_group[group], word);
    if (board->city[city].dashed && reader->seats <= SMALL_GAME_SEATS)
        return fault_say(RECORD_CITY_NOT_DEALT, &reader->fault, "S3", word);
    if (is_dealt_already(reader, group, city))
        return fault_say(RECORD_CARD_TWICE, &reader->fault, "S4", word);
    *card = (uint8_t)city;
    return true;
}

/* V1: the hands are passed on from the previous round. */
static bool hands_are_passed_on(const struct record_reader *reader)
{
    return reader->rounds > 1 && (reader->variants & VARIANT_OPEN_CARDS);
}

/*
 * Sets the hand that the rules or the seed prescribe for a seat in this round.  Returns false if
 * they leave it open.
 */
static bool hand_is_decided(const struct record_reader *reader, unsigned seat, struct hand *hand)
{
    struct hand all[SEATS_MAX];
    if (hands_are_passed_on(reader)) {
        hands_pass_on(reader->seats, reader->position.hand, all);
    } else if (reader->seed != NULL) {
        deal_hands(reader->board, reader->seats, reader->seed, reader->rounds, all);
    } else {
        return false;
    }
    *hand = all[seat];
    return true;
}

static bool check_hand(struct record_reader *reader, unsigned seat)
{
    const struct city *cities = reader->board->city;
    struct hand decided;
    if (!hand_is_decided(reader, seat, &decided))
        return true;
    for (int group = 0; group < GROUPS; group++) {
        const unsigned city = reader->hand[seat].city[group];
        if (city == CITY_NONE || city == decided.city[group])
            continue;
        const char *right = cities[decided.city[group]].id, *wrong = cities[city].id;
        return hands_are_passed_on(reader)
                   ? fault_say(RECORD_NEIGHBOUR_HELD, &reader->fault, "V1", right, wrong)
                   : fault_say(RECORD_SEED_DEALS, &reader->fault, "S4", right, wrong);
    }
    return true;
}

enum outcome record_read_deal(struct record_reader *reader, struct words *words)
{
    long seat;
    if (!record_take_number(reader, words, TERM_THE_SEAT, 1, (long)reader->seats, &seat))
        return LINE_BAD;
    if ((unsigned)seat != reader->count + 1)
        return record_bad(RECORD_DEAL_ORDER, reader, FAULT_FORMAT, reader->count + 1);
    for (unsigned group = 0; group < GROUPS; group++) {
        if (!read_card(reader, words, group, &reader->hand[seat - 1].city[group]))
            return LINE_BAD;
    }
    if (!record_at_end(reader, words) || !check_hand(reader, (unsigned)seat - 1))
        return LINE_BAD;
    if (++reader->count < reader->seats)
        return LINE_TAKEN;
    position_begin_round(&reader->position, reader->board, reader->hand, reader->first);
    reader->stage = STAGE_TURNS;
    return LINE_EVENT;
}
