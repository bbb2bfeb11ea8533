/* Parses and writes lines of an engine. */
#include "engine/engine_reply.h"

#include <string.h>

#include "text/number.h"

/* Decimal places written and accepted, and the digits accepted before the point. */
enum { PLACES_WRITTEN = 3, PLACES_READ = 6, WHOLE_DIGITS = 9 };

static const struct {
    const char *word, *second; /* `second` is NULL if one word identifies the kind */
    enum engine_reply_kind kind;
    bool numbered;
    bool alone; /* nothing may follow */
} kinds[] = {
    {"id", "name", ENGINE_REPLY_NAME, false, false},
    {"id", "author", ENGINE_REPLY_AUTHOR, false, false},
    {"option", NULL, ENGINE_REPLY_OPTION, false, false},
    {"want", "board", ENGINE_REPLY_WANT_BOARD, false, true},
    {"ready", NULL, ENGINE_REPLY_READY, true, true},
    {"pong", NULL, ENGINE_REPLY_PONG, false, true},
    {"legal", NULL, ENGINE_REPLY_LEGAL, false, true},
    {"info", NULL, ENGINE_REPLY_INFO, false, false},
    {"turn", NULL, ENGINE_REPLY_TURN, true, false},
};

static bool rest_is(const struct words *rest, const char *text)
{
    return rest->rest != NULL && word_is((struct word){rest->rest, rest->length}, text);
}

/* Returns true if the line is of this kind.  Its first word has been compared. */
static bool read_kind(struct engine_reply *reply, unsigned kind)
{
    struct word word;
    if (kinds[kind].second != NULL &&
        (!words_next(&reply->rest, &word) || !word_is(word, kinds[kind].second)))
        return false;
    if (kinds[kind].numbered &&
        (!words_next(&reply->rest, &word) || !number_read(word, &reply->number)))
        return false;
    return kinds[kind].alone ? reply->rest.rest == NULL : reply->rest.rest != NULL;
}

void engine_reply_read(struct engine_reply *reply, const char *line, size_t length)
{
    struct words words;
    struct word first;
    *reply = (struct engine_reply){.kind = ENGINE_REPLY_UNKNOWN};
    if (text_find_bad_byte(line, length) < length)
        return;
    words_init(&words, line, length);
    if (!words_next(&words, &first))
        return;
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        reply->rest = words;
        if (word_is(first, kinds[i].word) && read_kind(reply, i)) {
            reply->kind = kinds[i].kind;
            break;
        }
    }
    if (reply->kind == ENGINE_REPLY_TURN && rest_is(&reply->rest, "none"))
        reply->kind = ENGINE_REPLY_NONE;
}

/* ---- Decimal numbers, independent of the locale ---------------------------------------------- */

/* Parses "3" or "-0.25": no exponent, no plus sign, a digit on both sides of a point. */
static bool read_decimal(struct word word, double *number)
{
    const bool negative = word.length > 0 && word.start[0] == '-';
    unsigned digits = 0, places = 0;
    double sum = 0, unit = 1;
    bool point = false;
    for (size_t i = negative; i < word.length; i++) {
        const char character = word.start[i];
        if (character == '.' && !point && digits > 0) {
            point = true;
        } else if (character >= '0' && character <= '9') {
            sum = sum * 10 + (character - '0');
            unit = point ? unit * 10 : unit;
            places += point;
            digits++;
        } else {
            return false;
        }
    }
    if (digits == 0 || (point && places == 0) || places > PLACES_READ ||
        digits - places > WHOLE_DIGITS)
        return false;
    *number = negative ? -(sum / unit) : sum / unit;
    return true;
}

static void add_decimal(struct text *text, double number)
{
    const double most = 999999;
    if (!(number >= -most)) /* also true for NaN */
        number = -most;
    else if (number > most)
        number = most;
    long thousandths = (long)(number * 1000 + (number < 0 ? -0.5 : 0.5));
    if (thousandths < 0)
        text_add_char(text, '-');
    if (thousandths < 0)
        thousandths = -thousandths;
    text_add_number(text, thousandths / 1000);
    text_add_char(text, '.');
    long place = 1;
    for (int i = 1; i < PLACES_WRITTEN; i++)
        place *= 10;
    for (; place > 0; place /= 10)
        text_add_number(text, thousandths / place % 10);
}

/* ---- Information ---- */

/* Takes the words before `key`, and `key` itself; `words` keeps what follows. */
static bool words_before(struct words *words, const char *key, struct words *before)
{
    const char *start = words->rest;
    struct word word;
    while (words_next(words, &word)) {
        if (word_is(word, key) && word.start > start) {
            words_init(before, start, (size_t)(word.start - start) - 1);
            return true;
        }
    }
    return false;
}

/*
 * Parses "K7-L7 L7-M7 lost 3.2", optionally followed by "value -1.5".  The default value is the
 * negated loss.
 */
static bool read_idea(struct words *words, const struct board *board, struct thoughts *thoughts)
{
    struct words turn_words;
    struct turn turn;
    struct fault fault;
    struct word word;
    double lost, value;
    if (!words_before(words, "lost", &turn_words) ||
        !notation_read_turn(board, &turn_words, &turn, &fault) || !words_next(words, &word) ||
        !read_decimal(word, &lost) || (turn.kind == TURN_LAY && turn.tracks == 0))
        return false;
    value = -lost;
    if (words_next(words, &word) && word_is(word, "value") &&
        (!words_next(words, &word) || !read_decimal(word, &value)))
        return false;
    thoughts_add(thoughts, &turn, lost, value);
    return true;
}

/* Parses "3 portland=0.25 helena=0.5"; cities that are not named have chance 0. */
static bool read_belief(struct words *words, const struct board *board, const struct table *table,
                        struct thoughts *thoughts)
{
    float chance[CITIES_MAX] = {0};
    struct word word;
    double share;
    long seat;
    if (!words_next(words, &word) || !word_number(word, 1, table->seats, &seat))
        return false;
    while (words_next(words, &word)) {
        const char *equals = memchr(word.start, '=', word.length);
        if (equals == NULL)
            return false;
        const size_t length = (size_t)(equals - word.start);
        const unsigned city = board_find_city(board, word.start, length);
        word = (struct word){equals + 1, word.length - length - 1};
        if (city == CITY_NONE || !read_decimal(word, &share) || share < 0 || share > 1)
            return false;
        chance[city] = (float)share;
    }
    memcpy(thoughts->chance[seat - 1], chance, sizeof chance);
    return true;
}

bool engine_reply_read_info(const struct engine_reply *reply, const struct board *board,
                            const struct table *table, struct thoughts *thoughts)
{
    struct words words = reply->rest;
    struct word topic, word;
    if (!words_next(&words, &topic))
        return false;
    if (word_is(topic, "turn"))
        return read_idea(&words, board, thoughts);
    if (word_is(topic, "belief"))
        return read_belief(&words, board, table, thoughts);
    return word_is(topic, "work") && words_next(&words, &word) && words.rest == NULL &&
           number_read(word, &thoughts->work);
}

void engine_reply_write_idea(struct text *text, const struct board *board, const struct idea *idea)
{
    text_add(text, "info turn ");
    notation_add_turn(text, board, &idea->turn);
    text_add(text, " lost ");
    add_decimal(text, idea->lost);
    text_add(text, " value ");
    add_decimal(text, idea->value);
    text_add_char(text, '\n');
}

void engine_reply_write_belief(struct text *text, const struct board *board,
                               const struct thoughts *thoughts, unsigned seat)
{
    text_add(text, "info belief ");
    text_add_number(text, (long)seat + 1);
    for (unsigned city = 0; city < board->cities; city++) {
        const float least = 0.0005F; /* smaller values would be written as 0 */
        if (thoughts->chance[seat][city] < least)
            continue;
        text_add_char(text, ' ');
        text_add(text, board->city[city].id);
        text_add_char(text, '=');
        add_decimal(text, (double)thoughts->chance[seat][city]);
    }
    text_add_char(text, '\n');
}
