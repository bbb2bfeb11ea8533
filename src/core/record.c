/* Reading a record: its lines one by one, and which of them may stand where. */
#include <string.h>

#include "core/record_internal.h"

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

enum outcome record_bad(struct record_reader *reader, const char *rule, const char *sentence)
{
    fault_say(&reader->fault, rule, sentence);
    return LINE_BAD;
}

enum outcome record_bad_word(struct record_reader *reader, const char *rule, const char *sentence,
                             struct word word)
{
    fault_quote(&reader->fault, rule, sentence, word);
    return LINE_BAD;
}

/* "sentence N", for the value the rules ask for. */
enum outcome record_bad_number(struct record_reader *reader, const char *rule, const char *sentence,
                               long number)
{
    struct text text = fault_begin(&reader->fault, rule);
    text_add(&text, sentence);
    text_add_char(&text, ' ');
    text_add_number(&text, number);
    return LINE_BAD;
}

/* The line's last word has been taken. */
bool record_at_end(struct record_reader *reader, struct words *words)
{
    struct word word;
    if (!words_next(words, &word))
        return true;
    if (word.length == 0)
        return fault_say(&reader->fault, FAULT_FORMAT, "words are split by one space");
    return fault_quote(&reader->fault, FAULT_FORMAT, "the line should end before", word);
}

bool record_take_word(struct record_reader *reader, struct words *words, const char *what,
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

bool record_take_number(struct record_reader *reader, struct words *words, const char *what,
                        long lowest, long highest, long *number)
{
    struct word word;
    if (!record_take_word(reader, words, what, &word))
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

/* Which line may stand where. */

static const struct line_type {
    const char *key;
    uint32_t stages; /* bits of enum stage */
    enum outcome (*read)(struct record_reader *reader, struct words *words);
    enum record_event event;
} line_types[] = {
    {"railhead", 1U << STAGE_MAGIC, record_read_magic, RECORD_END},
    {"board", 1U << STAGE_BOARD, record_read_board, RECORD_END},
    {"rules", 1U << STAGE_RULES, record_read_rules, RECORD_END},
    {"variant", 1U << STAGE_VARIANTS, record_read_variant, RECORD_END},
    {"seats", 1U << STAGE_VARIANTS, record_read_seats, RECORD_END},
    {"name", 1U << STAGE_NAMES, record_read_name, RECORD_END},
    {"round", 1U << STAGE_NAMES | 1U << STAGE_NEXT_ROUND, record_read_round, RECORD_END},
    {"first", 1U << STAGE_FIRST, record_read_first, RECORD_END},
    {"deal", 1U << STAGE_DEALS, record_read_deal, RECORD_ROUND},
    {"end", 1U << STAGE_END, record_read_end, RECORD_END},
    {"score", 1U << STAGE_SCORE, record_read_score, RECORD_END},
    {"points", 1U << STAGE_POINTS, record_read_points, RECORD_CLOSED},
    {"barrier", 1U << STAGE_BARRIER, record_read_barrier, RECORD_CLOSED},
    {"result", 1U << STAGE_RESULT, record_read_result, RECORD_CLOSED},
};

static const struct line_type turn_line = {"", 1U << STAGE_TURNS, record_read_turn, RECORD_TURN};

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

/* The rule by which a round is over, or is not. */
static const char *end_rule(const struct record_reader *reader)
{
    const struct table *table = &reader->position.table;
    if (reader->stage == STAGE_END && table->supply == 0)
        return "R5";
    if (reader->stage == STAGE_END && table->passes == table->seats)
        return "R7";
    return reader->board->ruleset == RULESET_TRANSEUROPA ? "R4" : "R2";
}

/* The rule behind what must come next. */
static const char *stage_rule(const struct record_reader *reader)
{
    switch (reader->stage) {
    case STAGE_TURNS:
    case STAGE_END:
        return end_rule(reader);
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

/* A round that was told is over when that is told, where not all connections can be judged. */
static bool may_stand(const struct record_reader *reader, const struct line_type *type)
{
    const bool hidden_end = reader->told && reader->stage == STAGE_TURNS &&
                            type->read == record_read_end && !record_has_all_hands(reader);
    return hidden_end || type->stages >> reader->stage & 1;
}

static enum outcome read_line(struct record_reader *reader, const char *line, size_t length,
                              enum record_event *event)
{
    struct words words;
    struct word key;
    words_init(&words, line, length);
    words_next(&words, &key);
    if (key.length == 0)
        return record_bad(reader, FAULT_FORMAT, "a line does not begin with a space");
    const struct line_type *type = find_type(key);
    if (type == NULL)
        return record_bad_word(reader, FAULT_FORMAT, "unknown key word", key);
    if (!may_stand(reader, type)) {
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

enum record_event record_read_rest(struct record_reader *reader)
{
    enum record_event event;
    do
        event = record_next(reader);
    while (event != RECORD_END && event != RECORD_FAULT);
    return event;
}
