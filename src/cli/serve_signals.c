/* Signals to a running server; see serve_signals.h. */
#include "cli/serve_signals.h"

#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/types.h>
#include <unistd.h>

static volatile sig_atomic_t stop_wanted, reload_wanted;
static bool outlives_terminal;

/*
 * Whether SIGHUP means that the terminal has closed: the kernel sends it then, or the shell that
 * was its session's leader, once there is no terminal any more.  Async-signal-safe.
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
    sigaction(SIGXFSZ, &action, NULL); /* a file at its limit is a full disk, not the end */
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
