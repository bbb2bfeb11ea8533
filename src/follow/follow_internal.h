/* Shared by the files of src/follow/. */
#ifndef RAILHEAD_FOLLOW_FOLLOW_INTERNAL_H
#define RAILHEAD_FOLLOW_FOLLOW_INTERNAL_H

#include "follow/follow.h"

/* ---- follow_judge.c: checks messages by themselves ------------------------------------------- */

/*
 * follow_text_ends() returns true if the text is terminated within its array; follow_is_person(),
 * if in addition it is not empty.
 */
bool follow_text_ends(const char *text, size_t size);
bool follow_is_person(const char person[PERSON_SIZE]);

/* Returns true if a time is in a range in which sums of times cannot overflow. */
bool follow_is_time(int64_t time);

/* Check the fields of a message by themselves. */
enum misfit follow_judge_table(const struct told_following *following);
enum misfit follow_judge_event(const struct told_event *told);

/* ---- follow_game.c: effects of events on the game -------------------------------------------- */

/*
 * Check an event of the game and apply it to the table.  The caller applies it to seats and clocks.
 */
enum misfit follow_take_round(struct follow *follow, const struct told_event *told);
enum misfit follow_take_turn(struct follow *follow, const struct told_event *told);
enum misfit follow_take_end(struct follow *follow, const struct told_event *told);
enum misfit follow_take_result(struct follow *follow, const struct told_event *told);
enum misfit follow_take_reveal(struct follow *follow, const struct told_event *told);
enum misfit follow_take_undo(struct follow *follow, const struct told_event *told);

/* Copies our cards of the current or last round to the view. */
void follow_show_hand(struct follow *follow);

/* ---- follow_history.c ------------------------------------------------------------------------ */

/* Computes the table of a round (from 0) after this many of its turns, with these hands known. */
enum misfit follow_replay(const struct follow *follow, unsigned round, unsigned turns,
                          const struct hand hand[SEATS_MAX], struct table *table);

/* ---- follow_people.c ------------------------------------------------------------------------- */

/* Stores a person's name. */
void follow_remember(struct follow *follow, const char *id, const char *name);

/* Adds the news of an event that is about to be applied. */
void follow_tell(struct follow *follow, const struct told_event *told);

/* Deletes the text of a chat event. */
void follow_unsay(struct follow *follow, uint32_t number);

#endif
