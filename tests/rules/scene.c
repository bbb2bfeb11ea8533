/* How scenes are set up and played: see scene.h. */
#include "rules/scene.h"

#include <ctype.h>
#include <string.h>

#include "board_file/boards.h"
#include "rules/notation.h"
#include "rules/scoring.h"

const char scene_two[] = "portland helena omaha new-york dallas\n"
                         "medford chicago st-louis washington memphis\n";
const char scene_three[] = "portland helena omaha new-york dallas\n"
                           "medford chicago st-louis washington memphis\n"
                           "sacramento bismarck santa-fe winston el-paso\n";
const char scene_four[] = "portland helena omaha new-york dallas\n"
                          "medford chicago st-louis washington memphis\n"
                          "sacramento bismarck santa-fe winston el-paso\n"
                          "seattle duluth denver boston houston\n";
const char scene_europe_two[] = "kyiv roma oslo wien london\n"
                                "minsk sofia moskva zurich madrid\n";
const char scene_europe_three[] = "kyiv roma oslo wien london\n"
                                  "minsk sofia moskva zurich madrid\n"
                                  "odessa tirana glasgow amsterdam dublin\n";
const char scene_row[] = "A1-B1 B1-C1 C1-D1 D1-E1 E1-F1 F1-G1 G1-H1 H1-I1 I1-J1 J1-K1 K1-L1";

enum { SCRIPT_LINE_SIZE = 128 };

/* Fails at the caller's line. */
#define FAIL_AT(file, line, ...)                                                                   \
    do {                                                                                           \
        print_error(__VA_ARGS__);                                                                  \
        _fail((file), (line));                                                                     \
    } while (0)

/* Takes the next line off a script; NULL when there is none. */
static const char *next_line(const char *script, char line[SCRIPT_LINE_SIZE])
{
    if (*script == '\0')
        return NULL;
    const char *end = strchr(script, '\n');
    assert_non_null(end);
    const size_t length = (size_t)(end - script);
    assert_true(length < SCRIPT_LINE_SIZE);
    memcpy(line, script, length);
    line[length] = '\0';
    return end + 1;
}

/* The cards that a line of hands names, in the order of the groups. */
static struct hand hand_from(const struct board *board, const char *line)
{
    struct hand hand;
    struct words words;
    struct word word;
    words_init(&words, line, strlen(line));
    for (unsigned group = 0; group < GROUPS; group++) {
        assert_true(words_next(&words, &word));
        hand.city[group] = (uint8_t)board_find_city(board, word.start, word.length);
        if (hand.city[group] == CITY_NONE || board->city[hand.city[group]].group != group)
            fail_msg("no such city of group %s: %.*s", group_names[group], (int)word.length,
                     word.start);
    }
    assert_false(words_next(&words, &word));
    return hand;
}

static unsigned hands_from(const struct board *board, const char *text, struct hand hand[SEATS_MAX])
{
    char line[SCRIPT_LINE_SIZE];
    unsigned seats = 0;
    memset(hand, CITY_NONE, SEATS_MAX * sizeof hand[0]);
    while ((text = next_line(text, line)) != NULL) {
        assert_true(seats < SEATS_MAX);
        hand[seats++] = hand_from(board, line);
    }
    return seats;
}

void scene_begin_on(struct scene *scene, const struct board *board, unsigned variants,
                    const char *hands)
{
    static const uint8_t seed[SEED_SIZE];
    struct hand hand[SEATS_MAX];
    const unsigned seats = hands_from(board, hands, hand);
    scene->board = board;
    position_init(&scene->position, board, seats, variants, seed);
    position_begin_round(&scene->position, board, hand, 0);
}

void scene_begin(struct scene *scene, const char *board, unsigned variants, const char *hands)
{
    const struct board *found = board_builtin(board, strlen(board));
    assert_non_null(found);
    scene_begin_on(scene, found, variants, hands);
}

void scene_next_round(struct scene *scene, const char *hands)
{
    struct hand hand[SEATS_MAX];
    assert_int_equal(hands_from(scene->board, hands, hand), scene->position.table.seats);
    position_begin_round(&scene->position, scene->board, hand,
                         table_next_first(&scene->position.table));
}

/* Sketches. */

static unsigned sketch_junction(struct board *board, const char *name, size_t length)
{
    const unsigned known = board_find_junction(board, name, length);
    if (known != JUNCTION_NONE)
        return known;
    struct junction *junction = &board->junction[board->junctions];
    assert_true(length == 2 && isupper((unsigned char)name[0]) && isdigit((unsigned char)name[1]));
    memcpy(junction->name, name, length);
    junction->column = (uint8_t)(name[0] - 'A');
    junction->row = (uint8_t)(name[1] - '1');
    return board->junctions++;
}

static void sketch_line(struct board *board, struct word word)
{
    assert_int_equal(word.length, 5);
    struct line *line = &board->line[board->lines++];
    line->a = (uint8_t)sketch_junction(board, word.start, 2);
    line->b = (uint8_t)sketch_junction(board, word.start + 3, 2);
    line->kind = word.start[2] == '='   ? LINE_DOUBLE
                 : word.start[2] == '~' ? LINE_FERRY
                                        : LINE_SINGLE;
}

static void sketch_city(struct board *board, unsigned group, struct word word)
{
    const unsigned junction = board_find_junction(board, word.start, word.length);
    assert_int_not_equal(junction, JUNCTION_NONE);
    struct city *city = &board->city[board->cities++];
    memcpy(city->id, word.start, word.length);
    city->group = (uint8_t)group;
    city->junction = (uint8_t)junction;
}

void scene_sketch(struct board *board, enum ruleset ruleset, const char *lines, const char *hands)
{
    char line[SCRIPT_LINE_SIZE];
    struct words words;
    struct word word;
    memset(board, 0, sizeof *board);
    memcpy(board->id, "sketch", sizeof "sketch");
    board->ruleset = (uint8_t)ruleset;
    board->barrier_rule = ruleset == RULESET_TRANSAMERICA;
    board->coloured_tracks = 3;
    board->tracks = 84;
    board->start_points = 13;
    board->end_points = ruleset == RULESET_TRANSAMERICA ? 0 : 1;
    words_init(&words, lines, strlen(lines));
    while (words_next(&words, &word))
        sketch_line(board, word);
    while ((hands = next_line(hands, line)) != NULL) {
        words_init(&words, line, strlen(line));
        for (unsigned group = 0; words_next(&words, &word); group++)
            sketch_city(board, group, word);
    }
    board_derive(board);
}

/* Turns. */

static struct turn turn_from(const struct board *board, const char *text, const char *file,
                             int line)
{
    struct turn turn;
    struct words words;
    struct fault fault;
    words_init(&words, text, strlen(text));
    if (!notation_read_turn(board, &words, &turn, &fault))
        FAIL_AT(file, line, "'%s': %s\n", text, SENTENCE(&fault));
    return turn;
}

void scene_play_at(struct scene *scene, const char *script, const char *file, int line)
{
    char text[SCRIPT_LINE_SIZE];
    while ((script = next_line(script, text)) != NULL) {
        const struct table *table = &scene->position.table;
        if (text[0] != '1' + table->to_move || text[1] != ' ')
            FAIL_AT(file, line, "'%s': it is the turn of seat %d\n", text, table->to_move + 1);
        const struct turn turn = turn_from(scene->board, text + 2, file, line);
        const enum refusal refusal = position_play(&scene->position, scene->board, &turn);
        if (refusal != ACCEPTED)
            FAIL_AT(file, line, "'%s': %s\n", text, refusal_text(refusal));
    }
}

void scene_allows_at(const struct scene *scene, const char *turn, const char *file, int line)
{
    struct position position = scene->position;
    const struct turn read = turn_from(scene->board, turn, file, line);
    const enum refusal refusal = position_play(&position, scene->board, &read);
    if (refusal != ACCEPTED)
        FAIL_AT(file, line, "'%s': %s\n", turn, refusal_text(refusal));
}

void scene_refuses_at(struct scene *scene, const char *turn, enum refusal refusal, const char *rule,
                      const char *file, int line)
{
    const struct position before = scene->position;
    const struct turn read = turn_from(scene->board, turn, file, line);
    const enum refusal got = position_play(&scene->position, scene->board, &read);
    if (got == ACCEPTED)
        FAIL_AT(file, line, "'%s' is accepted\n", turn);
    if (got != refusal || strcmp(refusal_rule(got), rule) != 0)
        FAIL_AT(file, line, "'%s' is refused by %s: %s\n", turn, refusal_rule(got),
                refusal_text(got));
    if (memcmp(&before, &scene->position, sizeof before) != 0)
        FAIL_AT(file, line, "'%s' is refused but has changed the position\n", turn);
}

void scene_draft_at(const struct scene *scene, const char *tracks, struct draft *draft,
                    const char *file, int line)
{
    const struct table *table = &scene->position.table;
    draft_begin(draft, table, &scene->position.hand[table->to_move]);
    if (*tracks == '\0')
        return;
    const struct turn turn = turn_from(scene->board, tracks, file, line);
    const enum refusal refusal = draft_turn(draft, scene->board, &turn);
    if (refusal != ACCEPTED)
        FAIL_AT(file, line, "'%s': %s\n", tracks, refusal_text(refusal));
}

void scene_ended_at(const struct scene *scene, const char *seats, const char *file, int line)
{
    const struct table *table = &scene->position.table;
    char connected[SCRIPT_LINE_SIZE];
    struct text text;
    text_init(&text, connected, sizeof connected);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (table->connected >> seat & 1) {
            text_add(&text, text.used > 0 ? " " : "");
            text_add_number(&text, seat + 1L);
        }
    }
    if (!scene_is_over(scene))
        FAIL_AT(file, line, "the round is not over\n");
    if (strcmp(text.used > 0 ? connected : "-", seats) != 0)
        FAIL_AT(file, line, "the connected seats are '%s', not '%s'\n", connected, seats);
}

/* Questions. */

unsigned scene_junction(const struct scene *scene, const char *name)
{
    const unsigned junction = board_find_junction(scene->board, name, strlen(name));
    assert_int_not_equal(junction, JUNCTION_NONE);
    return junction;
}

unsigned scene_line(const struct scene *scene, const char *name)
{
    unsigned line;
    struct fault fault;
    if (!notation_read_line(scene->board, (struct word){name, strlen(name)}, &line, &fault))
        fail_msg("%s", SENTENCE(&fault));
    return line;
}

unsigned scene_to_move(const struct scene *scene)
{
    assert_int_equal(scene->position.table.phase, PHASE_PLAYING);
    return scene->position.table.to_move + 1U;
}

bool scene_is_over(const struct scene *scene)
{
    return scene->position.table.phase != PHASE_PLAYING;
}

bool scene_reaches(const struct scene *scene, unsigned seat, const char *junction)
{
    return junction_set_has(table_reach(&scene->position.table, seat - 1),
                            scene_junction(scene, junction));
}

unsigned scene_missing(const struct scene *scene, unsigned seat)
{
    return scoring_missing(&scene->position.table, scene->board, seat - 1,
                           &scene->position.hand[seat - 1], NULL);
}

int scene_lost(const struct scene *scene, unsigned seat)
{
    return scene->position.table.lost[seat - 1];
}

int scene_points(const struct scene *scene, unsigned seat)
{
    return scene->position.table.points[seat - 1];
}

void scene_lay_everything(struct table *table, const struct board *board)
{
    for (unsigned line = 0; line < board->lines; line++) {
        while (table_add_piece(table, board, line, TRACK_BLACK))
            continue;
    }
    table->connected = (uint8_t)((1U << table->seats) - 1);
}

/* Records. */

enum record_event scene_read(struct record_reader *reader, const char *record, const uint8_t *seed)
{
    record_reader_init(reader, record, strlen(record), board_builtins, seed);
    return record_read_rest(reader);
}

void scene_faulty_at(const char *record, unsigned at, const char *rule, const char *file, int line)
{
    struct record_reader reader;
    if (scene_read(&reader, record, NULL) == RECORD_END)
        FAIL_AT(file, line, "the record is read without a fault\n");
    const struct fault *fault = &reader.fault;
    if (fault->line != at || strcmp(fault->rule, rule) != 0)
        FAIL_AT(file, line, "the fault is: %u: %s (%s)\n", fault->line, SENTENCE(fault),
                fault->rule);
    if (fault->id == FAULT_NONE)
        FAIL_AT(file, line, "the fault is not explained\n");
}

void scene_sound_at(const char *record, const char *file, int line)
{
    struct record_reader reader;
    if (scene_read(&reader, record, NULL) != RECORD_END)
        FAIL_AT(file, line, "%u: %s (%s)\n", reader.fault.line, SENTENCE(&reader.fault),
                reader.fault.rule);
}
