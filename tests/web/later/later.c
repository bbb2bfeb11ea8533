/*
 * A clock that can be put forward: loaded before a program (LD_PRELOAD), it adds the milliseconds
 * that the file $RAILHEAD_LATER holds to what the program believes the time of day to be, and to
 * how long it believes the machine to run: the server follows the second.  Tests that need two
 * minutes to pass do not wait for them.  Knows nothing of the program.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *time)
{
    const char *path = getenv("RAILHEAD_LATER");
    const int result = (int)syscall(SYS_clock_gettime, clock, time);
    const int is_moved = clock == CLOCK_REALTIME || clock == CLOCK_BOOTTIME;
    FILE *file = result == 0 && is_moved && path ? fopen(path, "r") : NULL;
    long later = 0;
    if (file) {
        if (fscanf(file, "%ld", &later) == 1)
            time->tv_sec += later / 1000;
        fclose(file);
    }
    return result;
}
