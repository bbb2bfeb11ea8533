/* A temporary folder with databases in it, and a PostgreSQL server: see place.h. */
#define _DEFAULT_SOURCE
#include "store/place.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "support.h"

struct place place_sqlite = {.postgres = false}, place_postgres = {.postgres = true},
             place_parted = {.postgres = true, .parted = true};

static char folder[] = "/tmp/railhead-store-XXXXXX";
static char programs[128]; /* where postgres and psql are */
static pid_t server;       /* 0 when there is none */
static pid_t caretaker;
static int caretaker_pipe;
static pid_t waker; /* lets a server go on that stands still */
static int waker_pipe;
static unsigned databases;

/* ---- Processes ------------------------------------------------------------------------------- */

/* PostgreSQL refuses to run as root: who it runs as then, and NULL otherwise. */
static const struct passwd *server_user(void)
{
    if (geteuid() != 0)
        return NULL;
    const struct passwd *user = getpwnam("postgres");
    if (!user)
        user = getpwnam("nobody");
    assert_non_null(user);
    return user;
}

static void leave_root(void)
{
    const struct passwd *user = server_user();
    if (user && (setgroups(0, NULL) || setgid(user->pw_gid) || setuid(user->pw_uid)))
        _exit(126);
}

static void own_folder(void)
{
    const struct passwd *user = server_user();
    if (user)
        assert_int_equal(chown(folder, user->pw_uid, user->pw_gid), 0);
}

/*
 * Starts a program of PostgreSQL, which ends when this one does.  The first of the arguments is
 * left for its path: by that it finds the others, which need not be where the shell looks.
 */
static pid_t start(const char *name, char *arguments[])
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", programs, name);
    arguments[0] = path;
    fflush(NULL);
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid > 0)
        return pid;
    leave_root();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (!freopen("/dev/null", "r", stdin) || !freopen("server.log", "a", stdout) ||
        dup2(STDOUT_FILENO, STDERR_FILENO) < 0)
        _exit(126);
    execv(path, arguments);
    _exit(127);
}

void place_pause(unsigned milliseconds)
{
    const struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    nanosleep(&time, NULL);
}

/*
 * A process of its own that takes the folder away once the pipe from here is closed, however that
 * comes about.  The server has ended with this program and its children follow within moments.
 */
static void start_caretaker(void)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    caretaker = fork();
    assert_true(caretaker >= 0);
    if (caretaker == 0) {
        setsid();
        close(ends[1]);
        char byte;
        while (read(ends[0], &byte, 1) < 0 && errno == EINTR)
            ;
        if (chdir("/"))
            _exit(1);
        execlp("sh", "sh", "-c", "rm -rf \"$1\" || { sleep 1; rm -rf \"$1\"; }", "sh", folder,
               (char *)NULL);
        _exit(127);
    }
    close(ends[0]);
    caretaker_pipe = ends[1];
}

/* ---- The server ------------------------------------------------------------------------------ */

static void find_programs(void)
{
    FILE *answer = popen("pg_config --bindir", "r");
    assert_non_null(answer);
    assert_non_null(fgets(programs, sizeof programs, answer));
    programs[strcspn(programs, "\n")] = '\0';
    assert_int_equal(pclose(answer), 0);
}

/* To be called where the tests are started: it knows the way to the script. */
static void make_cluster(void)
{
    char command[128];
    snprintf(command, sizeof command, "tests/cluster %s/postgres", folder);
    fflush(NULL);
    const int status = system(command);
    if (status != 0)
        fail_msg("%s ended with status %d", command, status);
}

/*
 * Its default is not durable, so that a store has to ask for more.  No test turns the power off,
 * and what a killed server has written is safe with the kernel: so it may do without fsync().
 */
void place_start_server(void)
{
    char *arguments[] = {NULL,
                         "-D",
                         "postgres",
                         "-k",
                         folder,
                         "--listen_addresses=",
                         "--fsync=off",
                         "--synchronous_commit=off",
                         "--deadlock_timeout=10ms",
                         NULL};
    char *question[] = {NULL, "-q", "-h", folder, NULL};
    server = start("postgres", arguments);
    for (unsigned attempt = 0; attempt < 600; attempt++) {
        int status;
        const pid_t pid = start("pg_isready", question);
        assert_int_equal(waitpid(pid, &status, 0), pid);
        if (status == 0)
            return;
        place_pause(50);
    }
    fail_msg("PostgreSQL in %s does not start", folder);
}

/* The processes that the server has for its connections and its own work. */
static unsigned server_children(pid_t children[], unsigned max)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)server, (int)server);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    unsigned count = 0;
    for (int pid; count < max && fscanf(file, "%d", &pid) == 1; count++)
        children[count] = pid;
    fclose(file);
    return count;
}

/* Its children become this program's, which asked for that, and are waited for like it. */
void place_kill_server(void)
{
    pid_t children[64];
    kill(server, SIGSTOP); /* so that it starts no others */
    const unsigned count = server_children(children, 64);
    kill(server, SIGKILL);
    for (unsigned i = 0; i < count; i++)
        kill(children[i], SIGKILL);
    assert_int_equal(waitpid(server, NULL, 0), server);
    for (unsigned i = 0; i < count; i++)
        waitpid(children[i], NULL, 0);
    server = 0;
}

/*
 * First the one that would start others.  A process of its own lets them go on once the pipe from
 * here is closed: when this program is killed they must see that their server is gone, and end.
 */
void place_stop_server(void)
{
    int ends[2];
    pid_t children[64];
    kill(server, SIGSTOP);
    const unsigned count = server_children(children, 64);
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    waker = fork();
    assert_true(waker >= 0);
    if (waker == 0) {
        setsid();
        close(ends[1]);
        char byte;
        while (read(ends[0], &byte, 1) < 0 && errno == EINTR)
            ;
        for (unsigned i = 0; i < count; i++)
            kill(children[i], SIGCONT);
        kill(server, SIGCONT);
        _exit(0);
    }
    close(ends[0]);
    waker_pipe = ends[1];
    for (unsigned i = 0; i < count; i++)
        kill(children[i], SIGSTOP);
}

void place_continue_server(void)
{
    close(waker_pipe);
    assert_int_equal(waitpid(waker, NULL, 0), waker);
}

/* ---- Databases ------------------------------------------------------------------------------- */

int place_begin(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(folder));
    start_caretaker();
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    own_folder();
    make_cluster();
    assert_int_equal(chdir(folder), 0);
    find_programs();
    place_start_server();
    return 0;
}

int place_end(void **state)
{
    (void)state;
    if (server)
        place_kill_server();
    close(caretaker_pipe);
    return waitpid(caretaker, NULL, 0) == caretaker ? 0 : 1;
}

/* Every key of both tables begins with the game, so that nothing else has to change. */
static void part_tables(const struct place *place)
{
    store_close(place_open(place));
    place_sql(place,
              "ALTER TABLE event RENAME TO whole_event; ALTER TABLE seat RENAME TO whole_seat;"
              "DROP INDEX event_author; DROP INDEX seat_person;"
              "CREATE TABLE event (LIKE whole_event INCLUDING DEFAULTS INCLUDING STORAGE,"
              " PRIMARY KEY (game, number)) PARTITION BY HASH (game);"
              "CREATE TABLE seat (LIKE whole_seat INCLUDING DEFAULTS INCLUDING STORAGE,"
              " PRIMARY KEY (game, seat)) PARTITION BY HASH (game);"
              "CREATE INDEX event_author ON event (author) WHERE author <> '';"
              "CREATE INDEX seat_person ON seat (person) WHERE person <> '';"
              "CREATE TABLE event_0 PARTITION OF event FOR VALUES WITH (MODULUS 3, REMAINDER 0);"
              "CREATE TABLE event_1 PARTITION OF event FOR VALUES WITH (MODULUS 3, REMAINDER 1);"
              "CREATE TABLE event_2 PARTITION OF event FOR VALUES WITH (MODULUS 3, REMAINDER 2);"
              "CREATE TABLE seat_0 PARTITION OF seat FOR VALUES WITH (MODULUS 2, REMAINDER 0);"
              "CREATE TABLE seat_1 PARTITION OF seat FOR VALUES WITH (MODULUS 2, REMAINDER 1);"
              "DROP TABLE whole_event; DROP TABLE whole_seat");
}

/* Of PostgreSQL each test gets a schema, which is quicker to make than a database. */
int place_empty(void **state)
{
    struct place *place = *state;
    databases++;
    if (!place->postgres) {
        snprintf(place->url, sizeof place->url, "%s/store-%u", folder, databases);
        return 0;
    }
    char sql[64];
    snprintf(sql, sizeof sql, "CREATE SCHEMA s%u", databases);
    snprintf(place->url, sizeof place->url, "postgresql://railhead@/postgres?host=%s", folder);
    place_sql(place, sql);
    snprintf(place->url, sizeof place->url,
             "postgresql://railhead@/postgres?host=%s&options=-csearch_path%%3Ds%u", folder,
             databases);
    if (place->parted)
        part_tables(place);
    return 0;
}

const char *place_folder(void)
{
    return folder;
}

struct store *place_open(const struct place *place)
{
    char reason[STORE_REASON_SIZE];
    struct store *store = store_open(place->url, reason);
    if (!store)
        fail_msg("%s", reason);
    return store;
}

static void sqlite_sql(const char *path, const char *sql)
{
    sqlite3 *handle;
    assert_int_equal(sqlite3_open(path, &handle), SQLITE_OK);
    char *error = NULL;
    if (sqlite3_exec(handle, sql, NULL, NULL, &error) != SQLITE_OK)
        fail_msg("%s: %s", sql, error);
    sqlite3_close(handle);
}

void place_sql(const struct place *place, const char *sql)
{
    if (!place->postgres) {
        sqlite_sql(place->url, sql);
        return;
    }
    char url[PLACE_URL_SIZE], command[1024];
    snprintf(url, sizeof url, "%s", place->url);
    snprintf(command, sizeof command, "%s", sql);
    char *arguments[] = {NULL, "-q", "-v", "ON_ERROR_STOP=1", "-c", command, url, NULL};
    int status;
    const pid_t pid = start("psql", arguments);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (status != 0)
        fail_msg("psql ended with status %d on: %s", status, sql);
}
