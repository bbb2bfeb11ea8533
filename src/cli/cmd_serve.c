/*
 * railhead serve: the game server with its browser client.  Reads options and writes the log;
 * server/ does the rest.
 */
#include <errno.h>
#include <fcntl.h>
#include <railhead/base.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"
#include "base/clock.h"
#include "cli/cli.h"
#include "cli/lan.h"
#include "cli/program.h"
#include "cli/serve_address.h"
#include "cli/serve_log.h"
#include "cli/serve_signals.h"
#include "server/http/network.h"
#include "server/http/static_files.h"
#include "server/hub.h"
#include "server/server_clock.h"

enum {
    GOODBYE_MS = 3000,
    JOIN_MS = 20000,
    PATH_LENGTH = 4096,
    SECRET_DIGITS = 2 * SERVER_SECRET_SIZE,
    DAY_S = 24 * 60 * 60,
    EXPIRY_WARNING_S = 14 * DAY_S, /* before it ends; at most a tenth of the lifetime */
};

struct serve_options {
    struct network_options network;
    struct hub_options hub;
    struct proxies proxies;
    unsigned held_megabytes, held_address_megabytes;
    const char *data, *database, *files, *name, *secret_file, *proxy_list;
    unsigned log;
    bool open, lan, behind_proxy;
    char secret[SECRET_DIGITS + 1]; /* contents of the secret file */
};

/* ---- The command line ------------------------------------------------------------------------ */

static bool is_secret(const char *value)
{
    return strlen(value) == SECRET_DIGITS && strspn(value, "0123456789abcdef") == SECRET_DIGITS;
}

/* The error does not repeat the value, because others may see it. */
static bool take_secret(const struct option *option, const char *value, void *into,
                        char error[OPTIONS_ERROR_SIZE])
{
    *(const char **)option_field(option, into) = value;
    if (is_secret(value))
        return true;
    snprintf(error, OPTIONS_ERROR_SIZE, "a secret is 64 hexadecimal digits in lower case");
    return false;
}

static bool take_proxies(const struct option *option, const char *value, void *into,
                         char error[OPTIONS_ERROR_SIZE])
{
    struct serve_options *serve = into;
    char reason[PROXIES_ERROR_SIZE];
    *(const char **)option_field(option, into) = value;
    if (proxies_read(&serve->proxies, value, reason))
        return true;
    text_copy(error, OPTIONS_ERROR_SIZE, reason);
    return false;
}

static bool take_name(const struct option *option, const char *value, void *into,
                      char error[OPTIONS_ERROR_SIZE])
{
    *(const char **)option_field(option, into) = value;
    if (serve_log_name_is_sound(value))
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

static const struct word_list log_words = {
    .one = "log format", .many = "log formats", .at = log_word};

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
    OPT_FLAG("behind-proxy", struct serve_options, behind_proxy,
             "a proxy reports the addresses of clients, and whether they use https"),
    OPT_CALL("proxies", "LIST", struct serve_options, proxy_list, take_proxies,
             "addresses and networks of proxies that are believed, such as 10.0.0.5,fd00::/8",
             .usually = "this machine and private networks"),
    OPT_FLAG("open", struct serve_options, open, "opens the page in a browser, where there is one"),
    OPT_GROUP("What it keeps and shows"),
    OPT_TEXT("data", "DIR", struct serve_options, data, "where games are kept, in SQLite",
             .usually = "$XDG_DATA_HOME/railhead or ~/.local/share/railhead"),
    OPT_TEXT("database", "URL", struct serve_options, database,
             "keeps them in PostgreSQL instead: postgresql://USER@HOST/NAME; or the file of an "
             "SQLite database"),
    OPT_TEXT("web", "DIR", struct serve_options, files, "the web client's files",
             .usually = "those beside the program"),
    OPT_CALL("secret", "HEX", struct serve_options, hub.secret, take_secret,
             "64 digits that deals by the host's seed and invitations follow from",
             .usually = "those that the database keeps"),
    OPT_TEXT("secret-file", "FILE", struct serve_options, secret_file,
             "reads them from a file, so that other users of the machine cannot see them"),
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

/* Returns a sentence if two options contradict each other, otherwise NULL. */
static const char *find_conflict(const struct serve_options *serve)
{
    if (serve->data && serve->database)
        return "--data and --database cannot be used together";
    if (!serve->network.tls_certificate != !serve->network.tls_key)
        return "--tls-cert and --tls-key belong together";
    if (serve->lan && serve->network.bind)
        return "--lan and --bind cannot be used together";
    if (serve->hub.secret && serve->secret_file)
        return "--secret and --secret-file cannot be used together";
    if (serve->proxy_list && !serve->behind_proxy)
        return "--proxies has no effect without --behind-proxy";
    return NULL;
}

/* Returns false after an error message. */
static bool read_secret(struct serve_options *serve)
{
    struct file file;
    char error[OPTIONS_ERROR_SIZE];
    if (!serve->secret_file)
        return true;
    if (!file_read(&file, serve->secret_file, error, sizeof error)) {
        cli_fail("serve", "--secret-file: %s", error);
        return false;
    }
    while (file.size > 0 && strchr(" \t\r\n", file.data[file.size - 1]))
        file.size--;
    if (file.size == SECRET_DIGITS)
        memcpy(serve->secret, file.data, SECRET_DIGITS);
    file_release(&file);
    if (!is_secret(serve->secret)) {
        cli_fail("serve", "--secret-file: %s: a secret is 64 hexadecimal digits in lower case",
                 serve->secret_file);
        return false;
    }
    serve->hub.secret = serve->secret;
    return true;
}

/* ---- Places ---------------------------------------------------------------------------------- */

/* Finds the SQLite database and creates its folder if it is missing. */
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
    if (length < 0 || (size_t)length >= sizeof folder || !file_make_folders(folder))
        return cli_fail("serve", "--data: %s: games cannot be kept there: %s", folder,
                        strerror(errno));
    length = snprintf(file, PATH_LENGTH, "%s/railhead.db", folder);
    if (length < 0 || length >= PATH_LENGTH)
        return cli_fail("serve", "--data: %s: the name is too long", folder);
    return STATUS_OK;
}

/*
 * Finds the browser client beside the program: in the build folder, or where make install puts it.
 */
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

static int64_t now_ms(void *context)
{
    return server_clock_now(context);
}

static void set_clock(void *context, int64_t ahead)
{
    server_clock_set(context, ahead);
}

/* Worker threads may call wake_hub() before the network exists. */
struct serving {
    struct hub hub;
    struct server_clock clock;
    struct serve_log log;
    char lan[SERVE_URL_SIZE]; /* the URL for other machines in this network, or "" */
    _Atomic(struct network *) network;
};

static void wake_hub(void *context)
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

/*
 * Prints the URL for other machines after the other URLs, so that the QR code comes last.  The
 * page gets it too: someone who opened localhost cannot know how others reach this machine.
 */
static void say_lan_address(struct serving *serving)
{
    if (serving->lan[0] == '\0') {
        puts("This machine is in no network where others could find it.");
        return;
    }
    serving->hub.options.address = serving->lan;
    printf("Others in your network find it at %s\n", serving->lan);
    if (isatty(STDOUT_FILENO))
        lan_print_code(stdout, serving->lan);
}

static void say_address(struct serving *serving, const struct serve_options *serve,
                        const struct network *network)
{
    char url[SERVE_URL_SIZE];
    if (serve->lan)
        serve_address_lan(serving->lan, &serve->network, network);
    serve_address_own(url, &serve->network, network);
    printf("Railhead is at %s\n", url);
    serve_address_print_others(&serve->network, network, serving->lan);
    if (serve->lan)
        say_lan_address(serving);
    fflush(stdout);
    if (serve->open)
        open_browser(url);
}

/* Announces the end to all clients and gives their connections a moment to close. */
static void say_goodbye(struct serving *serving, struct network *network)
{
    int64_t until = clock_ms() + GOODBYE_MS;
    network_stop_listening(network);
    hub_stop(&serving->hub);
    while ((serving->hub.clients || network_is_busy(network)) && clock_ms() < until)
        network_service(network);
}

static void name_server(struct serving *serving, const struct serve_options *serve, int port)
{
    struct serve_log *log = &serving->log;
    log->json = serve->log == LOG_JSON;
    log->named = serve->name != NULL;
    if (serve->name)
        text_copy(log->name, sizeof log->name, serve->name);
    else
        serve_log_find_name(log->name, port);
    serving->hub.options.name = log->name;
}

static bool open_readers(struct hub_stores *stores, const char *database, bool shared,
                         struct store_claim *claim, char reason[STORE_REASON_SIZE])
{
    for (unsigned i = 0; i < HUB_READERS; i++) {
        stores->reading[i] = store_open(database, reason);
        if (!stores->reading[i])
            return false;
        store_heed(stores->reading[i], claim);
        if (shared)
            store_hurry(stores->reading[i], STORE_TO_READ);
    }
    return true;
}

static bool open_stores(struct hub_stores *stores, const char *database, struct store_claim *claim,
                        char reason[STORE_REASON_SIZE])
{
    const bool shared = store_is_shared(database);
    stores->writing = store_open(database, reason);
    const bool reads = stores->writing && open_readers(stores, database, shared, claim, reason);
    stores->sharing = reads && shared ? store_open(database, reason) : NULL;
    stores->listening = stores->sharing ? store_listener_open(database, reason) : NULL;
    if (!reads || (shared && !stores->listening)) {
        store_close(stores->writing);
        for (unsigned i = 0; i < HUB_READERS; i++)
            store_close(stores->reading[i]);
        store_close(stores->sharing);
        return false;
    }
    store_heed(stores->writing, claim);
    if (shared) {
        store_heed(stores->sharing, claim);
        store_hurry(stores->writing, STORE_TO_WRITE);
        store_hurry(stores->sharing, STORE_TO_HEARTBEAT);
    }
    return true;
}

/* Servers that share a database use its clock, from the start. */
static bool set_first_clock(struct serving *serving, struct store *store,
                            char reason[STORE_REASON_SIZE])
{
    int64_t now;
    if (!store)
        return true;
    if (store_time(store, &now) != STORE_OK) {
        text_copy(reason, STORE_REASON_SIZE, store_reason(store));
        return false;
    }
    server_clock_set(&serving->clock, server_clock_ahead(now));
    return true;
}

/* Accepts no connections until the other servers know of this one. */
static bool join_others(struct hub *hub, char reason[STORE_REASON_SIZE])
{
    const int64_t until = clock_ms() + JOIN_MS;
    while (!hub_may_answer(hub) && !serve_signals_stop() && clock_ms() < until) {
        hub_tick(hub);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        hub_collect(hub);
    }
    snprintf(reason, STORE_REASON_SIZE, "the database did not answer in time");
    return hub_may_answer(hub) || serve_signals_stop();
}

static int fail_network(const struct serve_options *serve, const struct network_failure *failure)
{
    char sentence[SERVE_SENTENCE_SIZE];
    serve_address_explain(sentence, &serve->network, failure);
    return cli_fail("serve", "%s", sentence);
}

/* If neither option was given, it is --data that would name another place. */
static int fail_database(const struct serve_options *serve, const char *reason)
{
    return cli_fail("serve", "%s: %s", serve->database ? "--database" : "--data", reason);
}

/* ---- The certificate ------------------------------------------------------------------------- */

static const char *write_day(char day[16], int64_t seconds)
{
    const time_t time = (time_t)seconds;
    struct tm utc;
    if (!gmtime_r(&time, &utc) || strftime(day, 16, "%Y-%m-%d", &utc) == 0)
        snprintf(day, 16, "?");
    return day;
}

/* Warns the host before browsers refuse an expired certificate. */
static void judge_certificate(const struct serve_log *log, const char *file,
                              struct tls_validity validity)
{
    char from[16], until[16];
    const int64_t now = (int64_t)time(NULL), span = validity.until - validity.from;
    const int64_t soon = span / 10 < EXPIRY_WARNING_S ? span / 10 : EXPIRY_WARNING_S;
    write_day(from, validity.from);
    write_day(until, validity.until);
    if (now >= validity.until)
        serve_log_event(log, SERVE_WARNING, "the certificate %s expired on %s", file, until);
    else if (now < validity.from)
        serve_log_event(log, SERVE_WARNING, "the certificate %s is not valid before %s", file,
                        from);
    else if (validity.until - now < soon)
        serve_log_event(log, SERVE_WARNING, "the certificate %s expires on %s", file, until);
}

static void check_certificate(const struct serve_log *log, const struct serve_options *serve,
                              const struct network *network)
{
    if (serve->network.tls_certificate)
        judge_certificate(log, serve->network.tls_certificate, network_validity(network));
}

/* Called after SIGHUP.  The log is standard error, so there is no file to reopen. */
static void reload_files(const struct serve_log *log, const struct serve_options *serve,
                         struct network *network)
{
    struct network_failure failure;
    char sentence[SERVE_SENTENCE_SIZE], until[16];
    const char *file = serve->network.tls_certificate;
    if (!file) {
        serve_log_event(log, SERVE_INFO, "reloaded: there is no certificate to read again");
    } else if (network_reload(network, &failure)) {
        serve_log_event(log, SERVE_INFO, "reloaded the certificate %s, valid until %s", file,
                        write_day(until, network_validity(network).until));
    } else {
        serve_address_explain(sentence, &serve->network, &failure);
        serve_log_event(log, SERVE_ERROR, "the certificate remains the one in use: %s", sentence);
    }
    check_certificate(log, serve, network);
}

/* ---- From start to stop ---------------------------------------------------------------------- */

static int let_people_in(const struct serve_options *serve, struct serving *serving,
                         struct network *network)
{
    struct network_failure failure;
    if (!network_listen(network, &failure))
        return fail_network(serve, &failure);
    atomic_store(&serving->network, network);
    network_wake(network); /* deliver what the worker threads have finished so far */
    say_address(serving, serve, network);
    serve_log_event(&serving->log, SERVE_INFO, "started");
    check_certificate(&serving->log, serve, network);
    while (!serve_signals_stop()) {
        network_service(network);
        if (serve_signals_reload())
            reload_files(&serving->log, serve, network);
    }
    serve_log_event(&serving->log, SERVE_INFO, "stopping");
    say_goodbye(serving, network);
    atomic_store(&serving->network, NULL);
    return STATUS_OK;
}

/* Runs from claiming the database until it is released.  Frees the network. */
static int serve_database(const struct serve_options *serve, struct serving *serving,
                          const char *database, struct network *network)
{
    char reason[STORE_REASON_SIZE];
    struct hub_stores stores = {0};
    struct store_claim *claim = store_claim(database, reason);
    const bool opened = claim && open_stores(&stores, database, claim, reason) &&
                        set_first_clock(serving, stores.sharing, reason);
    if (!opened || !hub_start(&serving->hub, &serve->hub, stores, reason)) {
        store_claim_release(claim);
        network_release(network);
        return opened ? cli_fail("serve", "%s", reason) : fail_database(serve, reason);
    }
    const int status = join_others(&serving->hub, reason) ? let_people_in(serve, serving, network)
                                                          : fail_database(serve, reason);
    network_release(network);
    if (!serving->hub.stopping)
        hub_stop(&serving->hub);
    hub_release(&serving->hub);
    store_claim_release(claim);
    if (status == STATUS_OK)
        serve_log_event(&serving->log, SERVE_INFO, "stopped");
    return status;
}

static void connect_hub(struct serve_options *serve, struct serving *serving)
{
    serve->hub.wake = wake_hub;
    serve->hub.wake_context = serving;
    serve->hub.log = serve_log_line;
    serve->hub.log_context = &serving->log;
    serve->hub.logs_details = serve->log == LOG_JSON;
    serve->hub.now = now_ms;
    serve->hub.set_clock = set_clock;
    serve->hub.now_context = &serving->clock;
    serve->hub.name = serving->log.name;
}

/* Checks the options as far as possible before anything is written to disk. */
static int serve_until_stopped(struct serve_options *serve, const struct static_files *files)
{
    static struct serving serving;
    struct network_failure failure;
    char file[PATH_LENGTH];
    serve->network.hub = &serving.hub;
    serve->network.files = files;
    serve->network.quota = &serving.hub.quota;
    serve->network.note = serve_log_note;
    serve->network.note_context = &serving.log;
    serve->network.proxies = serve->behind_proxy ? &serve->proxies : NULL;
    struct network *network = network_new(&serve->network, &failure);
    if (!network)
        return fail_network(serve, &failure);
    if (!serve->database && find_data(serve, file) != STATUS_OK) {
        network_release(network);
        return STATUS_BAD;
    }
    name_server(&serving, serve, network_port(network));
    connect_hub(serve, &serving);
    return serve_database(serve, &serving, serve->database ? serve->database : file, network);
}

static unsigned cores_but_one(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 2 ? (unsigned)cores - 1 : 1;
}

static int run_serve(int argc, char **argv)
{
    struct serve_options serve = {.hub = {.version = railhead_version()}};
    char folder[PATH_LENGTH], reason[STATIC_FILES_REASON_SIZE];
    int status;
    if (!cli_read_options(&command_serve, &argc, argv, &serve, &status))
        return status;
    const char *conflict = find_conflict(&serve);
    if (conflict)
        return cli_fail("serve", "%s", conflict);
    if (!read_secret(&serve))
        return STATUS_BAD;
    if (!serve.proxy_list)
        CHECK(proxies_read(&serve.proxies, PROXIES_PRIVATE, reason));
    serve.hub.bytes_in_all = (size_t)serve.held_megabytes << 20;
    serve.hub.bytes_per_address = (size_t)serve.held_address_megabytes << 20;
    if (serve.hub.bot_threads == 0)
        serve.hub.bot_threads = cores_but_one();
    if (sodium_init() < 0)
        return cli_fail("serve", "there is no source of random numbers");
    struct static_files *files =
        static_files_load(serve.files ? serve.files : find_web(folder), reason);
    if (!files)
        return cli_fail("serve", "%s%s", serve.files ? "--web: " : "", reason);
    program_allow_connections();
    serve_signals_catch();
    status = serve_until_stopped(&serve, files);
    static_files_release(files);
    sodium_memzero(serve.secret, sizeof serve.secret);
    return status;
}

const struct command command_serve = {
    .name = "serve",
    .about = "serve the game to browsers, terminals and programs",
    .usage = "[OPTION]...",
    .tells = "Serves the game to browsers, terminals and programs until it is stopped (Ctrl-C, "
             "SIGTERM). SIGHUP makes it read its certificate again.",
    .options = options,
    .run = run_serve,
};
