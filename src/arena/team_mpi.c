/* A team in MPI: members are ranks.  An error of MPI ends all of them. */
#define _GNU_SOURCE /* sched_getaffinity() */
#include "arena/team.h"

#ifdef TEAM_MPI

#include <limits.h>
#include <mpi.h>
#include <sched.h>
#include <time.h>

#include "base/check.h"

enum {
    LETTER = 1, /* tag of all messages */
    /* between checks for messages: MPI itself would use the processor while it waits */
    PAUSE_NS = 300000,
    SHARED_MAX = 1 << 30 /* bytes per call, because MPI counts them in an int */
};

/* Cached, because all threads read them and MPI may be called by one thread only. */
static int size = 1, rank = 0;
static int neighbours = 1; /* number of members on this machine */

static void count_neighbours(void)
{
    MPI_Comm here;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    MPI_Comm_size(here, &neighbours);
    MPI_Comm_free(&here);
}

/* Worker threads call MPI too, one at a time. */
bool team_begin(void)
{
    int provided;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    count_neighbours();
    return team_all(provided >= MPI_THREAD_SERIALIZED);
}

void team_end(void)
{
    MPI_Finalize();
}

bool team_has_mpi(void)
{
    return true;
}

unsigned team_size(void)
{
    return (unsigned)size;
}

unsigned team_member(void)
{
    return (unsigned)rank;
}

/* If mpirun has bound the process to some cores, no other member uses them. */
unsigned team_cores(unsigned cores)
{
    cpu_set_t bound;
    if (sched_getaffinity(0, sizeof bound, &bound) == 0 && CPU_COUNT(&bound) < (int)cores)
        return (unsigned)CPU_COUNT(&bound);
    return cores > (unsigned)neighbours ? cores / (unsigned)neighbours : 1;
}

bool team_all(bool so)
{
    int mine = so, all;
    if (size == 1)
        return so;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return all;
}

void team_share(void *data, size_t bytes)
{
    char *rest = data;
    while (bytes > 0) {
        const size_t part = bytes < SHARED_MAX ? bytes : SHARED_MAX;
        MPI_Bcast(rest, (int)part, MPI_BYTE, 0, MPI_COMM_WORLD);
        rest += part;
        bytes -= part;
    }
}

void team_send(unsigned to, const void *letter, size_t bytes)
{
    CHECK(bytes <= INT_MAX);
    MPI_Send(letter, (int)bytes, MPI_BYTE, (int)to, LETTER, MPI_COMM_WORLD);
}

unsigned team_receive(void *letter, size_t bytes)
{
    const struct timespec pause = {.tv_nsec = PAUSE_NS};
    MPI_Status status;
    int is_there;
    for (;;) {
        MPI_Iprobe(MPI_ANY_SOURCE, LETTER, MPI_COMM_WORLD, &is_there, &status);
        if (is_there)
            break;
        nanosleep(&pause, NULL);
    }
    CHECK(bytes <= INT_MAX);
    MPI_Recv(letter, (int)bytes, MPI_BYTE, status.MPI_SOURCE, LETTER, MPI_COMM_WORLD, &status);
    return (unsigned)status.MPI_SOURCE;
}

#endif
