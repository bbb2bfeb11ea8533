/*
 * A program that is talked to in lines: its process group, its three pipes, and deadlines.
 *
 * Knows nothing of engines or of the game.  No call waits longer than the deadline it is given, a
 * child that ends raises no SIGPIPE, and child_end() leaves neither a process nor a descriptor.
 */
#ifndef RAILHEAD_ENGINE_CHILD_H
#define RAILHEAD_ENGINE_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    CHILD_LINE_SIZE = 8192, /* a longer line is thrown away up to its end */
    CHILD_WORDS_SIZE = 120, /* what is kept of its last line on standard error */
};

enum child_result {
    CHILD_DONE,
    CHILD_LATE,   /* the deadline has passed */
    CHILD_CLOSED, /* it has ended, or has closed its standard input or output */
    CHILD_FLOOD,  /* it has written more than it may */
};

/* Who gets the lines of its standard error; `hear` may be NULL. */
struct child_listener {
    void (*hear)(void *context, const char *line, size_t length);
    void *context;
};

/* Bytes of one of the child's outputs that nobody has taken yet. */
struct child_stream {
    int descriptor; /* or -1 */
    size_t start;
    size_t end;
    bool skipping; /* the rest of a line that is too long */
    char bytes[CHILD_LINE_SIZE];
};

struct child {
    pid_t pid; /* also its process group; 0 when there is none */
    int input; /* the child's standard input, or -1 */
    struct child_stream output, error;
    struct child_listener listener;
    size_t allowance; /* bytes that it may still write on standard output; the caller sets it */
    char last_words[CHILD_WORDS_SIZE]; /* on standard error */
};

/* Milliseconds of a clock that never jumps. */
uint64_t child_clock(void);

/* `sh -c command` with three pipes.  False with errno set when it cannot be started. */
bool child_start(struct child *child, const char *command, struct child_listener listener);

/* Writes all of it; a child that does not take it before the deadline is late. */
enum child_result child_write(struct child *child, const char *bytes, size_t length,
                              uint64_t deadline);

/* The next line of its standard output, without its line feed, valid until the next call. */
enum child_result child_read_line(struct child *child, uint64_t deadline, const char **line,
                                  size_t *length);

/*
 * Closes its standard input and waits so many milliseconds for it to end; then ends its whole
 * process group and reaps it.  Whether it ended by itself; `status` is as waitpid() has it.
 */
bool child_end(struct child *child, unsigned milliseconds, int *status);

#endif
