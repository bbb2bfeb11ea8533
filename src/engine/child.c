/* A child process that communicates in lines. */
#define _GNU_SOURCE /* pipe2(): children started by other threads must not inherit the pipes */
#include "engine/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "text/text.h"

extern char **environ;

enum {
    TERM_MILLISECONDS = 200, /* between SIGTERM and SIGKILL */
    REAP_MILLISECONDS = 2,   /* between checks whether it has exited */
    HEAR_MAX = 32, /* reads of standard error per call, as the child may write endlessly */
};

uint64_t child_clock(void)
{
    return (uint64_t)clock_ms();
}

/* Returns the time until the deadline as an argument for poll(). */
static int milliseconds_until(uint64_t deadline)
{
    const uint64_t now = child_clock();
    if (now >= deadline)
        return 0;
    return deadline - now < 1000000 ? (int)(deadline - now) : 1000000;
}

static void close_descriptor(int *descriptor)
{
    if (*descriptor >= 0)
        close(*descriptor);
    *descriptor = -1;
}

/* ---- Starting ---- */

/*
 * Moves a descriptor below 3, which would be overwritten when the child's standard streams are set
 * up.
 */
static bool move_above_standard(int *end)
{
    if (*end > STDERR_FILENO)
        return true;
    const int moved = fcntl(*end, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (moved < 0)
        return false;
    close(*end);
    *end = moved;
    return true;
}

/* Opens three pipes: ends[i][0] is for reading, ends[i][1] for writing. */
static bool open_pipes(int ends[3][2])
{
    for (int i = 0; i < 3; i++) {
        if (pipe2(ends[i], O_CLOEXEC) != 0 || !move_above_standard(&ends[i][0]) ||
            !move_above_standard(&ends[i][1]))
            return false;
    }
    return true;
}

static void close_pipes(int ends[3][2])
{
    for (int i = 0; i < 3; i++) {
        close_descriptor(&ends[i][0]);
        close_descriptor(&ends[i][1]);
    }
}

/*
 * The child starts with no signal blocked, and with default actions for signals this program may
 * ignore.
 */
static int set_attributes(posix_spawnattr_t *attributes)
{
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGINT);
    sigaddset(&usual, SIGQUIT);
    sigaddset(&usual, SIGTERM);
    int error = posix_spawnattr_setpgroup(attributes, 0);
    if (error == 0)
        error = posix_spawnattr_setsigmask(attributes, &none);
    if (error == 0)
        error = posix_spawnattr_setsigdefault(attributes, &usual);
    if (error == 0)
        error = posix_spawnattr_setflags(
            attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    return error;
}

static int spawn(pid_t *pid, const char *command, int ends[3][2])
{
    /* execve() has no const parameters but does not modify them. */
    char *const argv[] = {(char *)"sh", (char *)"-c", (char *)(uintptr_t)command, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return ENOMEM;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return ENOMEM;
    }
    int error = set_attributes(&attributes);
    if (error == 0)
        error = posix_spawn_file_actions_adddup2(&actions, ends[0][0], STDIN_FILENO);
    if (error == 0)
        error = posix_spawn_file_actions_adddup2(&actions, ends[1][1], STDOUT_FILENO);
    if (error == 0)
        error = posix_spawn_file_actions_adddup2(&actions, ends[2][1], STDERR_FILENO);
    if (error == 0)
        error = posix_spawn(pid, "/bin/sh", &actions, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* Keeps one end for this program and makes it non-blocking. */
static int keep_end(int *end)
{
    const int kept = *end;
    *end = -1;
    fcntl(kept, F_SETFL, O_NONBLOCK);
    return kept;
}

bool child_start(struct child *child, const char *command, struct child_listener listener)
{
    int ends[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};
    memset(child, 0, sizeof *child);
    child->input = child->output.descriptor = child->error.descriptor = -1;
    child->listener = listener;
    int error = open_pipes(ends) ? spawn(&child->pid, command, ends) : errno;
    if (error == 0) {
        child->input = keep_end(&ends[0][1]);
        child->output.descriptor = keep_end(&ends[1][0]);
        child->error.descriptor = keep_end(&ends[2][0]);
    } else {
        child->pid = 0;
    }
    close_pipes(ends);
    errno = error;
    return error == 0;
}

/* ---- Lines ---- */

/* Takes the next complete line in the buffer; if there is none, makes space for more. */
static bool take_line(struct child_stream *stream, const char **line, size_t *length)
{
    for (;;) {
        char *from = stream->bytes + stream->start;
        const char *feed = memchr(from, '\n', stream->end - stream->start);
        if (feed == NULL)
            break;
        *line = from;
        *length = (size_t)(feed - from);
        stream->start += *length + 1;
        if (!stream->skipping)
            return true;
        stream->skipping = false;
    }
    stream->end -= stream->start;
    memmove(stream->bytes, stream->bytes + stream->start, stream->end);
    stream->start = 0;
    if (stream->skipping || stream->end == sizeof stream->bytes) {
        stream->skipping = true;
        stream->end = 0;
    }
    return false;
}

/*
 * Reads what is available into the space made by take_line().  Returns the number of bytes, or 0 at
 * the end.
 */
static ssize_t fill(struct child_stream *stream)
{
    const ssize_t got =
        read(stream->descriptor, stream->bytes + stream->end, sizeof stream->bytes - stream->end);
    if (got > 0)
        stream->end += (size_t)got;
    else if (got == 0 || (errno != EAGAIN && errno != EINTR))
        close_descriptor(&stream->descriptor);
    return got;
}

static void keep_last_words(struct child *child, const char *line, size_t length)
{
    struct text text;
    text_init(&text, child->last_words, sizeof child->last_words);
    for (size_t i = 0; i < length; i++)
        text_add_char(&text, line[i] >= ' ' && line[i] <= '~' ? line[i] : '?');
}

/* Reads standard error.  A last line without line feed is kept too. */
static void read_error(struct child *child)
{
    const char *line;
    size_t length;
    for (int i = 0; i < HEAR_MAX && child->error.descriptor >= 0; i++) {
        const ssize_t got = fill(&child->error);
        while (take_line(&child->error, &line, &length)) {
            if (length > 0)
                keep_last_words(child, line, length);
            if (child->listener.hear != NULL)
                child->listener.hear(child->listener.context, line, length);
        }
        if (got <= 0)
            break;
    }
    if (child->error.descriptor < 0 && child->error.end > 0) {
        keep_last_words(child, child->error.bytes, child->error.end);
        child->error.end = 0;
    }
}

/*
 * Waits until `descriptor` is ready for `events`, or the deadline.  Reads standard error meanwhile.
 */
static enum child_result wait_for(struct child *child, int descriptor, short events,
                                  uint64_t deadline)
{
    for (;;) {
        struct pollfd ready[2] = {{.fd = descriptor, .events = events},
                                  {.fd = child->error.descriptor, .events = POLLIN}};
        const int count = poll(ready, 2, milliseconds_until(deadline));
        if (count > 0 && ready[1].revents != 0)
            read_error(child);
        if (count > 0 && ready[0].revents != 0)
            return CHILD_DONE;
        if (child_clock() >= deadline)
            return CHILD_LATE;
    }
}

/* Writes to a pipe without raising SIGPIPE if the reader has closed it. */
static ssize_t write_quietly(int descriptor, const char *bytes, size_t length)
{
    const struct timespec at_once = {0, 0};
    sigset_t broken_pipe, before, pending;
    sigemptyset(&broken_pipe);
    sigaddset(&broken_pipe, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &broken_pipe, &before);
    const ssize_t written = write(descriptor, bytes, length);
    const int error = errno;
    if (written < 0 && error == EPIPE && !sigismember(&pending, SIGPIPE))
        sigtimedwait(&broken_pipe, NULL, &at_once);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return written;
}

enum child_result child_write(struct child *child, const char *bytes, size_t length,
                              uint64_t deadline)
{
    while (length > 0) {
        if (child->input < 0)
            return CHILD_CLOSED;
        const ssize_t written = write_quietly(child->input, bytes, length);
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        } else if (errno == EAGAIN) {
            if (wait_for(child, child->input, POLLOUT, deadline) == CHILD_LATE)
                return CHILD_LATE;
        } else if (errno != EINTR) {
            read_error(child);
            return CHILD_CLOSED;
        }
    }
    return CHILD_DONE;
}

enum child_result child_read_line(struct child *child, uint64_t deadline, const char **line,
                                  size_t *length)
{
    while (!take_line(&child->output, line, length)) {
        if (child->output.descriptor < 0) {
            read_error(child);
            return CHILD_CLOSED;
        }
        if (child->allowance == 0)
            return CHILD_FLOOD;
        if (wait_for(child, child->output.descriptor, POLLIN, deadline) == CHILD_LATE)
            return CHILD_LATE;
        const ssize_t got = fill(&child->output);
        if (got > 0)
            child->allowance -= (size_t)got < child->allowance ? (size_t)got : child->allowance;
    }
    return CHILD_DONE;
}

/* ---- Ending ---- */

/* Returns true if the child has exited.  It is not reaped, so that its pid stays reserved. */
static bool has_ended(const struct child *child)
{
    siginfo_t info = {.si_pid = 0};
    return waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == child->pid;
}

/* Waits for the child to exit, and reads its output meanwhile so that it does not block. */
static bool wait_for_end(struct child *child, unsigned milliseconds)
{
    const uint64_t deadline = child_clock() + milliseconds;
    const char *line;
    size_t length;
    while (!has_ended(child)) {
        if (child_clock() >= deadline)
            return false;
        struct pollfd ready[2] = {{.fd = child->output.descriptor, .events = POLLIN},
                                  {.fd = child->error.descriptor, .events = POLLIN}};
        if (poll(ready, 2, REAP_MILLISECONDS) <= 0)
            continue;
        if (ready[0].revents != 0) {
            fill(&child->output);
            while (take_line(&child->output, &line, &length))
                continue;
        }
        read_error(child);
    }
    read_error(child);
    return true;
}

bool child_end(struct child *child, unsigned milliseconds, int *status)
{
    *status = 0;
    if (child->pid == 0)
        return true;
    close_descriptor(&child->input);
    const bool by_itself = wait_for_end(child, milliseconds);
    if (!by_itself) {
        kill(-child->pid, SIGTERM);
        wait_for_end(child, TERM_MILLISECONDS);
    }
    kill(-child->pid, SIGKILL); /* including processes that it has started */
    while (waitpid(child->pid, status, 0) < 0 && errno == EINTR)
        continue;
    close_descriptor(&child->output.descriptor);
    close_descriptor(&child->error.descriptor);
    child->pid = 0;
    return by_itself;
}
