/* Reading a record: one function for each kind of line, one stage for each place in the file. */
#include "core/record.h"

#include <string.h>

#include "core/check.h"
#include "core/notation.h"

/* What the next line may be. */
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

static const char *const expected_word[] = {
    [STAGE_MAGIC] = "'railhead 1'",
    [STAGE_BOARD] = "'board'",
    [STAGE_RULES] = "'rules'",
    [STAGE_VARIANTS] = "'variant' or 'seats'",
    [STAGE_NAMES] = "'name' or 'round'",
    [STAGE_FIRST] = "'first'",
    [STAGE_DEALS] = "'deal'",
    [STAGE_TURNS] = "a turn",
    [STAGE_END] = "'end'",
    [STAGE_SCORE] = "'score'",
    [STAGE_POINTS] = "'points'",
    [STAGE_BARRIER] = "'barrier'",
    [STAGE_RESULT] = "'result'",
    [STAGE_NEXT_ROUND] = "'round'",
    [STAGE_FINISHED] = "nothing",
};

/* What a line led to: a fault, nothing to tell yet, or an event. */
enum outcome { LINE_BAD, LINE_TAKEN, LINE_EVENT };

static enum outcome bad(struct record_reader *reader, const char *rule, const char *sentence)
{
    fault_say(&reader->fault, rule, sentence);
    return LINE_BAD;
}

static enum outcome bad_word(struct record_reader *reader, const char *rule, const char *sentence,
                             struct word word)
{
    fault_quote(&reader->fault, rule, sentence, word);
    return LINE_BAD;
}

/* "sentence N", for the value the rules ask for. */
static enum outcome bad_number(struct record_reader *reader, const char *rule, const char *sentence,
                               long number)
{
    struct text text = fault_begin(&reader->fault, rule);
    text_add(&text, sentence);
    text_add_char(&text, ' ');
    text_add_number(&text, number);
    return LINE_BAD;
}

/* The line's last word has been taken. */
static bool at_end(struct record_reader *reader, struct words *words)
{
    struct word word;
    if (!words_next(words, &word))
        return true;
    if (word.length == 0)
        return fault_say(&reader->fault, FAULT_FORMAT, "words are split by one space");
    return fault_quote(&reader->fault, FAULT_FORMAT, "the line should end before", word);
}

static bool take_word(struct record_reader *reader, struct words *words, const char *what,
                      struct word *word)
{
    if (words_next(words, word) && word->length > 0)
        return true;
    struct text text = fault_begin(&reader->fault, FAULT_FORMAT);
    text_add(&text, "one space and then ");
    text_add(&text, what);
    text_add(&text, " should follow");
    return false;
}

static bool take_number(struct record_reader *reader, struct words *words, const char *what,
                        long lowest, long highest, long *number)
{
    struct word word;
    if (!take_word(reader, words, what, &word))
        return false;
    if (word_number(word, lowest, highest, number))
        return true;
    struct text text = fault_begin(&reader->fault, FAULT_FORMAT);
    text_add(&text, what);
    text_add(&text, " is a whole number from ");
    text_add_number(&text, lowest);
    text_add(&text, " to ");
    text_add_number(&text, highest);
    text_add(&text, ", not ");
    text_add_quoted(&text, word.start, word.length);
    return false;
}

/* Header. */

static enum outcome read_magic(struct record_reader *reader, struct words *words)
{
    struct word word;
    if (!take_word(reader, words, "the format's number", &word))
        return LINE_BAD;
    if (!word_is(word, "1"))
        return bad_word(reader, FAULT_FORMAT, "this program reads format 1, not", word);
    reader->stage = STAGE_BOARD;
    return at_end(reader, words) ? LINE_TAKEN : LINE_BAD;
}

static enum outcome read_board(struct record_reader *reader, struct words *words)
{
    struct word word;
    if (!take_word(reader, words, "a board's id", &word))
        return LINE_BAD;
    reader->board = reader->boards.find(reader->boards.context, word.start, word.length);
    if (reader->board == NULL)
        return bad_word(reader, FAULT_FORMAT, "there is no board", word);
    reader->stage = STAGE_RULES;
    return at_end(reader, words) ? LINE_TAKEN : LINE_BAD;
}

static enum outcome read_rules(struct record_reader *reader, struct words *words)
{
    struct word word;
    if (!take_word(reader, words, "a rule set", &word))
        return LINE_BAD;
    if (!word_is(word, ruleset_names[0]) && !word_is(word, ruleset_names[1]))
        return bad_word(reader, FAULT_FORMAT, "there is no rule set", word);
    if (!word_is(word, ruleset_names[reader->board->ruleset]))
        return bad_word(reader, FAULT_FORMAT, "this board is not played by the rule set", word);
    reader->stage = STAGE_VARIANTS;
    return at_end(reader, words) ? LINE_TAKEN : LINE_BAD;
}

static enum outcome read_variant(struct record_reader *reader, struct words *words)
{
    struct word word;
    if (!take_word(reader, words, "a variant", &word))
        return LINE_BAD;
    for (int i = 0; i < 3; i++) {
        if (!word_is(word, variant_names[i]))
            continue;
        if (reader->variants >> i & 1)
            return bad_word(reader, FAULT_FORMAT, "this variant is named twice:", word);
        reader->variants |= 1U << i;
        return at_end(reader, words) ? LINE_TAKEN : LINE_BAD;
    }
    return bad_word(reader, "V3", "there is no variant", word);
}

static enum outcome read_seats(struct record_reader *reader, struct words *words)
{
    static const uint8_t no_seed[SEED_SIZE];
    long seats;
    if (!take_number(reader, words, "the number of seats", SEATS_MIN, SEATS_MAX, &seats)) {
        reader->fault.rule = "S1";
        return LINE_BAD;
    }
    if (!at_end(reader, words))
        return LINE_BAD;
    position_init(&reader->position, reader->board, (unsigned)seats, reader->variants,
                  reader->seed != NULL ? reader->seed : no_seed);
    reader->seats = (unsigned)seats;
    reader->stage = STAGE_NAMES;
    reader->count = 0;
    return LINE_TAKEN;
}

static enum outcome read_name(struct record_reader *reader, struct words *words)
{
    long seat;
    if (!take_number(reader, words, "the seat", 1, (long)reader->seats, &seat))
        return LINE_BAD;
    if ((unsigned)seat <= reader->count)
        return bad(reader, FAULT_FORMAT, "names stand in the order of the seats, each once");
    reader->count = (unsigned)seat;
    if (words->rest == NULL || words->length == 0)
        return bad(reader, FAULT_FORMAT, "a name should follow");
    if (words->length >= RECORD_NAME_SIZE)
        return bad(reader, FAULT_FORMAT, "a name has at most 255 bytes");
    memcpy(reader->names.name[seat - 1], words->rest, words->length);
    return LINE_TAKEN;
}

/* A round's first lines. */

static enum outcome read_round(struct record_reader *reader, struct words *words)
{
    long round;
    if (!take_number(reader, words, "the round", 1, UINT16_MAX, &round) || !at_end(reader, words))
        return LINE_BAD;
    const long next = reader->position.table.round + 1L;
    if (round != next)
        return bad_number(reader, FAULT_FORMAT, "the next round is number", next);
    reader->stage = STAGE_FIRST;
    reader->rounds++;
    return LINE_TAKEN;
}

static enum outcome read_first(struct record_reader *reader, struct words *words)
{
    long first;
    if (!take_number(reader, words, "the seat", 1, (long)reader->seats, &first) ||
        !at_end(reader, words))
        return LINE_BAD;
    reader->first = (unsigned)first - 1;
    if (reader->rounds > 1) {
        const unsigned next = position_next_first(&reader->position);
        if (reader->first != next)
            return bad_number(reader, "B6", "the starting player of this round is seat", next + 1L);
    } else if (reader->seed != NULL) {
        const unsigned drawn = deal_first(reader->seats, reader->seed);
        if (reader->first != drawn)
            return bad_number(reader, "S5", "by the seed the first to start is seat", drawn + 1L);
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
    if (!take_word(reader, words, "a city", &word))
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

static enum outcome read_deal(struct record_reader *reader, struct words *words)
{
    long seat;
    if (!take_number(reader, words, "the seat", 1, (long)reader->seats, &seat))
        return LINE_BAD;
    if ((unsigned)seat != reader->count + 1)
        return bad_number(reader, FAULT_FORMAT, "the next deal is that of seat",
                          reader->count + 1L);
    for (unsigned group = 0; group < GROUPS; group++) {
        if (!read_card(reader, words, group, &reader->hand[seat - 1].city[group]))
            return LINE_BAD;
    }
    if (!at_end(reader, words) || !check_hand(reader, (unsigned)seat - 1))
        return LINE_BAD;
    if (++reader->count < reader->seats)
        return LINE_TAKEN;
    position_begin_round(&reader->position, reader->board, reader->hand, reader->first);
    reader->stage = STAGE_TURNS;
    return LINE_EVENT;
}

/* Turns. */

static enum outcome refuse(struct record_reader *reader, enum refusal refusal)
{
    return bad(reader, refusal_rule(refusal), refusal_text(refusal));
}

static enum outcome read_turn(struct record_reader *reader, struct words *words)
{
    const struct table *table = &reader->position.table;
    long seat;
    if (!take_number(reader, words, "the seat", 1, (long)reader->seats, &seat))
        return LINE_BAD;
    if ((unsigned)seat != table->to_move + 1U)
        return bad_number(reader, "T1", "it is the turn of seat", table->to_move + 1L);
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
        if (!take_number(reader, words, "a seat", 1, (long)reader->seats, &seat))
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
            text_add_number(&text, seat + 1L);
        }
    }
    text_add(&text, seats == 0 ? " none" : "");
    return LINE_BAD;
}

static enum outcome read_end(struct record_reader *reader, struct words *words)
{
    const struct table *table = &reader->position.table;
    unsigned seats = 0;
    if (!record_has_all_hands(reader))
        return bad(reader, FAULT_FORMAT, "a round with hidden cards cannot be closed");
    const bool none = words->rest != NULL && words->length == 1 && words->rest[0] == '-';
    if (!none && !take_seats(reader, words, &seats))
        return LINE_BAD;
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
        if (!take_number(reader, words, what, INT16_MIN, INT16_MAX, &number[seat]))
            return false;
    }
    if (!at_end(reader, words))
        return false;
    for (unsigned seat = 0; seat < reader->seats; seat++) {
        if (number[seat] == right[seat])
            continue;
        struct text text = fault_begin(&reader->fault, rule);
        text_add(&text, what);
        text_add(&text, " of seat ");
        text_add_number(&text, seat + 1L);
        text_add(&text, " should be ");
        text_add_number(&text, right[seat]);
        return false;
    }
    return true;
}

static enum outcome read_score(struct record_reader *reader, struct words *words)
{
    reader->stage = STAGE_POINTS;
    return take_numbers(reader, words, "P1", "the score", reader->position.table.lost) ? LINE_TAKEN
                                                                                       : LINE_BAD;
}

static enum outcome after_closing(struct record_reader *reader)
{
    const bool over = reader->position.table.phase == PHASE_GAME_OVER;
    reader->stage = over ? STAGE_RESULT : STAGE_NEXT_ROUND;
    return over ? LINE_TAKEN : LINE_EVENT;
}

static enum outcome read_points(struct record_reader *reader, struct words *words)
{
    const struct table *table = &reader->position.table;
    if (!take_numbers(reader, words, "B1", "the number of points", table->points))
        return LINE_BAD;
    if (!record_has_barrier(reader->board, table))
        return after_closing(reader);
    reader->stage = STAGE_BARRIER;
    return LINE_TAKEN;
}

static enum outcome read_barrier(struct record_reader *reader, struct words *words)
{
    const struct table *table = &reader->position.table;
    long barrier;
    if (!take_number(reader, words, "the barrier", INT16_MIN, INT16_MAX, &barrier) ||
        !at_end(reader, words))
        return LINE_BAD;
    if (barrier != table->barrier)
        return bad_number(reader, reader->board->barrier_rule ? "B3" : "B5",
                          "the barrier should be at", table->barrier);
    return after_closing(reader);
}

static enum outcome read_result(struct record_reader *reader, struct words *words)
{
    unsigned seats;
    if (!take_seats(reader, words, &seats))
        return LINE_BAD;
    if (seats != reader->position.table.winners)
        return bad_seats(reader, "B4", "the winners are", reader->position.table.winners);
    reader->stage = STAGE_FINISHED;
    return LINE_EVENT;
}

/* Which line may stand where. */

static const struct line_type {
    const char *key;
    uint32_t stages; /* bits of enum stage */
    enum outcome (*read)(struct record_reader *reader, struct words *words);
    enum record_event event;
} line_types[] = {
    {"railhead", 1U << STAGE_MAGIC, read_magic, RECORD_END},
    {"board", 1U << STAGE_BOARD, read_board, RECORD_END},
    {"rules", 1U << STAGE_RULES, read_rules, RECORD_END},
    {"variant", 1U << STAGE_VARIANTS, read_variant, RECORD_END},
    {"seats", 1U << STAGE_VARIANTS, read_seats, RECORD_END},
    {"name", 1U << STAGE_NAMES, read_name, RECORD_END},
    {"round", 1U << STAGE_NAMES | 1U << STAGE_NEXT_ROUND, read_round, RECORD_END},
    {"first", 1U << STAGE_FIRST, read_first, RECORD_END},
    {"deal", 1U << STAGE_DEALS, read_deal, RECORD_ROUND},
    {"end", 1U << STAGE_END, read_end, RECORD_END},
    {"score", 1U << STAGE_SCORE, read_score, RECORD_END},
    {"points", 1U << STAGE_POINTS, read_points, RECORD_CLOSED},
    {"barrier", 1U << STAGE_BARRIER, read_barrier, RECORD_CLOSED},
    {"result", 1U << STAGE_RESULT, read_result, RECORD_CLOSED},
};

static const struct line_type turn_line = {"", 1U << STAGE_TURNS, read_turn, RECORD_TURN};

static const struct line_type *find_type(struct word key)
{
    if (key.length == 1 && key.start[0] >= '0' && key.start[0] <= '9')
        return &turn_line;
    for (size_t i = 0; i < sizeof line_types / sizeof line_types[0]; i++) {
        if (word_is(key, line_types[i].key))
            return &line_types[i];
    }
    return NULL;
}

/* The rule behind what must come next. */
static const char *stage_rule(const struct record_reader *reader)
{
    switch (reader->stage) {
    case STAGE_TURNS:
        return "R2";
    case STAGE_END:
        return reader->position.table.supply == 0 ? "R5" : "R2";
    case STAGE_RESULT:
    case STAGE_NEXT_ROUND:
    case STAGE_FINISHED:
        return reader->variants & VARIANT_OPEN_CARDS ? "V1" : "B4";
    default:
        return FAULT_FORMAT;
    }
}

static void explain_stage(struct record_reader *reader, const char *opening, struct word found)
{
    struct text text = fault_begin(&reader->fault, stage_rule(reader));
    if (reader->stage == STAGE_END)
        text_add(&text, "the round is over: ");
    else if (reader->stage == STAGE_TURNS && found.length > 0)
        text_add(&text, "the round is not over: ");
    else if (reader->stage >= STAGE_RESULT && reader->stage != STAGE_NEXT_ROUND)
        text_add(&text, "the game is over: ");
    else if (reader->stage == STAGE_NEXT_ROUND)
        text_add(&text, "the game is not over: ");
    text_add(&text, expected_word[reader->stage]);
    text_add(&text, opening);
    if (found.length > 0) {
        text_add(&text, ", not ");
        text_add_quoted(&text, found.start, found.length);
    }
}

static enum outcome read_line(struct record_reader *reader, const char *line, size_t length,
                              enum record_event *event)
{
    struct words words;
    struct word key;
    words_init(&words, line, length);
    words_next(&words, &key);
    if (key.length == 0)
        return bad(reader, FAULT_FORMAT, "a line does not begin with a space");
    const struct line_type *type = find_type(key);
    if (type == NULL)
        return bad_word(reader, FAULT_FORMAT, "unknown key word", key);
    if (!(type->stages >> reader->stage & 1)) {
        explain_stage(reader, " should stand here", key);
        return LINE_BAD;
    }
    *event = type->event;
    if (type == &turn_line)
        words_init(&words, line, length); /* the seat is its first word */
    return type->read(reader, &words);
}

/* Lines. */

static bool is_blank(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (line[i] != ' ')
            return false;
    }
    return true;
}

/* Cuts off the comment and the spaces before it. */
static size_t length_without_comment(const char *line, size_t length)
{
    const char *comment = memchr(line, '#', length);
    if (comment == NULL)
        return length;
    length = (size_t)(comment - line);
    while (length > 0 && line[length - 1] == ' ')
        length--;
    return length;
}

static bool check_bytes(struct record_reader *reader, const char *line, size_t length)
{
    const size_t at = text_find_bad_byte(line, length);
    if (at == length)
        return true;
    if (line[at] == '\t')
        return fault_say(&reader->fault, FAULT_FORMAT, "a tab; fields are split by one space");
    if (line[at] == '\r')
        return fault_say(&reader->fault, FAULT_FORMAT,
                         "a carriage return; lines are ended by a line feed alone");
    const unsigned char byte = (unsigned char)line[at];
    return fault_say(&reader->fault, FAULT_FORMAT,
                     byte < 0x80 ? "a control character" : "the text is not UTF-8");
}

/* The next line that says something; false at the end of the text or on a fault. */
static bool next_line(struct record_reader *reader, const char **line, size_t *length)
{
    while (reader->left > 0) {
        const char *end = memchr(reader->rest, '\n', reader->left);
        const size_t whole = end != NULL ? (size_t)(end - reader->rest) : reader->left;
        *line = reader->rest;
        reader->line++;
        reader->fault.line = reader->line;
        if (!check_bytes(reader, *line, whole))
            return false;
        if (end == NULL)
            return fault_say(&reader->fault, FAULT_FORMAT,
                             "the last line is not ended by a line feed: is the file cut off?");
        reader->rest += whole + 1;
        reader->left -= whole + 1;
        *length = length_without_comment(*line, whole);
        if (!is_blank(*line, *length))
            return true;
    }
    return false;
}

static enum record_event at_end_of_text(struct record_reader *reader)
{
    switch (reader->stage) {
    case STAGE_NAMES:
    case STAGE_TURNS:
    case STAGE_NEXT_ROUND:
    case STAGE_FINISHED:
        return RECORD_END;
    default:
        reader->fault.line = reader->line > 0 ? reader->line : 1;
        explain_stage(reader, " is missing at the end", (struct word){"", 0});
        return RECORD_FAULT;
    }
}

void record_reader_init(struct record_reader *reader, const char *text, size_t size,
                        struct record_boards boards, const uint8_t *seed)
{
    memset(reader, 0, sizeof *reader);
    reader->rest = text;
    reader->left = size;
    reader->boards = boards;
    reader->seed = seed;
    reader->stage = STAGE_MAGIC;
}

enum record_event record_next(struct record_reader *reader)
{
    const char *line;
    size_t length;
    enum record_event event = RECORD_END;
    if (reader->fault.rule != NULL)
        return RECORD_FAULT;
    while (next_line(reader, &line, &length)) {
        const enum outcome outcome = read_line(reader, line, length, &event);
        if (outcome == LINE_BAD)
            return RECORD_FAULT;
        if (outcome == LINE_EVENT)
            return event;
    }
    return reader->fault.rule != NULL ? RECORD_FAULT : at_end_of_text(reader);
}
