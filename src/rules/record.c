/* Reads the lines of a record, and decides which kind may come next. */
#include <string.h>

#include "rules/record_internal.h"

/* The words that may begin the next line in stages where the rules of the game do not decide. */
static const struct {
    const char *word, *other;
} expected[STAGE_FINISHED + 1] = {
    [STAGE_MAGIC] = {"railhead 1", NULL}, [STAGE_BOARD] = {"board", NULL},
    [STAGE_RULES] = {"rules", NULL},      [STAGE_VARIANTS] = {"variant", "seats"},
    [STAGE_NAMES] = {"name", "round"},    [STAGE_FIRST] = {"first", NULL},
    [STAGE_DEALS] = {"deal", NULL},       [STAGE_SCORE] = {"score", NULL},
    [STAGE_POINTS] = {"points", NULL},    [STAGE_BARRIER] = {"barrier", NULL},
};

/* Checks that no word is left on the line. */
bool record_at_end(struct record_reader *reader, struct words *words)
{
    struct word word;
    if (!words_next(words, &word))
        return true;
    if (word.length == 0)
        return fault_say(ONE_SPACE, &reader->fault, FAULT_FORMAT);
    return fault_say(RECORD_LINE_ENDS, &reader->fault, FAULT_FORMAT, word);
}

bool record_take_word(struct record_reader *reader, struct words *words, enum fault_id what,
                      struct word *word)
{
    return (words_next(words, word) && word->length > 0) ||
           fault_say(RECORD_SHOULD_FOLLOW, &reader->fault, FAULT_FORMAT, what);
}

bool record_take_number(struct record_reader *reader, struct words *words, enum fault_id what,
                        long lowest, long highest, long *number)
{
    struct word word;
    if (!record_take_word(reader, words, what, &word))
        return false;
    return word_number(word, lowest, highest, number) ||
           fault_say(RECORD_NUMBER, &reader->fault, FAULT_FORMAT, what, lowest, highest, word);
}

/* The kinds of line and the stages in which they may occur. */

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

/* Returns the rule that decides whether the round is over. */
static const char *end_rule(const struct record_reader *reader)
{
    const struct table *table = &reader->position.table;
    if (reader->stage == STAGE_END && table->supply == 0)
        return "R5";
    if (reader->stage == STAGE_END && table->passes == table->seats)
        return "R7";
    return reader->board->ruleset == RULESET_TRANSEUROPA ? "R4" : "R2";
}

/* Returns the rule that determines the next line. */
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

/* Sets the fault for a line of the wrong kind. */
static enum outcome refuse_key(struct record_reader *reader, struct word found)
{
    const char *rule = stage_rule(reader);
    const char *word = expected[reader->stage].word, *other = expected[reader->stage].other;
    switch (reader->stage) {
    case STAGE_TURNS:
        return record_bad(RECORD_ROUND_GOES_ON, reader, rule, found);
    case STAGE_END:
        return record_bad(RECORD_ROUND_IS_OVER, reader, rule, found);
    case STAGE_RESULT:
        return record_bad(RECORD_GAME_IS_OVER, reader, rule, found);
    case STAGE_NEXT_ROUND:
        return record_bad(RECORD_GAME_GOES_ON, reader, rule, found);
    case STAGE_FINISHED:
        return record_bad(RECORD_AFTER_RESULT, reader, rule, found);
    default:
        return other != NULL ? record_bad(RECORD_EXPECTED_EITHER, reader, rule, word, other, found)
                             : record_bad(RECORD_EXPECTED, reader, rule, word, found);
    }
}

/* Sets the fault for a text that ends too early. */
static void refuse_end(struct record_reader *reader)
{
    const char *rule = stage_rule(reader);
    const char *word = expected[reader->stage].word, *other = expected[reader->stage].other;
    if (reader->stage == STAGE_END)
        fault_say(RECORD_MISSING_END, &reader->fault, rule);
    else if (reader->stage == STAGE_RESULT)
        fault_say(RECORD_MISSING_RESULT, &reader->fault, rule);
    else if (other != NULL)
        fault_say(RECORD_MISSING_EITHER, &reader->fault, rule, word, other);
    else
        fault_say(RECORD_MISSING, &reader->fault, rule, word);
}

static enum outcome read_line(struct record_reader *reader, const char *line, size_t length,
                              enum record_event *event)
{
    struct words words;
    struct word key;
    words_init(&words, line, length);
    words_next(&words, &key);
    if (key.length == 0)
        return record_bad(RECORD_LEADING_SPACE, reader, FAULT_FORMAT);
    const struct line_type *type = find_type(key);
    if (type == NULL)
        return record_bad(RECORD_UNKNOWN_KEY, reader, FAULT_FORMAT, key);
    if (!(type->stages >> reader->stage & 1))
        return refuse_key(reader, key);
    *event = type->event;
    if (type == &turn_line)
        words_init(&words, line, length); /* its first word is the seat */
    return type->read(reader, &words);
}

/* ---- Lines ----------------------------------------------------------------------------------- */

static bool is_blank(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (line[i] != ' ')
            return false;
    }
    return true;
}

/* Returns the length of a line without its comment and the spaces before that. */
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
        return fault_say(RECORD_TAB, &reader->fault, FAULT_FORMAT);
    if (line[at] == '\r')
        return fault_say(RECORD_CARRIAGE_RETURN, &reader->fault, FAULT_FORMAT);
    if ((unsigned char)line[at] < 0x80)
        return fault_say(RECORD_CONTROL, &reader->fault, FAULT_FORMAT);
    return fault_say(RECORD_NOT_UTF8, &reader->fault, FAULT_FORMAT);
}

/* Finds the next line that is not blank.  Returns false at the end of the text or on a fault. */
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
            return fault_say(RECORD_CUT_OFF, &reader->fault, FAULT_FORMAT);
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
        refuse_end(reader);
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
    if (reader->fault.id != FAULT_NONE)
        return RECORD_FAULT;
    while (next_line(reader, &line, &length)) {
        const enum outcome outcome = read_line(reader, line, length, &event);
        if (outcome == LINE_BAD)
            return RECORD_FAULT;
        if (outcome == LINE_EVENT)
            return event;
    }
    return reader->fault.id != FAULT_NONE ? RECORD_FAULT : at_end_of_text(reader);
}

enum record_event record_read_rest(struct record_reader *reader)
{
    enum record_event event;
    do
        event = record_next(reader);
    while (event != RECORD_END && event != RECORD_FAULT);
    return event;
}
