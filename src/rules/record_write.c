/* Writes a record.  Each kind of line has exactly one spelling. */
#include "rules/record_write.h"

#include "rules/notation.h"

const char record_taken_back[] = "# taken back ";

static void add_key(struct text *text, const char *key)
{
    text_add(text, key);
}

static void add_word(struct text *text, const char *word)
{
    text_add_char(text, ' ');
    text_add(text, word);
}

static void add_number(struct text *text, long number)
{
    text_add_char(text, ' ');
    text_add_number(text, number);
}

static void end_line(struct text *text)
{
    text_add_char(text, '\n');
}

void record_write_header(struct text *text, const struct board *board, const struct table *table,
                         const struct record_names *names)
{
    add_key(text, "railhead 1\nboard");
    add_word(text, board->id);
    add_key(text, "\nrules");
    add_word(text, ruleset_names[board->ruleset]);
    variants_write(text, table->variants, "\nvariant ");
    add_key(text, "\nseats");
    add_number(text, table->seats);
    end_line(text);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (names->name[seat][0] != '\0') {
            add_key(text, "name");
            add_number(text, (long)seat + 1);
            add_word(text, names->name[seat]);
            end_line(text);
        }
    }
}

void record_write_round(struct text *text, const struct board *board, const struct table *table,
                        const struct hand hand[SEATS_MAX])
{
    add_key(text, "round");
    add_number(text, table->round);
    add_key(text, "\nfirst");
    add_number(text, table->first + 1);
    end_line(text);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        add_key(text, "deal");
        add_number(text, (long)seat + 1);
        for (int group = 0; group < GROUPS; group++) {
            const unsigned city = hand[seat].city[group];
            add_word(text, city == CITY_NONE ? "?" : board->city[city].id);
        }
        end_line(text);
    }
}

void record_write_view(struct text *text, const struct board *board, const struct view *view)
{
    struct hand hand[SEATS_MAX];
    for (unsigned seat = 0; seat < view->table.seats; seat++)
        hand[seat] = *view_hand(view, seat);
    record_write_round(text, board, &view->table, hand);
}

void record_write_turn(struct text *text, const struct board *board, unsigned seat,
                       const struct turn *turn)
{
    text_add_number(text, (long)seat + 1);
    text_add_char(text, ' ');
    notation_add_turn(text, board, turn);
    end_line(text);
}

static void add_seats(struct text *text, const struct table *table, unsigned seats)
{
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (seats >> seat & 1)
            add_number(text, (long)seat + 1);
    }
    end_line(text);
}

static void add_numbers(struct text *text, const struct table *table, const int16_t *number)
{
    for (unsigned seat = 0; seat < table->seats; seat++)
        add_number(text, number[seat]);
    end_line(text);
}

bool record_has_barrier(const struct board *board, const struct table *table)
{
    return board->ruleset == RULESET_TRANSAMERICA && !(table->variants & VARIANT_OPEN_CARDS);
}

void record_write_closing(struct text *text, const struct board *board, const struct table *table)
{
    add_key(text, table->connected == 0 ? "end -" : "end");
    add_seats(text, table, table->connected);
    add_key(text, "score");
    add_numbers(text, table, table->lost);
    add_key(text, "points");
    add_numbers(text, table, table->points);
    if (record_has_barrier(board, table)) {
        add_key(text, "barrier");
        add_number(text, table->barrier);
        end_line(text);
    }
    if (table->phase == PHASE_GAME_OVER) {
        add_key(text, "result");
        add_seats(text, table, table->winners);
    }
}

/* ---- Names ---- */

/* The length in bytes of a character of valid UTF-8. */
static size_t character_bytes(const char *words)
{
    const unsigned char first = (unsigned char)words[0];
    return first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/* U+0080 to U+009F; text_find_bad_byte() finds the others. */
static bool is_late_control(const char *words)
{
    return (unsigned char)words[0] == 0xc2 && (unsigned char)words[1] < 0xa0;
}

/* Appends a character.  Returns false if it does not fit completely. */
static bool add_character(struct text *text, const char *words, size_t bytes)
{
    const bool opens = text->used == 0 && words[0] == ' ';
    if (opens || (bytes == 2 && is_late_control(words)))
        return true;
    if (bytes >= text->size - text->used)
        return false;
    text_add_part(text, words[0] == '#' ? "+" : words, bytes);
    return true;
}

void record_clean_name(char name[], size_t size, const char *words, size_t length)
{
    struct text text;
    bool fits = true;
    text_init(&text, name, size);
    while (fits && length > 0) {
        const size_t good = text_find_bad_byte(words, length);
        for (size_t at = 0; at < good && fits; at += character_bytes(words + at))
            fits = add_character(&text, words + at, character_bytes(words + at));
        const size_t step = good < length ? good + 1 : good;
        words += step;
        length -= step;
    }
    while (text.used > 0 && name[text.used - 1] == ' ')
        name[--text.used] = '\0';
}

void record_write_taken_back(struct text *text, unsigned turns)
{
    if (turns == 0)
        return;
    text_add(text, record_taken_back);
    text_add_number(text, (long)turns);
    text_add_char(text, '\n');
}
