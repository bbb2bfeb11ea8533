/*
 * SQLite that does not wait for the disk, for tests with thousands of commits.
 *
 * No test turns the power off, and what a killed process has written is safe with the kernel.
 */
#ifndef RAILHEAD_TESTS_STORE_NO_SYNC_H
#define RAILHEAD_TESTS_STORE_NO_SYNC_H

/* For all files that this program opens from now on. */
void no_sync(void);

#endif
