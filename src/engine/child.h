/*
 * A child process that communicates in lines: its process group, three pipes, and deadlines.
 *
 * It must not know engines or the game.  No call waits longer than its deadline.  A child that
 * exits causes no SIGPIPE, and child_end() leaves no process and no descriptor behind.
 */
#ifndef RAILHEAD_ENGINE_CHILD_H
#define RAILHEAD_ENGINE_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    CHILD_LINE_SIZE = 8192, /* longer lines are discarded */
    CHILD_WORDS_SIZE = 120, /* kept of its last line on standard error */
};

enum child_result {
    CHILD_DONE,
    CHILD_LATE,   /* the deadline has passed */
    CHILD_CLOSED, /* the child has ended, or closed its standard input or output */
    CHILD_FLOOD,  /* the child wrote more than its allowance */
};

/* Receives the lines of the child's standard error; `hear` may be NULL. */
struct child_listener {
    void (*hear)(void *context, const char *line, size_t length);
    void *context;
};

/* Buffer for bytes from one of the child's outputs. */
struct child_stream {
    int descriptor; /* -1 if closed */
    size_t start;
    size_t end;
    bool skipping; /* discarding the rest of a line that is too long */
    char bytes[CHILD_LINE_SIZE];
};

struct child {
    pid_t pid; /* also its process group; 0 if there is no child */
    int input; /* the child's standard input, or -1 */
    struct child_stream output, error;
    struct child_listener listener;
    size_t allowance; /* bytes it may still write to standard output; set by the caller */
    char last_words[CHILD_WORDS_SIZE]; /* last line on standard error */
};

/* clock_ms() as an unsigned number. */
uint64_t child_clock(void);

/* Starts `sh -c command` with three pipes.  Returns false with errno set on failure. */
bool child_start(struct child *child, const char *command, struct child_listener listener);

/* Writes everything.  Returns CHILD_LATE if the child does not read it before the deadline. */
enum child_result child_write(struct child *child, const char *bytes, size_t length,
                              uint64_t deadline);

/*
 * Reads the next line of its standard output.  `line` has no line feed and is valid until the next
 * call.
 */
enum child_result child_read_line(struct child *child, uint64_t deadline, const char **line,
                                  size_t *length);

/*
 * Closes its standard input and waits up to this many milliseconds for the child to exit.  Then
 * kills its process group and reaps it.  Returns true if the child exited without being signalled;
 * `status` is that of waitpid().
 */
bool child_end(struct child *child, unsigned milliseconds, int *status);

#endif
