/* The lines of a record up to the first turn of a round: header and deals. */
#include <string.h>

#include "core/notation.h"
#include "core/record_internal.h"

enum outcome record_read_magic(struct record_reader *reader, struct words *words)
{
    struct word word;
    if (!record_take_word(reader, words, "the format's number", &word))
        return LINE_BAD;
    if (!word_is(word, "1"))
        return record_bad_word(reader, FAULT_FORMAT, "this program reads format 1, not", word);
    reader->stage = STAGE_BOARD;
    return record_at_end(reader, words) ? LINE_TAKEN : LINE_BAD;
}

enum outcome record_read_board(struct record_reader *reader, struct words *words)
{
    struct word word;
    if (!record_take_word(reader, words, "a board's id", &word))
        return LINE_BAD;
    reader->board = reader->boards.find(reader->boards.context, word.start, word.length);
    if (reader->board == NULL)
        return record_bad_word(reader, FAULT_FORMAT, "there is no board", word);
    reader->stage = STAGE_RULES;
    return record_at_end(reader, words) ? LINE_TAKEN : LINE_BAD;
}

enum outcome record_read_rules(struct record_reader *reader, struct words *words)
{
    struct word word;
    if (!record_take_word(reader, words, "a rule set", &word))
        return LINE_BAD;
    const enum ruleset ruleset = ruleset_find(word);
    if (ruleset == RULESETS)
        return record_bad_word(reader, FAULT_FORMAT, "there is no rule set", word);
    if (ruleset != reader->board->ruleset)
        return record_bad_word(reader, FAULT_FORMAT, "this board is not played by the rule set",
                               word);
    reader->stage = STAGE_VARIANTS;
    return record_at_end(reader, words) ? LINE_TAKEN : LINE_BAD;
}

enum outcome record_read_variant(struct record_reader *reader, struct words *words)
{
    struct word word;
    if (!record_take_word(reader, words, "a variant", &word))
        return LINE_BAD;
    const unsigned variant = variant_find(word);
    if (variant == 0)
        return record_bad_word(reader, "V3", "there is no variant", word);
    if (reader->variants & variant)
        return record_bad_word(reader, FAULT_FORMAT, "this variant is named twice:", word);
    reader->variants |= variant;
    return record_at_end(reader, words) ? LINE_TAKEN : LINE_BAD;
}

enum outcome record_read_seats(struct record_reader *reader, struct words *words)
{
    static const uint8_t no_seed[SEED_SIZE];
    long seats;
    if (!record_take_number(reader, words, "the number of seats", SEATS_MIN, SEATS_MAX, &seats)) {
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

/* A name may be of any length; what is kept of it ends with a whole character. */
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
    if (!record_take_number(reader, words, "the seat", 1, (long)reader->seats, &seat))
        return LINE_BAD;
    if ((unsigned)seat <= reader->count)
        return record_bad(reader, FAULT_FORMAT, "names stand in the order of the seats, each once");
    reader->count = (unsigned)seat;
    if (words->rest == NULL || words->length == 0)
        return record_bad(reader, FAULT_FORMAT, "a name should follow");
    keep_name(reader->names.name[seat - 1], words->rest, words->length);
    return LINE_TAKEN;
}

/* A round's first lines. */

enum outcome record_read_round(struct record_reader *reader, struct words *words)
{
    long round;
    if (!record_take_number(reader, words, "the round", 1, UINT16_MAX, &round) ||
        !record_at_end(reader, words))
        return LINE_BAD;
    const long next = reader->position.table.round + 1;
    if (round != next)
        return record_bad_number(reader, FAULT_FORMAT, "the next round is number", next);
    reader->stage = STAGE_FIRST;
    reader->rounds++;
    return LINE_TAKEN;
}

enum outcome record_read_first(struct record_reader *reader, struct words *words)
{
    long first;
    if (!record_take_number(reader, words, "the seat", 1, (long)reader->seats, &first) ||
        !record_at_end(reader, words))
        return LINE_BAD;
    reader->first = (unsigned)first - 1;
    if (reader->rounds > 1) {
        const unsigned next = position_next_first(&reader->position);
        if (reader->first != next)
            return record_bad_number(reader, "B6", "the starting player of this round is seat",
                                     (long)next + 1);
    } else if (reader->seed != NULL) {
        const unsigned drawn = deal_first(reader->seats, reader->seed);
        if (reader->first != drawn)
            return record_bad_number(reader, "S5", "by the seed the first to start is seat",
                                     (long)drawn + 1);
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

static bool read_card(struct record_reader *reader, struct words *words, unsigned group,
                      uint8_t *card)
{
    const struct board *board = reader->board;
    struct word word;
    *card = CITY_NONE;
    if (!record_take_word(reader, words, "a city", &word))
        return false;
    if (word_is(word, "?")) {
        if (reader->variants & VARIANT_OPEN_CARDS)
            return fault_say(&reader->fault, "V1", "no card is hidden when cards are open");
        return true;
    }
    const unsigned city = board_find_city(board, word.start, word.length);
    if (city == CITY_NONE)
        return fault_quote(&reader->fault, FAULT_FORMAT, "this board has no city", word);
    if (board->city[city].group != group) {
        struct text text = fault_begin(&reader->fault, "S4");
        text_add(&text, "a ");
        text_add(&text, group_names[group]);
        text_add(&text, " city should stand here, not ");
        text_add_quoted(&text, word.start, word.length);
        return false;
    }
    if (board->city[city].dashed && reader->seats <= SMALL_GAME_SEATS)
        return fault_quote(&reader->fault, "S3",
                           "with 2 or 3 players this city is not dealt:", word);
    if (is_dealt_already(reader, group, city))
        return fault_quote(&reader->fault, "S4", "this card is dealt twice:", word);
    *card = (uint8_t)city;
    return true;
}

/* What the rules or the seed say a seat holds in this round; false when they leave it open. */
static bool hand_is_decided(const struct record_reader *reader, unsigned seat, struct hand *hand,
                            const char **rule)
{
    struct hand all[SEATS_MAX];
    if (reader->rounds > 1 && (reader->variants & VARIANT_OPEN_CARDS)) {
        *rule = "V1";
        position_pass_cards_on(&reader->position, all);
    } else if (reader->seed != NULL) {
        *rule = "S4";
        deal_hands(reader->board, reader->seats, reader->seed, reader->rounds, all);
    } else {
        return false;
    }
    *hand = all[seat];
    return true;
}

static bool check_hand(struct record_reader *reader, unsigned seat)
{
    struct hand decided;
    const char *rule;
    if (!hand_is_decided(reader, seat, &decided, &rule))
        return true;
    for (int group = 0; group < GROUPS; group++) {
        const unsigned city = reader->hand[seat].city[group];
        if (city == CITY_NONE || city == decided.city[group])
            continue;
        struct text text = fault_begin(&reader->fault, rule);
        text_add(&text, rule[0] == 'V' ? "the left-hand neighbour held " : "the seed deals ");
        text_add(&text, reader->board->city[decided.city[group]].id);
        text_add(&text, ", not ");
        text_add(&text, reader->board->city[city].id);
        return false;
    }
    return true;
}

enum outcome record_read_deal(struct record_reader *reader, struct words *words)
{
    long seat;
    if (!record_take_number(reader, words, "the seat", 1, (long)reader->seats, &seat))
        return LINE_BAD;
    if ((unsigned)seat != reader->count + 1)
        return record_bad_number(reader, FAULT_FORMAT, "the next deal is that of seat",
                                 (long)reader->count + 1);
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
