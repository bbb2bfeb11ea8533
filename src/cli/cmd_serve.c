/*
 * railhead serve: the game server with its web client.
 *
 * Options in, a log out; what it serves is in server/.
 */
#include <errno.h>
#include <fcntl.h>
#include <railhead/base.h>
#include <signal.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/lan.h"
#include "cli/program.h"
#include "cli/serve_log.h"
#include "server/hub.h"
#include "server/network.h"
#include "server/server_clock.h"
#include "server/web.h"

enum {
    GOODBYE_MS = 3000,
    JOIN_MS = 20000,
    PATH_LENGTH = 4096,
    URL_SIZE = 128,
};

struct serve_options {
    struct network_options network;
    struct hub_options hub;
    unsigned held_megabytes, held_address_megabytes;
    const char *data, *database, *web, *name;
    unsigned log;
    bool open, lan;
};

/* ---- The command line ------------------------------------------------------------------------ */

/* It is not repeated where somebody may read along. */
static bool take_secret(const struct option *option, const char *value, void *into,
                        char error[OPTIONS_ERROR_SIZE])
{
    const size_t length = 2 * SERVER_SECRET_SIZE;
    *(const char **)option_field(option, into) = value;
    if (strlen(value) == length && strspn(value, "0123456789abcdef") == length)
        return true;
    snprintf(error, OPTIONS_ERROR_SIZE, "a secret is 64 hexadecimal digits in lower case");
    return false;
}

static bool take_name(const struct option *option, const char *value, void *into,
                      char error[OPTIONS_ERROR_SIZE])
{
    *(const char **)option_field(option, into) = value;
    if (server_name_is_sound(value))
        return true;
    snprintf(error, OPTIONS_ERROR_SIZE, "a name has 1 to 64 letters, digits or \"-._:\"");
    return false;
}

enum { LOG_TEXT, LOG_JSON };

static const char *log_word(unsigned number)
{
    static const char *const words[] = {[LOG_TEXT] = "text", [LOG_JSON] = "json", NULL};
    return words[number];
}

static const struct word_list log_words = {.one = "log", .many = "logs", .at = log_word};

static const struct option options[] = {
    OPT_GROUP("Where it listens"),
    OPT_NUMBER("port", "N", struct serve_options, network.port, 0, 65535,
               "the port; 0 for any that is free", .otherwise = "1869"),
    OPT_TEXT("bind", "ADDRESS", struct serve_options, network.bind, "only there, such as 127.0.0.1",
             .usually = "everywhere"),
    OPT_FLAG("lan", struct serve_options, lan,
             "tells the address to give to others in this network, on a terminal with its QR code"),
    OPT_TEXT("tls-cert", "FILE", struct serve_options, network.tls_certificate,
             "certificate (with its chain) in PEM: serves https and wss"),
    OPT_TEXT("tls-key", "FILE", struct serve_options, network.tls_key, "and its key in PEM"),
    OPT_FLAG("behind-proxy", struct serve_options, network.behind_proxy,
             "addresses and https are what the proxy in front of it says"),
    OPT_FLAG("open", struct serve_options, open, "opens the page in a browser, where there is one"),
    OPT_GROUP("What it keeps and shows"),
    OPT_TEXT("data", "DIR", struct serve_options, data, "where games are kept, in SQLite",
             .usually = "$XDG_DATA_HOME/railhead or ~/.local/share/railhead"),
    OPT_TEXT("database", "URL", struct serve_options, database,
             "keeps them in PostgreSQL instead: postgresql://USER@HOST/NAME"),
    OPT_TEXT("web", "DIR", struct serve_options, web, "the web client's files",
             .usually = "those beside the program"),
    OPT_CALL("secret", "HEX", struct serve_options, hub.secret, take_secret,
             "64 digits that deals by the host's seed and invitations follow from",
             .usually = "those that the database keeps"),
    OPT_GROUP("What it is called and tells"),
    OPT_CALL("name", "NAME", struct serve_options, name, take_name,
             "what this server is called in logs and measurements", .usually = "HOST:PORT"),
    OPT_WORD("log", "FORM", struct serve_options, log, &log_words,
             "%s: what goes wrong in lines for people, or all requests as JSON",
             .otherwise = "text"),
    OPT_GROUP("Limits"),
    OPT_NUMBER("connections", "N", struct serve_options, hub.connections_per_address, 1, 1000000,
               "at most so many connections from one address", .otherwise = "64"),
    OPT_NUMBER("connections-total", "N", struct serve_options, network.connections, 1, 1000000,
               "and in all", .usually = "3/4 of its file descriptors, at most 20000"),
    OPT_NUMBER("held", "N", struct serve_options, held_megabytes, 1, 1000000,
               "megabytes that may wait in all, to be complete or to be read", .otherwise = "128"),
    OPT_NUMBER("held-address", "N", struct serve_options, held_address_megabytes, 1, 1000000,
               "and for one address", .otherwise = "16"),
    OPT_NUMBER("messages", "N", struct serve_options, hub.messages_per_second, 1, 10000000,
               "at most so many messages a second from one address", .otherwise = "100"),
    OPT_NUMBER("bot-threads", "N", struct serve_options, hub.bot_threads, 1, 256,
               "threads on which bots think", .usually = "one for each core but one"),
    OPT_NUMBER("bot-ms", "N", struct serve_options, hub.bot_ms, 1, 60000,
               "no bot thinks longer about a turn", .otherwise = "1000"),
    OPT_NOTE("docs/operations.md tells how to run it for others, docs/protocol.md how programs "
             "talk to it."),
    OPT_END,
};

/* The sentence on options that do not go together, or NULL. */
static const char *find_conflict(const struct serve_options *serve)
{
    if (serve->data && serve->database)
        return "--data and --database cannot be used together";
    if (!serve->network.tls_certificate != !serve->network.tls_key)
        return "--tls-cert and --tls-key belong together";
    if (serve->lan && serve->network.bind)
        return "--lan and --bind cannot be used together";
    return NULL;
}

/* ---- Places ---------------------------------------------------------------------------------- */

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

static int64_t now_ms(void *context)
{
    return server_clock_now(context);
}

static void set_clock(void *context, int64_t ahead)
{
    server_clock_set(context, ahead);
}

/* The crews may want to wake the network before there is one. */
struct serving {
    struct hub hub;
    struct server_clock clock;
    struct serve_log log;
    char lan[URL_SIZE];               /* the address for others in this network, or "" */
    char joined_as[SERVER_NAME_SIZE]; /* its name before the port is known; others read it */
    _Atomic(struct network *) network;
};

static void wake(void *context)
{
    struct serving *serving = context;
    struct network *network = atomic_load(&serving->network);
    if (network)
        network_wake(network);
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

static void write_url(char url[URL_SIZE], const struct serve_options *serve, const char *host,
                      const struct network *network)
{
    snprintf(url, URL_SIZE, "%s://%s:%d/", serve->network.tls_certificate ? "https" : "http", host,
             network_port(network));
}

/* The page learns it too: whoever has it from localhost cannot know what others call this machine.
 */
static void say_lan_address(struct serving *serving, const struct serve_options *serve,
                            const struct network *network)
{
    char host[LAN_ADDRESS_SIZE];
    if (!lan_address(host)) {
        puts("This machine is in no network where others could find it.");
        return;
    }
    write_url(serving->lan, serve, host, network);
    serving->hub.options.address = serving->lan;
    printf("Others in your network find it at %s\n", serving->lan);
    if (isatty(STDOUT_FILENO))
        lan_print_code(stdout, serving->lan);
}

static void say_address(struct serving *serving, const struct serve_options *serve,
                        const struct network *network)
{
    char url[URL_SIZE];
    const char *host = serve->network.bind ? serve->network.bind : "localhost";
    write_url(url, serve, strcmp(host, "127.0.0.1") == 0 ? "localhost" : host, network);
    printf("Railhead is at %s\n", url);
    if (serve->lan)
        say_lan_address(serving, serve, network);
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

/* Its usual name has the port, which may be known only when it listens. */
static void name_server(struct serving *serving, const struct serve_options *serve, int port)
{
    struct serve_log *log = &serving->log;
    log->json = serve->log == LOG_JSON;
    log->named = serve->name != NULL;
    if (serve->name)
        snprintf(log->name, sizeof log->name, "%s", serve->name);
    else
        server_name_find(log->name, port);
    serving->hub.options.name = log->name;
}

static bool open_stores(struct hub_stores *stores, const char *database, struct store_claim *claim,
                        char reason[STORE_REASON_SIZE])
{
    const bool shared = store_is_shared(database);
    stores->writing = store_open(database, reason);
    stores->reading = stores->writing ? store_open(database, reason) : NULL;
    stores->sharing = stores->reading && shared ? store_open(database, reason) : NULL;
    stores->hearing = stores->sharing ? store_ear_open(database, reason) : NULL;
    if (!stores->reading || (shared && !stores->hearing)) {
        store_close(stores->writing);
        store_close(stores->reading);
        store_close(stores->sharing);
        return false;
    }
    store_heed(stores->writing, claim);
    store_heed(stores->reading, claim);
    if (shared) {
        store_heed(stores->sharing, claim);
        store_hurry(stores->writing, STORE_TO_WRITE);
        store_hurry(stores->reading, STORE_TO_READ);
        store_hurry(stores->sharing, STORE_TO_BEAT);
    }
    return true;
}

/* Several servers go by the database's clock, from the start. */
static bool set_first_clock(struct serving *serving, struct store *store,
                            char reason[STORE_REASON_SIZE])
{
    int64_t now;
    if (!store)
        return true;
    if (store_time(store, &now) != STORE_OK) {
        snprintf(reason, STORE_REASON_SIZE, "%s", store_reason(store));
        return false;
    }
    server_clock_set(&serving->clock, server_clock_ahead(now));
    return true;
}

/* Nobody is let in before the other servers know of this one. */
static bool join_others(struct hub *hub, char reason[STORE_REASON_SIZE])
{
    const int64_t until = tick_ms() + JOIN_MS;
    while (!hub_may_answer(hub) && !stop_signal && tick_ms() < until) {
        hub_tick(hub);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        hub_collect(hub);
    }
    snprintf(reason, STORE_REASON_SIZE, "the database did not answer in time");
    return hub_may_answer(hub) || stop_signal;
}

static int let_people_in(struct serve_options *serve, struct serving *serving,
                         const struct web *web)
{
    char reason[NETWORK_REASON_SIZE];
    serve->network.hub = &serving->hub;
    serve->network.web = web;
    serve->network.holding = &serving->hub.holding;
    serve->network.note = serve_log_note;
    serve->network.note_context = &serving->log;
    struct network *network = network_start(&serve->network, reason);
    if (!network)
        return cli_fail("serve", "%s; --port N chooses another", reason);
    atomic_store(&serving->network, network);
    network_wake(network); /* what the crews have brought until now */
    name_server(serving, serve, network_port(network));
    say_address(serving, serve, network);
    serve_log_event(&serving->log, "started");
    while (!stop_signal)
        network_service(network);
    serve_log_event(&serving->log, "stopping");
    say_goodbye(serving, network);
    atomic_store(&serving->network, NULL);
    network_release(network);
    return STATUS_OK;
}

static int serve_until_stopped(struct serve_options *serve, const char *database,
                               const struct web *web)
{
    static struct serving serving;
    char reason[STORE_REASON_SIZE];
    serve->hub.wake = wake;
    serve->hub.wake_context = &serving;
    serve->hub.log = serve_log_line;
    serve->hub.log_context = &serving.log;
    serve->hub.logs_details = serve->log == LOG_JSON;
    serve->hub.now = now_ms;
    serve->hub.set_clock = set_clock;
    serve->hub.now_context = &serving.clock;
    name_server(&serving, serve, serve->network.port);
    memcpy(serving.joined_as, serving.log.name, sizeof serving.joined_as);
    serve->hub.name = serving.joined_as;
    struct store_claim *claim = store_claim(database, reason);
    if (!claim)
        return cli_fail("serve", "%s", reason);
    struct hub_stores stores = {0};
    if (!open_stores(&stores, database, claim, reason) ||
        !set_first_clock(&serving, stores.sharing, reason) ||
        !hub_start(&serving.hub, &serve->hub, stores, reason)) {
        store_claim_release(claim);
        return cli_fail("serve", "%s", reason);
    }
    const int status = join_others(&serving.hub, reason) ? let_people_in(serve, &serving, web)
                                                         : cli_fail("serve", "%s", reason);
    if (!serving.hub.stopping)
        hub_stop(&serving.hub);
    hub_release(&serving.hub);
    store_claim_release(claim);
    return status;
}

static unsigned cores_but_one(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 2 ? (unsigned)cores - 1 : 1;
}

static int run(int argc, char **argv)
{
    struct serve_options serve = {.hub = {.version = railhead_version()}};
    char file[PATH_LENGTH], folder[PATH_LENGTH], reason[WEB_REASON_SIZE];
    int status;
    if (!command_read(&command_serve, &argc, argv, &serve, &status))
        return status;
    const char *conflict = find_conflict(&serve);
    if (conflict)
        return cli_fail("serve", "%s", conflict);
    serve.hub.bytes_in_all = (size_t)serve.held_megabytes << 20;
    serve.hub.bytes_per_address = (size_t)serve.held_address_megabytes << 20;
    if (serve.hub.bot_threads == 0)
        serve.hub.bot_threads = cores_but_one();
    if (sodium_init() < 0)
        return cli_fail("serve", "there is no source of random numbers");
    if (!serve.database && find_data(&serve, file) != STATUS_OK)
        return STATUS_BAD;
    struct web *web = web_load(serve.web ? serve.web : find_web(folder), reason);
    if (!web)
        return cli_fail("serve", "%s", reason);
    program_allow_connections();
    catch_signals();
    status = serve_until_stopped(&serve, serve.database ? serve.database : file, web);
    web_release(web);
    return status;
}

const struct command command_serve = {
    .name = "serve",
    .about = "serve the game to browsers, terminals and programs",
    .usage = "[OPTION]...",
    .tells = "Serves the game to browsers, terminals and programs until it is stopped (Ctrl-C, "
             "SIGTERM).",
    .options = options,
    .run = run,
};
