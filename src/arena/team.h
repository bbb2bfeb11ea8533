/*
 * Processes that play a series together, on one machine or on several: those that mpirun has
 * started, in a program that was built with MPI=1 (team_mpi.c).  Any other is alone (team_alone.c).
 *
 * Member 0 leads.  All members have the same command line, and come to the same calls in the same
 * order; only letters go back and forth as they like, between the leader and another.
 */
#ifndef RAILHEAD_ARENA_TEAM_H
#define RAILHEAD_ARENA_TEAM_H

#include <stdbool.h>
#include <stddef.h>

/* The program may wait here for all to come, and again at the end.  False where no team can be. */
bool team_begin(void);
void team_end(void);

/* Whether the program can play on several machines: it was built with MPI=1. */
bool team_has_mpi(void);

unsigned team_size(void);
unsigned team_member(void);

static inline bool team_leads(void)
{
    return team_member() == 0;
}

/* How many of so many cores are for this member: those that the others here do not have. */
unsigned team_cores(unsigned cores);

/* Whether it is so for all members. */
bool team_all(bool so);

/* Everybody gets what the leader has. */
void team_share(void *data, size_t bytes);

/*
 * A letter to a member, and the next one that has come, from whomever; `bytes` is the size of the
 * largest, and who it is from is answered.  By one thread at a time.  Waiting takes no computing.
 */
void team_send(unsigned to, const void *letter, size_t bytes);
unsigned team_receive(void *letter, size_t bytes);

#endif
