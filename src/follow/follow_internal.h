/*
 * What the files of src/follow/ share.
 */
#ifndef RAILHEAD_FOLLOW_FOLLOW_INTERNAL_H
#define RAILHEAD_FOLLOW_FOLLOW_INTERNAL_H

#include "follow/follow.h"

/* ---- follow_judge.c: what a server says, before it is believed ---------------------------------
 */

/* Whether a text ends within its array, and whether it says something too. */
bool follow_text_ends(const char *text, size_t size);
bool follow_is_person(const char person[PERSON_SIZE]);

/* Whether a time is one that a clock can show, so that sums of times are numbers still. */
bool follow_is_time(int64_t time);

/* The fields of a message by themselves. */
enum misfit follow_judge_table(const struct told_following *following);
enum misfit follow_judge_event(const struct told_event *told);

/* ---- follow_game.c: what an event does to the game ---------------------------------------------
 */

/* Judges an event of the game and takes it over; the seats and clocks are told afterwards. */
enum misfit follow_take_round(struct follow *follow, const struct told_event *told);
enum misfit follow_take_turn(struct follow *follow, const struct told_event *told);
enum misfit follow_take_end(struct follow *follow, const struct told_event *told);
enum misfit follow_take_result(struct follow *follow, const struct told_event *told);
enum misfit follow_take_reveal(struct follow *follow, const struct told_event *told);
enum misfit follow_take_undo(struct follow *follow, const struct told_event *told);

/* My cards, as the round that is played or was last knows them. */
void follow_show_hand(struct follow *follow);

/* ---- follow_history.c ---------------------------------------------------------------------------
 */

/* The table of a round (from 0) after so many of its turns, with these hands known. */
enum misfit follow_replay(const struct follow *follow, unsigned round, unsigned turns,
                          const struct hand hand[SEATS_MAX], struct table *table);

/* ---- follow_people.c
 * ------------------------------------------------------------------------------ */

/* Somebody's name, as a table tells it. */
void follow_remember(struct follow *follow, const char *id, const char *name);

/* The news of an event that is about to happen; `said` is what was said, or "". */
void follow_tell(struct follow *follow, const struct told_event *told);

/* What was said in an event is deleted. */
void follow_unsay(struct follow *follow, uint32_t number);

#endif
