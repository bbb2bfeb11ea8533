/*
 * railhead serve: the game server with its web client.
 *
 * Options in, a log out; what it serves is in server/.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "server/hub.h"
#include "server/network.h"
#include "server/server_clock.h"
#include "server/web.h"

static const char usage[] =
    "Usage: railhead serve [OPTION]...\n"
    "\n"
    "Serves the game to browsers, terminals and programs until it is stopped (Ctrl-C, SIGTERM).\n"
    "\n"
    "  --port N           1869 by default; 0 for any that is free\n"
    "  --bind ADDRESS     only there, such as 127.0.0.1; everywhere by default\n"
    "  --data DIR         where games are kept (SQLite); by default\n"
    "                     $XDG_DATA_HOME/railhead or ~/.local/share/railhead\n"
    "  --database URL     keep them in PostgreSQL instead: postgresql://USER@HOST/NAME\n"
    "  --web DIR          the web client's files, where they are not beside the program\n"
    "  --tls-cert FILE    certificate (with its chain) and key in PEM: serves https and wss\n"
    "  --tls-key FILE\n"
    "  --behind-proxy     addresses and https are what the proxy before it says\n"
    "  --open             opens the page in a browser, where there is one\n"
    "  --connections N    at most so many connections of one address; 64 by default\n"
    "  --connections-total N\n"
    "                     and in all; by default 3/4 of its file descriptors, at most 20000\n"
    "  --held N           megabytes that may wait in all, to be complete or to be read; 128\n"
    "  --held-address N   and for one address; 16 by default\n"
    "  --messages N       at most so many messages a second of one address; 100 by default\n"
    "  --bot-threads N    threads on which bots think; by default one for each core but one\n"
    "  --bot-ms N         no bot thinks longer about a turn; 1000 by default\n"
    "  --secret HEX       64 digits that deals by the host's seed and invitations follow from,\n"
    "                     in place of those that the database keeps\n"
    "\n"
    "docs/operations.md tells how to run it for others, docs/protocol.md how programs talk to "
    "it.\n";

enum {
    PORT = 1869,
    GOODBYE_MS = 3000,
    PATH_LENGTH = 4096,
    HOLDING_KEYS = 4 * NETWORK_CONNECTIONS_MAX
};

struct serve_options {
    struct network_options network;
    struct hub_options hub;
    const char *data, *database, *web;
    bool open, help;
};

/* ---- The command line ------------------------------------------------------------------------ */

static bool read_number(struct options *options, const char *name, uint64_t lowest,
                        uint64_t highest, uint64_t *number)
{
    if (options_number(options->value, lowest, highest, number))
        return true;
    char sentence[80];
    snprintf(sentence, sizeof sentence, "is not a number from %llu to %llu",
             (unsigned long long)lowest, (unsigned long long)highest);
    options_refuse(options, name, options->value, sentence);
    return false;
}

static bool is_secret(const char *text)
{
    return strlen(text) == 2 * SERVER_SECRET_SIZE &&
           strspn(text, "0123456789abcdef") == 2 * SERVER_SECRET_SIZE;
}

enum serve_option {
    SERVE_PORT,
    SERVE_BIND,
    SERVE_DATA,
    SERVE_DATABASE,
    SERVE_WEB,
    SERVE_TLS_CERT,
    SERVE_TLS_KEY,
    SERVE_BEHIND_PROXY,
    SERVE_OPEN,
    SERVE_CONNECTIONS,
    SERVE_CONNECTIONS_TOTAL,
    SERVE_HELD,
    SERVE_HELD_ADDRESS,
    SERVE_MESSAGES,
    SERVE_BOT_THREADS,
    SERVE_BOT_MS,
    SERVE_SECRET,
    SERVE_HELP,
};

static const struct option known[] = {
    [SERVE_PORT] = {"port", "N"},
    [SERVE_BIND] = {"bind", "ADDRESS"},
    [SERVE_DATA] = {"data", "DIR"},
    [SERVE_DATABASE] = {"database", "URL"},
    [SERVE_WEB] = {"web", "DIR"},
    [SERVE_TLS_CERT] = {"tls-cert", "FILE"},
    [SERVE_TLS_KEY] = {"tls-key", "FILE"},
    [SERVE_BEHIND_PROXY] = {"behind-proxy", NULL},
    [SERVE_OPEN] = {"open", NULL},
    [SERVE_CONNECTIONS] = {"connections", "N"},
    [SERVE_CONNECTIONS_TOTAL] = {"connections-total", "N"},
    [SERVE_HELD] = {"held", "N"},
    [SERVE_HELD_ADDRESS] = {"held-address", "N"},
    [SERVE_MESSAGES] = {"messages", "N"},
    [SERVE_BOT_THREADS] = {"bot-threads", "N"},
    [SERVE_BOT_MS] = {"bot-ms", "N"},
    [SERVE_SECRET] = {"secret", "HEX"},
    [SERVE_HELP] = {"help", NULL},
    {NULL, NULL},
};

/* One option; false when its value is not right. */
static bool take(struct serve_options *serve, struct options *options, enum serve_option option)
{
    uint64_t number = 0;
    switch (option) {
    case SERVE_PORT:
        if (!read_number(options, "port", 0, 65535, &number))
            return false;
        serve->network.port = (int)number;
        break;
    case SERVE_BIND:
        serve->network.bind = options->value;
        break;
    case SERVE_DATA:
        serve->data = options->value;
        break;
    case SERVE_DATABASE:
        serve->database = options->value;
        break;
    case SERVE_WEB:
        serve->web = options->value;
        break;
    case SERVE_TLS_CERT:
        serve->network.tls_certificate = options->value;
        break;
    case SERVE_TLS_KEY:
        serve->network.tls_key = options->value;
        break;
    case SERVE_BEHIND_PROXY:
        serve->network.behind_proxy = true;
        break;
    case SERVE_OPEN:
        serve->open = true;
        break;
    case SERVE_CONNECTIONS:
        if (!read_number(options, "connections", 1, 1000000, &number))
            return false;
        serve->hub.connections_per_address = (unsigned)number;
        break;
    case SERVE_CONNECTIONS_TOTAL:
        if (!read_number(options, "connections-total", 1, 1000000, &number))
            return false;
        serve->network.connections = (unsigned)number;
        break;
    case SERVE_HELD:
        if (!read_number(options, "held", 1, 1000000, &number))
            return false;
        serve->hub.bytes_in_all = (size_t)number << 20;
        break;
    case SERVE_HELD_ADDRESS:
        if (!read_number(options, "held-address", 1, 1000000, &number))
            return false;
        serve->hub.bytes_per_address = (size_t)number << 20;
        break;
    case SERVE_MESSAGES:
        if (!read_number(options, "messages", 1, 10000000, &number))
            return false;
        serve->hub.messages_per_second = (unsigned)number;
        break;
    case SERVE_BOT_THREADS:
        if (!read_number(options, "bot-threads", 1, 256, &number))
            return false;
        serve->hub.bot_threads = (unsigned)number;
        break;
    case SERVE_BOT_MS:
        if (!read_number(options, "bot-ms", 1, 60000, &number))
            return false;
        serve->hub.bot_ms = (int64_t)number;
        break;
    case SERVE_SECRET:
        if (!is_secret(options->value)) {
            options_refuse(options, "secret", "(not shown)",
                           "is not 64 hexadecimal digits in lower case");
            return false;
        }
        serve->hub.secret = options->value;
        break;
    case SERVE_HELP:
        serve->help = true;
        break;
    }
    return true;
}

static int read_options(struct serve_options *serve, int argc, char **argv)
{
    struct options options;
    int option;
    options_init(&options, argc, argv, known);
    while ((option = options_next(&options)) != OPTION_END) {
        if (option == OPTION_OPERAND)
            return cli_fail("serve", "'%.60s' is one word too many; --help tells more",
                            options.value);
        if (option == OPTION_BAD || !take(serve, &options, (enum serve_option)option))
            return cli_fail("serve", "%s", options.error);
    }
    if (serve->data && serve->database)
        return cli_fail("serve", "--data and --database exclude each other");
    if (!serve->network.tls_certificate != !serve->network.tls_key)
        return cli_fail("serve", "--tls-cert and --tls-key belong together");
    return STATUS_OK;
}

/* ---- Places ---------------------------------------------------------------------------------- */

/* Makes a folder and those above it; false with errno. */
static bool make_folders(const char *path)
{
    char part[PATH_LENGTH];
    size_t length = strlen(path);
    if (length >= sizeof part) {
        errno = ENAMETOOLONG;
        return false;
    }
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0')
            continue;
        memcpy(part, path, i);
        part[i] = '\0';
        if (mkdir(part, 0700) != 0 && errno != EEXIST)
            return false;
    }
    return true;
}

/* The file of SQLite; the folder is made where there is none. */
static int find_data(const struct serve_options *serve, char file[PATH_LENGTH])
{
    char folder[PATH_LENGTH];
    const char *data_home = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int length;
    if (serve->data)
        length = snprintf(folder, sizeof folder, "%s", serve->data);
    else if (data_home && data_home[0] == '/')
        length = snprintf(folder, sizeof folder, "%s/railhead", data_home);
    else if (home && home[0] != '\0')
        length = snprintf(folder, sizeof folder, "%s/.local/share/railhead", home);
    else
        return cli_fail("serve", "there is no home folder to keep games in: name one with --data");
    if (length < 0 || (size_t)length >= sizeof folder || !make_folders(folder))
        return cli_fail("serve", "%s: games cannot be kept there: %s", folder, strerror(errno));
    length = snprintf(file, PATH_LENGTH, "%s/railhead.db", folder);
    if (length < 0 || length >= PATH_LENGTH)
        return cli_fail("serve", "%s: the name is too long", folder);
    return STATUS_OK;
}

/* The web client beside the program: in the build's folder, or where make install puts it. */
static const char *find_web(char folder[PATH_LENGTH])
{
    static const char *const places[] = {"web", "../share/railhead/web"};
    char program[PATH_LENGTH];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        return NULL;
    program[length] = '\0';
    char *slash = strrchr(program, '/');
    for (size_t i = 0; slash && i < sizeof places / sizeof places[0]; i++) {
        char index[PATH_LENGTH + 16];
        slash[1] = '\0';
        if (snprintf(folder, PATH_LENGTH, "%s%s", program, places[i]) >= PATH_LENGTH)
            continue;
        snprintf(index, sizeof index, "%s/index.html", folder);
        if (access(index, R_OK) == 0)
            return folder;
    }
    return NULL;
}

/* ---- Running --------------------------------------------------------------------------------- */

static volatile sig_atomic_t stop_signal;

static void on_signal(int signal)
{
    stop_signal = signal;
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
    sigaction(SIGCHLD, &action, NULL);
    sigaction(SIGXFSZ, &action, NULL); /* a file at its limit is a full disk, not the end */
}

static void log_line(void *context, const char *line)
{
    char when[32];
    time_t now = time(NULL);
    struct tm utc;
    (void)context;
    gmtime_r(&now, &utc);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &utc);
    fprintf(stderr, "%s %s\n", when, line);
}

static int64_t now_ms(void *context)
{
    return server_clock_now(context);
}

/* The crews may want to wake the network before there is one. */
struct serving {
    struct hub hub;
    struct server_clock clock;
    _Atomic(struct network *) network;
};

static void wake(void *context)
{
    struct serving *serving = context;
    struct network *network = atomic_load(&serving->network);
    if (network)
        network_wake(network);
}

static void allow_many_connections(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static void open_browser(const char *url)
{
    if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY"))
        return;
    fflush(stdout);
    if (fork() != 0)
        return;
    int silence = open("/dev/null", O_RDWR);
    if (silence >= 0) {
        dup2(silence, STDOUT_FILENO);
        dup2(silence, STDERR_FILENO);
    }
    execlp("xdg-open", "xdg-open", url, (char *)NULL);
    _exit(1);
}

static void say_address(const struct serve_options *serve, const struct network *network)
{
    char url[128];
    const char *host = serve->network.bind ? serve->network.bind : "localhost";
    snprintf(url, sizeof url, "%s://%s:%d/", serve->network.tls_certificate ? "https" : "http",
             host, network_port(network));
    printf("Railhead is at %s\n", url);
    fflush(stdout);
    if (serve->open)
        open_browser(url);
}

/* Lets everybody know, and gives their connections a moment to close. */
static void say_goodbye(struct serving *serving, struct network *network)
{
    int64_t until = tick_ms() + GOODBYE_MS;
    network_stop_listening(network);
    hub_stop(&serving->hub);
    while ((serving->hub.links || network_is_busy(network)) && tick_ms() < until)
        network_service(network);
}

static bool open_stores(struct hub_stores *stores, const char *database, struct store_claim *claim,
                        char reason[STORE_REASON_SIZE])
{
    stores->writing = store_open(database, reason);
    stores->reading = stores->writing ? store_open(database, reason) : NULL;
    if (!stores->reading) {
        store_close(stores->writing);
        return false;
    }
    store_heed(stores->writing, claim);
    store_heed(stores->reading, claim);
    return true;
}

static int serve_until_stopped(struct serve_options *serve, const char *database,
                               const struct web *web)
{
    static struct serving serving;
    char reason[STORE_REASON_SIZE], network_reason[NETWORK_REASON_SIZE];
    serve->hub.wake = wake;
    serve->hub.wake_context = &serving;
    serve->hub.log = log_line;
    serve->hub.now = now_ms;
    serve->hub.now_context = &serving.clock;
    struct store_claim *claim = store_claim(database, reason);
    if (!claim)
        return cli_fail("serve", "%s", reason);
    struct hub_stores stores;
    if (!open_stores(&stores, database, claim, reason) ||
        !hub_start(&serving.hub, &serve->hub, stores, reason)) {
        store_claim_release(claim);
        return cli_fail("serve", "%s", reason);
    }
    serve->network.hub = &serving.hub;
    serve->network.web = web;
    serve->network.holding = &serving.hub.holding;
    struct network *network = network_start(&serve->network, network_reason);
    int status = STATUS_OK;
    if (network) {
        atomic_store(&serving.network, network);
        network_wake(network); /* what the crews have brought until now */
        say_address(serve, network);
        while (!stop_signal)
            network_service(network);
        say_goodbye(&serving, network);
        atomic_store(&serving.network, NULL);
        network_release(network);
    } else {
        hub_stop(&serving.hub);
        status = cli_fail("serve", "%s; --port N chooses another", network_reason);
    }
    hub_release(&serving.hub);
    store_claim_release(claim);
    return status;
}

static unsigned cores_but_one(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 2 ? (unsigned)cores - 1 : 1;
}

int cmd_serve(int argc, char **argv)
{
    struct serve_options serve = {
        .network = {.port = PORT},
        .hub = {.connections_per_address = 64,
                .messages_per_second = 100,
                .bot_threads = cores_but_one(),
                .bot_ms = 1000,
                .version = RAILHEAD_VERSION},
    };
    char file[PATH_LENGTH], folder[PATH_LENGTH], reason[WEB_REASON_SIZE];
    if (read_options(&serve, argc, argv) != STATUS_OK)
        return STATUS_BAD;
    if (serve.help) {
        fputs(usage, stdout);
        return STATUS_OK;
    }
    if (sodium_init() < 0)
        return cli_fail("serve", "there is no source of random numbers");
    if (!serve.database && find_data(&serve, file) != STATUS_OK)
        return STATUS_BAD;
    struct web *web = web_load(serve.web ? serve.web : find_web(folder), reason);
    if (!web)
        return cli_fail("serve", "%s", reason);
    allow_many_connections();
    catch_signals();
    int status = serve_until_stopped(&serve, serve.database ? serve.database : file, web);
    web_release(web);
    return status;
}
