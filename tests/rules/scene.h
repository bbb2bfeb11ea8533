/*
 * Scenes: a table, hands and turns written as a record writes them, for tests that state a rule.
 *
 *     struct scene scene;
 *     scene_begin(&scene, "transamerica", 0, "portland helena omaha new-york dallas\n"
 *                                            "medford chicago st-louis washington memphis\n");
 *     scene_play(&scene, "1 @K7\n2 @C3\n1 K7-L7 L7-M7\n");
 *     scene_refuses(&scene, "K7-L7", REFUSED_NOT_CONNECTED, "T5");
 *
 * Seats are 1 to 6 here, as in a record.  A scene that goes another way than the script says fails
 * the test at the caller's line.
 */
#ifndef RAILHEAD_TESTS_RULES_SCENE_H
#define RAILHEAD_TESTS_RULES_SCENE_H

#include "rules/position.h"
#include "rules/record.h"
#include "support.h"

struct scene {
    const struct board *board;
    struct position position;
};

/* Hands for tests in which the cards do not matter. */
extern const char scene_two[], scene_three[], scene_four[]; /* on the board transamerica */
extern const char scene_europe_two[], scene_europe_three[]; /* on both boards of Europe */

/* The first round: as many seats as there are lines of hands; seat 1 begins. */
void scene_begin(struct scene *scene, const char *board, unsigned variants, const char *hands);
void scene_begin_on(struct scene *scene, const struct board *board, unsigned variants,
                    const char *hands);

/* The next round, with new hands. */
void scene_next_round(struct scene *scene, const char *hands);

/*
 * A small board from a text: "A1-B1" a single line, "A1=B1" a double one, "A1~B1" a ferry; its
 * cities are the junctions that `hands` names.  13 points, 84 tracks, nothing dashed.
 */
void scene_sketch(struct board *board, enum ruleset ruleset, const char *lines, const char *hands);

/* A sketch of TransAmerica: twelve junctions in a row, A1 to L1, joined by single lines. */
extern const char scene_row[];

/* Plays lines such as "1 K7-L7 L7-M7"; every turn must be that seat's and be accepted. */
#define scene_play(scene, script) scene_play_at((scene), (script), __FILE__, __LINE__)
void scene_play_at(struct scene *scene, const char *script, const char *file, int line);

/* The seat to move could play this turn, written without the seat.  Nothing is played. */
#define scene_allows(scene, turn) scene_allows_at((scene), (turn), __FILE__, __LINE__)
void scene_allows_at(const struct scene *scene, const char *turn, const char *file, int line);

/* The turn is refused for this reason, by this rule, and not a byte of the position changes. */
#define scene_refuses(scene, turn, refusal, rule)                                                  \
    scene_refuses_at((scene), (turn), (refusal), (rule), __FILE__, __LINE__)
void scene_refuses_at(struct scene *scene, const char *turn, enum refusal refusal, const char *rule,
                      const char *file, int line);

/* The seat to move begins a turn and lays these tracks, each of which must be accepted. */
#define scene_draft(scene, tracks, draft)                                                          \
    scene_draft_at((scene), (tracks), (draft), __FILE__, __LINE__)
void scene_draft_at(const struct scene *scene, const char *tracks, struct draft *draft,
                    const char *file, int line);

/* The round is over, and these seats are connected: "1 3", or "-". */
#define scene_ended(scene, seats) scene_ended_at((scene), (seats), __FILE__, __LINE__)
void scene_ended_at(const struct scene *scene, const char *seats, const char *file, int line);

unsigned scene_junction(const struct scene *scene, const char *name);
unsigned scene_line(const struct scene *scene, const char *name);
unsigned scene_to_move(const struct scene *scene);
bool scene_is_over(const struct scene *scene);

/* N1: whether the junction is in the seat's network. */
bool scene_reaches(const struct scene *scene, unsigned seat, const char *junction);

/* P1: what the seat would lose now; minus points and points of a round that is over. */
unsigned scene_missing(const struct scene *scene, unsigned seat);
int scene_lost(const struct scene *scene, unsigned seat);
int scene_points(const struct scene *scene, unsigned seat);

/* Black track on every line, markers or not: everybody is connected when the round is scored. */
void scene_lay_everything(struct table *table, const struct board *board);

/* Reads a whole record and leaves the reader at its end or at its fault. */
enum record_event scene_read(struct record_reader *reader, const char *record, const uint8_t *seed);

/* The record has a fault on this line, and of this rule or FAULT_FORMAT. */
#define scene_faulty(record, at, rule) scene_faulty_at((record), (at), (rule), __FILE__, __LINE__)
void scene_faulty_at(const char *record, unsigned at, const char *rule, const char *file, int line);

/* The record is read to its end without fault. */
#define scene_sound(record) scene_sound_at((record), __FILE__, __LINE__)
void scene_sound_at(const char *record, const char *file, int line);

#endif
