/*
 * Work in parts of a step, as what searches counts it: most things take less than a step.
 */
#ifndef RAILHEAD_BOTS_WORK_H
#define RAILHEAD_BOTS_WORK_H

enum { WORK_PER_STEP = 8 };

/* What is less than a step counts as one. */
static inline unsigned work_steps(unsigned parts)
{
    return (parts + WORK_PER_STEP - 1) / WORK_PER_STEP;
}

#endif
