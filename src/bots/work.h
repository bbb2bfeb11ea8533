/*
 * Work of a search is counted in eighths of a step, since most operations take less than a step.
 */
#ifndef RAILHEAD_BOTS_WORK_H
#define RAILHEAD_BOTS_WORK_H

enum { WORK_PER_STEP = 8 };

/* Converts eighths to steps, rounded up. */
static inline unsigned work_steps(unsigned parts)
{
    return (parts + WORK_PER_STEP - 1) / WORK_PER_STEP;
}

#endif
