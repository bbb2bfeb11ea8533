/*
 * A short story in which every function of the store is called, in steps that can be repeated.
 *
 * For tests in which calls fail: a step that answered STORE_FAILED is taken again, and the story
 * ends in the same tables.
 */
#ifndef RAILHEAD_TESTS_STORE_SCENARIO_H
#define RAILHEAD_TESTS_STORE_SCENARIO_H

#include <stdbool.h>

#include "store/store.h"

struct scenario_step {
    const char *name;
    enum store_result (*take)(struct store *store);
    enum store_result again; /* what it may answer beside STORE_OK when it was done before */
};

extern const struct scenario_step scenario[];
extern const size_t scenario_steps;

/* A new text with what is in the tables that the scenario touched; the caller frees it. */
char *scenario_tables(struct store *store);

/* Whether what belongs together is there wholly or not at all. */
void scenario_assert_whole(struct store *store);

#endif
