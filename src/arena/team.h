/*
 * Processes that play a series together, on one machine or several: those started by mpirun, if the
 * program was built with MPI=1 (team_mpi.c).  Any other process is alone (team_alone.c).
 *
 * Member 0 is the leader.  All members have the same command line and make the same calls in the
 * same order.  Only messages between the leader and a member are sent at any time.
 */
#ifndef RAILHEAD_ARENA_TEAM_H
#define RAILHEAD_ARENA_TEAM_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Wait for all members at the beginning and at the end.  team_begin() returns false if there can be
 * no team.
 */
bool team_begin(void);
void team_end(void);

/* Returns true if the program was built with MPI=1. */
bool team_has_mpi(void);

unsigned team_size(void);
unsigned team_member(void);

static inline bool team_leads(void)
{
    return team_member() == 0;
}

/*
 * Returns how many of this machine's cores this member may use: those not used by its other
 * members.
 */
unsigned team_cores(unsigned cores);

/* Returns true if `so` is true for all members. */
bool team_all(bool so);

/* Copies the leader's data to all members. */
void team_share(void *data, size_t bytes);

/*
 * team_send() sends a message to a member.  team_receive() waits for the next message from any
 * member and returns its sender; `bytes` is the size of the largest.  Waiting uses no processor
 * time.  One thread at a time.
 */
void team_send(unsigned to, const void *letter, size_t bytes);
unsigned team_receive(void *letter, size_t bytes);

#endif
