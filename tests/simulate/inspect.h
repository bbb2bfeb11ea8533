/*
 * What must always be true of a simulated world.
 *
 * A glance is cheap and comes after every step.  An inspection wants a quiet point: no faults, no
 * job that waits but bots' turns, everything read; then it looks at every client, table and list,
 * and compares the server's memory with the store.
 */
#ifndef RAILHEAD_TESTS_SIMULATE_INSPECT_H
#define RAILHEAD_TESTS_SIMULATE_INSPECT_H

#include "simulate/world.h"

void inspect_glance(struct world *world);

/* Makes the point quiet first: faults end, time goes on, what is on its way arrives. */
void inspect_quiet(struct world *world);

#endif
