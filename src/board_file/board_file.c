/*
 * The first half of reading a board: turns JSON tokens into a draft, and checks each item by
 * itself.
 *
 * Every object has a table of its keys; read_object() uses it to find unknown, duplicate and
 * missing keys.  board_check.c then checks the items together.
 */
#include "board_file/board_file.h"

#include <string.h>

#include "base/check.h"
#include "board_file/board_draft.h"
#include "rules/notation.h"
#include "json/json_reader.h"

struct reader {
    struct json_reader json;
    struct fault *fault;
    struct board_draft *draft;
    enum fault_id object; /* the kind of object being read: "a city" */
    const char *key;

    /* The item being read; valid until its object ends. */
    struct city city;
    struct place city_place;
    char junction_name[8];
    int column, row;
    bool at_sea;
    struct place line_a, line_b;
    enum line_kind line_kind;
};

struct key {
    const char *name;
    bool required;
    bool (*read)(struct reader *); /* called with the value's first token read */
};

static struct fault *fault_here(struct reader *reader)
{
    return fault_at(reader->fault, reader->json.line);
}

/* Reads the next token.  Returns false and sets the fault if the text is not valid JSON. */
static bool advance(struct reader *reader)
{
    if (json_reader_next(&reader->json) != TOKEN_FAULT)
        return true;
    return fault_say_plain(fault_here(reader), reader->json.fault, FAULT_FORMAT);
}

/* Returns the current token as written, for a fault. */
static struct fault_value found(const struct reader *reader)
{
    const struct json_reader *json = &reader->json;
    if (json->token == TOKEN_OBJECT)
        return (struct fault_value){.label = TERM_AN_OBJECT};
    if (json->token == TOKEN_LIST)
        return (struct fault_value){.label = TERM_A_LIST};
    return (struct fault_value){.word = {json->bytes, json->length},
                                .quoted = json->token == TOKEN_TEXT};
}

static bool refuse_value(struct reader *reader, enum fault_id wanted)
{
    return fault_say(BOARD_VALUE, fault_here(reader), FAULT_FORMAT, reader->key, reader->object,
                     wanted, found(reader));
}

/* ---- Values ---- */

static bool read_bool(struct reader *reader, bool *value)
{
    if (reader->json.token != TOKEN_TRUE && reader->json.token != TOKEN_FALSE)
        return refuse_value(reader, TERM_TRUE_OR_FALSE);
    *value = reader->json.token == TOKEN_TRUE;
    return true;
}

static bool read_integer(struct reader *reader, int low, int high, int *value)
{
    if (reader->json.token == TOKEN_NUMBER && json_reader_integer(&reader->json, value) &&
        *value >= low && *value <= high)
        return true;
    return fault_say(BOARD_NUMBER, fault_here(reader), FAULT_FORMAT, reader->key, reader->object,
                     low, high, found(reader));
}

/* Reads a text and ignores it. */
static bool read_remark(struct reader *reader)
{
    return reader->json.token == TOKEN_TEXT || refuse_value(reader, TERM_A_TEXT);
}

static bool read_short_text(struct reader *reader, char *into, size_t size)
{
    if (!read_remark(reader))
        return false;
    if (reader->json.length > 0 && json_reader_text(&reader->json, into, size))
        return true;
    return fault_say(BOARD_TEXT, fault_here(reader), FAULT_FORMAT, reader->key, reader->object,
                     (int64_t)size - 1, found(reader));
}

/* Reads a name for people: no control characters (C0, DEL or C1, U+0080 to U+009F). */
static bool read_name(struct reader *reader, char *into, size_t size)
{
    char name[CITY_NAME_SIZE > BOARD_NAME_SIZE ? CITY_NAME_SIZE : BOARD_NAME_SIZE] = {0};
    CHECK(size <= sizeof name);
    if (!read_short_text(reader, name, size))
        return false;
    for (const char *at = name; *at; at++) {
        const unsigned char byte = (unsigned char)at[0], next = (unsigned char)at[1];
        if (byte < 0x20 || byte == 0x7f || (byte == 0xc2 && next < 0xa0))
            return refuse_value(reader, TERM_A_PLAIN_TEXT);
    }
    memset(into, 0, size);
    memcpy(into, name, strlen(name));
    return true;
}

static bool read_id(struct reader *reader, char *into, size_t size)
{
    if (!read_name(reader, into, size))
        return false;
    for (const char *at = into; *at; at++) {
        const bool letter = *at >= 'a' && *at <= 'z';
        const bool later = (*at >= '0' && *at <= '9') || *at == '-';
        if (!letter && (!later || at == into))
            return refuse_value(reader, TERM_AN_ID);
    }
    return true;
}

/*
 * Reads a place such as "K7": a column letter and a row number.  Whether the junction exists is
 * checked later.
 */
static bool read_place(struct reader *reader, struct place *place)
{
    char name[JUNCTION_NAME_SIZE] = "";
    if (reader->json.token != TOKEN_TEXT || !json_reader_text(&reader->json, name, sizeof name) ||
        name[0] < 'A' || name[0] > 'Z' || name[1] < '1' || name[1] > '9' ||
        (name[2] != '\0' && (name[2] < '0' || name[2] > '9')))
        return refuse_value(reader, TERM_A_PLACE);
    place->column = (uint8_t)(name[0] - 'A');
    place->row = (uint8_t)(name[1] - '1');
    if (name[2] != '\0')
        place->row = (uint8_t)((name[1] - '0') * 10 + (name[2] - '0') - 1);
    return true;
}

static bool read_choice(struct reader *reader, const char *const choices[], unsigned count,
                        enum fault_id wanted, unsigned *choice)
{
    char text[32];
    if (reader->json.token == TOKEN_TEXT && json_reader_text(&reader->json, text, sizeof text)) {
        for (*choice = 0; *choice < count; ++*choice) {
            if (strcmp(text, choices[*choice]) == 0)
                return true;
        }
    }
    return refuse_value(reader, wanted);
}

/* ---- Objects and lists ---- */

static bool find_key(struct reader *reader, const struct key keys[], unsigned count,
                     unsigned *found)
{
    char name[32];
    if (json_reader_text(&reader->json, name, sizeof name)) {
        for (*found = 0; *found < count; ++*found) {
            if (strcmp(name, keys[*found].name) == 0)
                return true;
        }
    }
    return fault_say(BOARD_UNKNOWN_KEY, fault_here(reader), FAULT_FORMAT, reader->object,
                     (struct word){reader->json.bytes, reader->json.length});
}

/* Reads an object whose opening brace is the current token, up to its closing brace. */
static bool read_object(struct reader *reader, enum fault_id object, const struct key keys[],
                        unsigned count)
{
    unsigned seen = 0;
    for (;;) {
        if (!advance(reader))
            return false;
        reader->object = object;
        if (reader->json.token == TOKEN_OBJECT_END)
            break;
        unsigned i = 0;
        if (!find_key(reader, keys, count, &i))
            return false;
        if (seen >> i & 1)
            return fault_say(BOARD_KEY_TWICE, fault_here(reader), FAULT_FORMAT, object,
                             keys[i].name);
        seen |= 1u << i;
        reader->key = keys[i].name;
        if (!advance(reader) || !keys[i].read(reader))
            return false;
    }
    for (unsigned i = 0; i < count; i++) {
        if (keys[i].required && !(seen >> i & 1))
            return fault_say(BOARD_KEY_MISSING, fault_here(reader), FAULT_FORMAT, object,
                             keys[i].name);
    }
    return true;
}

/* Reads a list.  `read_item` is called with the item's first token read. */
static bool read_list(struct reader *reader, bool (*read_item)(struct reader *))
{
    const enum fault_id object = reader->object;
    const char *key = reader->key;
    if (reader->json.token != TOKEN_LIST)
        return refuse_value(reader, TERM_A_LIST);
    for (;;) {
        if (!advance(reader))
            return false;
        if (reader->json.token == TOKEN_LIST_END)
            return true;
        reader->object = object;
        reader->key = key;
        if (!read_item(reader))
            return false;
    }
}

/* ---- Cities ---- */

static bool read_city_id(struct reader *reader)
{
    if (!read_id(reader, reader->city.id, sizeof reader->city.id))
        return false;
    const struct board_draft *draft = reader->draft;
    for (unsigned i = 0; i < draft->board.cities; i++) {
        if (strcmp(draft->board.city[i].id, reader->city.id) == 0)
            return fault_say(BOARD_CITY_TWICE, fault_here(reader), FAULT_FORMAT, reader->city.id,
                             draft->city_where[i]);
    }
    return true;
}

static bool read_city_name(struct reader *reader)
{
    return read_name(reader, reader->city.name, sizeof reader->city.name);
}

static bool read_city_group(struct reader *reader)
{
    unsigned group = 0;
    if (!read_choice(reader, group_names, GROUPS, TERM_A_GROUP, &group))
        return false;
    unsigned cards = 1;
    for (unsigned i = 0; i < reader->draft->board.cities; i++)
        cards += reader->draft->board.city[i].group == group;
    if (cards > GROUP_CARDS_MAX)
        return fault_say(BOARD_GROUP_TOO_LARGE, fault_here(reader), FAULT_FORMAT,
                         board_groups[group], GROUP_CARDS_MAX);
    reader->city.group = (uint8_t)group;
    return true;
}

static bool read_city_junction(struct reader *reader)
{
    return read_place(reader, &reader->city_place);
}

static bool read_city_dashed(struct reader *reader)
{
    bool dashed = false;
    if (!read_bool(reader, &dashed))
        return false;
    reader->city.dashed = dashed;
    return true;
}

/*
 * Returns true for degrees written as a plain decimal number with an absolute value of at most
 * `limit`.
 */
static bool is_degree(const struct json_reader *json, int limit)
{
    if (json->token != TOKEN_NUMBER)
        return false;
    const size_t sign = json->bytes[0] == '-';
    size_t point = sign;
    while (point < json->length && json->bytes[point] >= '0' && json->bytes[point] <= '9')
        point++;
    bool fraction = false;
    for (size_t i = point; i < json->length; i++) {
        if (json->bytes[i] == 'e' || json->bytes[i] == 'E')
            return false;
        fraction |= json->bytes[i] != '.' && json->bytes[i] != '0';
    }
    const struct json_reader whole = {.bytes = json->bytes + sign, .length = point - sign};
    int degrees = 0;
    return json_reader_integer(&whole, &degrees) && degrees + fraction <= limit;
}

static bool read_city_lonlat(struct reader *reader)
{
    static const int limit[2] = {180, 90};
    if (reader->json.token != TOKEN_LIST)
        return refuse_value(reader, TERM_DEGREES);
    for (unsigned i = 0; i < 3; i++) {
        if (!advance(reader))
            return false;
        if (i < 2 ? !is_degree(&reader->json, limit[i]) : reader->json.token != TOKEN_LIST_END)
            return refuse_value(reader, TERM_DEGREES);
    }
    return true;
}

static bool read_city(struct reader *reader)
{
    static const struct key keys[] = {
        {"id", true, read_city_id},         {"name", true, read_city_name},
        {"group", true, read_city_group},   {"junction", true, read_city_junction},
        {"dashed", true, read_city_dashed}, {"lonlat", false, read_city_lonlat},
        {"english", false, read_remark},
    };
    if (reader->json.token != TOKEN_OBJECT)
        return refuse_value(reader, TERM_A_LIST_OF_OBJECTS);
    struct board_draft *draft = reader->draft;
    const unsigned where = reader->json.line;
    memset(&reader->city, 0, sizeof reader->city);
    if (!read_object(reader, TERM_A_CITY, keys, sizeof keys / sizeof keys[0]))
        return false;
    CHECK(draft->board.cities < CITIES_MAX); /* ensured by read_city_group() */
    draft->city_where[draft->board.cities] = where;
    draft->city_place[draft->board.cities] = reader->city_place;
    draft->board.city[draft->board.cities++] = reader->city;
    return true;
}

static bool read_cities(struct reader *reader)
{
    if (!read_list(reader, read_city))
        return false;
    reader->draft->cities_end_where = reader->json.line;
    return true;
}

/* ---- Junctions ---- */

static bool read_junction_name(struct reader *reader)
{
    struct place place;
    return read_place(reader, &place) &&
           json_reader_text(&reader->json, reader->junction_name, sizeof reader->junction_name);
}

static bool read_junction_column(struct reader *reader)
{
    return read_integer(reader, 0, COLUMNS_MAX - 1, &reader->column);
}

static bool read_junction_row(struct reader *reader)
{
    return read_integer(reader, 0, ROWS_MAX - 1, &reader->row);
}

static bool read_junction_sea(struct reader *reader)
{
    return read_bool(reader, &reader->at_sea);
}

static bool add_junction(struct reader *reader, unsigned where)
{
    struct board_draft *draft = reader->draft;
    struct junction junction = {
        .column = (uint8_t)reader->column, .row = (uint8_t)reader->row, .at_sea = reader->at_sea};
    const struct place place = {junction.column, junction.row};
    struct fault *fault = fault_at(reader->fault, where);
    board_place_name(place, junction.name);
    if (strcmp(junction.name, reader->junction_name) != 0)
        return fault_say(BOARD_JUNCTION_NAME, fault, FAULT_FORMAT, reader->junction_name,
                         junction.name, reader->column, reader->row);
    uint8_t *at = &draft->junction_at[junction.column][junction.row];
    if (*at != JUNCTION_NONE)
        return fault_say(BOARD_JUNCTION_TWICE, fault, FAULT_FORMAT, junction.name,
                         draft->junction_where[*at]);
    if (draft->board.junctions == JUNCTIONS_MAX)
        return fault_say(BOARD_JUNCTIONS, fault, FAULT_FORMAT, JUNCTIONS_MAX);
    *at = draft->board.junctions;
    draft->junction_where[*at] = where;
    draft->board.junction[draft->board.junctions++] = junction;
    return true;
}

static bool read_junction(struct reader *reader)
{
    static const struct key keys[] = {
        {"name", true, read_junction_name},
        {"col", true, read_junction_column},
        {"row", true, read_junction_row},
        {"sea", false, read_junction_sea},
    };
    if (reader->json.token != TOKEN_OBJECT)
        return refuse_value(reader, TERM_A_LIST_OF_OBJECTS);
    const unsigned where = reader->json.line;
    reader->at_sea = false;
    return read_object(reader, TERM_A_JUNCTION, keys, sizeof keys / sizeof keys[0]) &&
           add_junction(reader, where);
}

static bool read_junctions(struct reader *reader)
{
    return read_list(reader, read_junction);
}

/* ---- Lines ---- */

static bool read_line_a(struct reader *reader)
{
    return read_place(reader, &reader->line_a);
}

static bool read_line_b(struct reader *reader)
{
    return read_place(reader, &reader->line_b);
}

static bool read_line_kind(struct reader *reader)
{
    unsigned kind = 0;
    if (!read_choice(reader, line_kind_names, LINE_KINDS, TERM_A_LINE_KIND, &kind))
        return false;
    reader->line_kind = (enum line_kind)kind;
    return true;
}

static bool add_line(struct reader *reader, unsigned where)
{
    struct board_draft *draft = reader->draft;
    const struct place a = reader->line_a, b = reader->line_b;
    const int columns = b.column - a.column, rows = b.row - a.row;
    struct fault *fault = fault_at(reader->fault, where);
    char line[LINE_NAME_SIZE];
    board_line_name(a, b, line);
    if (columns == 0 && rows == 0)
        return fault_say(BOARD_LINE_LOOP, fault, FAULT_FORMAT, line);
    if (columns < 0 || (columns == 0 && rows < 0))
        return fault_say(BOARD_LINE_ORDER, fault, FAULT_FORMAT, line);
    if (columns > 1 || rows > 1 || rows < 0)
        return fault_say(BOARD_LINE_TOO_LONG, fault, FAULT_FORMAT, line);
    const enum direction direction = columns == 0 ? SOUTH_WEST : rows == 0 ? EAST : SOUTH_EAST;
    uint8_t *from = &draft->lines_from[a.column][a.row];
    if (*from >> direction & 1)
        return fault_say(BOARD_LINE_TWICE, fault, FAULT_FORMAT, line);
    if (draft->board.lines == LINES_MAX)
        return fault_say(BOARD_LINES, fault, FAULT_FORMAT, line);
    *from = (uint8_t)(*from | 1u << direction);
    draft->line_a[draft->board.lines] = a;
    draft->line_b[draft->board.lines] = b;
    draft->line_where[draft->board.lines] = where;
    draft->board.line[draft->board.lines++].kind = (uint8_t)reader->line_kind;
    return true;
}

static bool read_line(struct reader *reader)
{
    static const struct key keys[] = {
        {"a", true, read_line_a},
        {"b", true, read_line_b},
        {"kind", true, read_line_kind},
        {"over", false, read_remark},
    };
    if (reader->json.token != TOKEN_OBJECT)
        return refuse_value(reader, TERM_A_LIST_OF_OBJECTS);
    const unsigned where = reader->json.line;
    return read_object(reader, TERM_A_LINE, keys, sizeof keys / sizeof keys[0]) &&
           add_line(reader, where);
}

static bool read_lines(struct reader *reader)
{
    if (!read_list(reader, read_line))
        return false;
    reader->draft->lines_end_where = reader->json.line;
    return true;
}

/* ---- The board ---- */

static bool read_format(struct reader *reader)
{
    static const char *const formats[] = {"railhead-board 1"};
    unsigned format = 0;
    return read_choice(reader, formats, 1, TERM_THE_BOARD_FORMAT, &format);
}

static bool read_board_id(struct reader *reader)
{
    return read_id(reader, reader->draft->board.id, BOARD_ID_SIZE);
}

static bool read_board_name(struct reader *reader)
{
    return read_name(reader, reader->draft->board.name, BOARD_NAME_SIZE);
}

static bool read_rules(struct reader *reader)
{
    unsigned choice = 0;
    if (!read_choice(reader, ruleset_names, RULESETS, TERM_A_RULE_SET_NAME, &choice))
        return false;
    reader->draft->rules = choice == 0 ? RULES_TRANSAMERICA : RULES_TRANSEUROPA;
    return true;
}

static bool read_tracks(struct reader *reader)
{
    int tracks = 0;
    if (!read_integer(reader, 1, 999, &tracks))
        return false;
    reader->draft->board.tracks = (uint16_t)tracks;
    return true;
}

static bool read_coloured_tracks(struct reader *reader)
{
    int tracks = 0;
    if (!read_integer(reader, 0, 99, &tracks))
        return false;
    reader->draft->board.coloured_tracks = (uint8_t)tracks;
    return true;
}

static bool read_points(struct reader *reader, int16_t *into)
{
    int points = 0;
    if (!read_integer(reader, -99, 99, &points))
        return false;
    *into = (int16_t)points;
    return true;
}

static bool read_start_points(struct reader *reader)
{
    return read_points(reader, &reader->draft->board.start_points);
}

static bool read_end_points(struct reader *reader)
{
    reader->draft->end_points_where = reader->json.line;
    return read_points(reader, &reader->draft->board.end_points);
}

static bool read_barrier_rule(struct reader *reader)
{
    bool applies = false;
    reader->draft->barrier_rule_where = reader->json.line;
    if (!read_bool(reader, &applies))
        return false;
    reader->draft->board.barrier_rule = applies;
    return true;
}

static bool read_note(struct reader *reader)
{
    return reader->json.token == TOKEN_TEXT || refuse_value(reader, TERM_A_LIST_OF_TEXTS);
}

static bool read_notes(struct reader *reader)
{
    return read_list(reader, read_note);
}

static bool read_board(struct reader *reader)
{
    static const struct key keys[] = {
        {"format", true, read_format},
        {"id", true, read_board_id},
        {"name", true, read_board_name},
        {"rules", false, read_rules},
        {"tracks", true, read_tracks},
        {"coloured_tracks", false, read_coloured_tracks},
        {"start_points", true, read_start_points},
        {"end_points", true, read_end_points},
        {"barrier_rule", true, read_barrier_rule},
        {"lattice", false, read_remark},
        {"notes", false, read_notes},
        {"cities", true, read_cities},
        {"junctions", true, read_junctions},
        {"lines", true, read_lines},
    };
    if (!advance(reader))
        return false;
    if (reader->json.token != TOKEN_OBJECT)
        return fault_say(BOARD_NO_OBJECT, fault_here(reader), FAULT_FORMAT);
    /* Reads one more token to check that nothing follows. */
    return read_object(reader, TERM_THE_BOARD, keys, sizeof keys / sizeof keys[0]) &&
           advance(reader);
}

static bool is_blank(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (text[i] != ' ' && text[i] != '\t' && text[i] != '\r' && text[i] != '\n')
            return false;
    }
    return true;
}

bool board_read(const char *text, size_t size, struct board *board, struct fault *fault)
{
    if (is_blank(text, size))
        return fault_say(BOARD_EMPTY, fault_at(fault, 1), FAULT_FORMAT);
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        return fault_say(BOARD_BYTE_ORDER_MARK, fault_at(fault, 1), FAULT_FORMAT);
    struct board_draft draft;
    memset(&draft, 0, sizeof draft);
    memset(draft.junction_at, JUNCTION_NONE, sizeof draft.junction_at);
    draft.board.coloured_tracks = 3;
    struct reader reader = {.fault = fault, .draft = &draft};
    json_reader_init(&reader.json, text, size);
    if (!read_board(&reader) || !board_draft_finish(&draft, fault))
        return false;
    /* including padding: boards are compared by bytes */
    memcpy(board, &draft.board, sizeof *board);
    return true;
}
