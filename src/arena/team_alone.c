/* A team of one process: there are no messages. */
#include "arena/team.h"

#ifndef TEAM_MPI

#include "base/check.h"

bool team_begin(void)
{
    return true;
}

void team_end(void)
{
}

bool team_has_mpi(void)
{
    return false;
}

unsigned team_size(void)
{
    return 1;
}

unsigned team_member(void)
{
    return 0;
}

unsigned team_cores(unsigned cores)
{
    return cores;
}

bool team_all(bool so)
{
    return so;
}

void team_share(void *data, size_t bytes)
{
    (void)data;
    (void)bytes;
}

void team_send(unsigned to, const void *letter, size_t bytes)
{
    (void)to;
    (void)letter;
    (void)bytes;
    CHECK(!"nobody is there to write to");
}

unsigned team_receive(void *letter, size_t bytes)
{
    (void)letter;
    (void)bytes;
    CHECK(!"nobody is there to write");
    return 0;
}

#endif
