/* Signals to a running server. */
#include "cli/serve_signals.h"

#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/types.h>
#include <unistd.h>

static volatile sig_atomic_t stop_wanted, reload_wanted;
static bool outlives_terminal;

/*
 * Returns true if SIGHUP means that the terminal was closed.  It is then sent by the kernel, or by
 * the shell that led the session, and there is no controlling terminal any more.
 * Async-signal-safe.
 */
static bool terminal_has_closed(const siginfo_t *about)
{
    if (about->si_code == SI_KERNEL)
        return true;
    if (about->si_code != SI_USER || about->si_pid != getsid(0))
        return false;
    const int terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
    if (terminal >= 0)
        close(terminal);
    return terminal < 0;
}

static void on_signal(int signal, siginfo_t *about, void *context)
{
    (void)context;
    if (signal == SIGHUP && (outlives_terminal || !terminal_has_closed(about)))
        reload_wanted = 1;
    else
        stop_wanted = 1;
}

void serve_signals_catch(void)
{
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO}, before;
    outlives_terminal = sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler == SIG_IGN;
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    action = (struct sigaction){.sa_handler = SIG_IGN};
    sigaction(SIGPIPE, &action, NULL);
    sigaction(SIGCHLD, &action, NULL);
    sigaction(SIGXFSZ, &action, NULL); /* a file at its size limit is handled like a full disk */
}

bool serve_signals_stop(void)
{
    return stop_wanted != 0;
}

bool serve_signals_reload(void)
{
    const bool wanted = reload_wanted != 0;
    reload_wanted = 0;
    return wanted;
}
