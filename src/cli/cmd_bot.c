/*
 * railhead bot: a program that plays at a server's table.  It reads options and prints a line for
 * each event; remote/robot.h does the rest.
 */
#include <signal.h>
#include <stdio.h>
#include <sys/select.h>
#include <unistd.h>

#include "cli/cli.h"
#include "remote/robot.h"
#include "text/harmless.h"

enum {
    ERROR_SIZE = 512,
    GOODBYE_MS = 2000, /* how long to wait for the server to receive our goodbye */
    NAME_SIZE = 33,
    LEAST_MS = 100,
    MOST_MS = 600000,
};

struct request {
    const char *server, *table, *engine, *bot, *name;
    unsigned milliseconds;
    bool stays, quiet;
};

static const struct option options[] = {
    OPT_TEXT("server", "URL", struct request, server, "the server: http://HOST[:PORT]",
             .needed = true),
    OPT_TEXT("table", "LINK", struct request, table, "the table: its link, or its id",
             .needed = true),
    OPT_TEXT("engine", "COMMAND", struct request, engine,
             "the program that plays, which speaks the engine protocol"),
    OPT_TEXT("bot", "BOT", struct request, bot,
             "one of our bots in its place, such as hard or expert:20000"),
    OPT_TEXT("name", "NAME", struct request, name, "what the others see"),
    OPT_NUMBER("time", "MS", struct request, milliseconds, LEAST_MS, MOST_MS,
               "milliseconds for a turn at most; less where the table's clock has less",
               .otherwise = "5000"),
    OPT_FLAG("stay", struct request, stays, "stays after the game, for rematches"),
    OPT_FLAG("quiet", struct request, quiet, "tells nothing but what goes wrong"),
    OPT_END,
};

/* ---- Output -------------------------------------------------------------------------------- */

static void print_result(const struct robot *robot)
{
    const struct table *table = &robot->follow.view.table;
    printf("the game is over; points:");
    for (unsigned seat = 0; seat < table->seats; seat++)
        printf(" %d%s", table->points[seat], table->winners >> seat & 1 ? "*" : "");
    printf("\n");
}

static void print_news(void *context, const struct robot *robot, enum robot_news news)
{
    const struct request *request = context;
    switch (news) {
    case ROBOT_FORFEITS:
        fprintf(stderr, "railhead bot: %s; a turn by chance is played\n", robot->why);
        return;
    case ROBOT_REFUSED:
        fprintf(stderr, "railhead bot: the server refuses: %s\n", robot->why);
        return;
    case ROBOT_LOST:
        fprintf(stderr, "railhead bot: the connection is lost: %s\n", robot->why);
        return;
    default:
        break;
    }
    if (request->quiet)
        return;
    if (news == ROBOT_SITS)
        printf("sits on seat %u of table %s\n", robot_seat(robot) + 1, robot->follow.table_id);
    else if (news == ROBOT_ROUND)
        printf("round %u\n", robot->follow.view.table.round);
    else if (news == ROBOT_PLAYS)
        printf("plays %s\n", robot->turn);
    else if (news == ROBOT_BACK)
        printf("is connected again\n");
    else if (news == ROBOT_OVER)
        print_result(robot);
    fflush(stdout);
}

/* ---- Running ------------------------------------------------------------------------------- */

static volatile sig_atomic_t is_told_to_go;

static void on_signal(int number)
{
    (void)number;
    is_told_to_go = 1;
}

/* Signals are blocked except while we wait, so that they interrupt nothing else. */
static void hold_signals(sigset_t *waiting)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigset_t ours;
    sigemptyset(&ours);
    sigaddset(&ours, SIGINT);
    sigaddset(&ours, SIGTERM);
    sigprocmask(SIG_BLOCK, &ours, waiting);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
}

static void wait_for(const struct robot *robot, int milliseconds, const sigset_t *waiting)
{
    const struct timespec most = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    const int descriptor = robot_descriptor(robot);
    fd_set ready;
    FD_ZERO(&ready);
    FD_SET(descriptor, &ready);
    pselect(descriptor + 1, &ready, NULL, NULL, milliseconds < 0 ? NULL : &most, waiting);
}

static void say_goodbye(struct robot *robot, const sigset_t *waiting)
{
    const uint64_t end = child_clock() + GOODBYE_MS;
    robot_go(robot);
    while (robot_step(robot) == ROBOT_WORKS && child_clock() < end)
        wait_for(robot, GOODBYE_MS / 10, waiting);
}

static int run_robot(struct robot *robot)
{
    sigset_t waiting;
    hold_signals(&waiting);
    while (robot_step(robot) == ROBOT_WORKS) {
        wait_for(robot, robot_pause(robot), &waiting);
        if (is_told_to_go) {
            say_goodbye(robot, &waiting);
            return STATUS_OK;
        }
    }
    return robot->end == ROBOT_FAILED ? cli_fail("bot", "%s", robot->why) : STATUS_OK;
}

/* Parses the player to use; see engine/contender.h. */
static bool choose_player(const struct request *request, struct contender *contender,
                          char error[ERROR_SIZE])
{
    char text[CONTENDER_TEXT_SIZE];
    if ((request->engine == NULL) == (request->bot == NULL)) {
        snprintf(error, ERROR_SIZE, "either --engine or --bot says who plays");
        return false;
    }
    const int length = snprintf(text, sizeof text, "%s%s", request->engine != NULL ? "cmd:" : "",
                                request->engine != NULL ? request->engine : request->bot);
    if (length >= (int)sizeof text) {
        snprintf(error, ERROR_SIZE, "a command has less than %zu bytes", sizeof text - 4);
        return false;
    }
    if (!contender_parse(contender, text, (size_t)length, error))
        return false;
    if (contender->kind != CONTENDER_ORACLE)
        return true;
    snprintf(error, ERROR_SIZE, "the oracle sees all hands, which no server shows");
    return false;
}

/*
 * Writes the name shown to the other players: the requested one, or the name that the engine
 * reports.
 */
static void write_name(const struct request *request, const struct contender_player *player,
                       char name[NAME_SIZE])
{
    const char *own = player->engine != NULL ? player->engine->name : player->contender->text;
    harmless_copy(name, NAME_SIZE, request->name != NULL ? request->name : own);
}

static int play_table(const struct request *request, const struct contender *contender)
{
    struct remote_target target = {.url = request->server, .link = request->table};
    const struct robot_wishes wishes = {.program = request->name ? request->name : contender->text,
                                        .milliseconds = request->milliseconds,
                                        .stays = request->stays};
    const struct contender_limits limits = {.milliseconds = request->milliseconds,
                                            .hurries_bots = true};
    const struct robot_listener listener = {print_news, (void *)request};
    struct contender_player player;
    char error[ERROR_SIZE], name[NAME_SIZE];
    struct robot *robot = NULL;
    if (request->engine != NULL && !request->quiet && isatty(STDERR_FILENO) == 1)
        fputs("railhead bot: starting the engine\n", stderr); /* this can take seconds */
    if (contender_player_init(&player, contender, &limits, error, sizeof error)) {
        write_name(request, &player, name);
        target.name = name;
        robot = robot_new(&target, &wishes, &player, listener, error, sizeof error);
    }
    const int status = robot != NULL ? run_robot(robot) : cli_fail("bot", "%s", error);
    if (robot != NULL)
        robot_free(robot);
    contender_player_release(&player);
    return status;
}

static int run_bot(int argc, char **argv)
{
    struct request request = {.server = NULL};
    struct contender contender;
    char error[ERROR_SIZE];
    int status;
    if (!cli_read_options(&command_bot, &argc, argv, &request, &status))
        return status;
    if (!choose_player(&request, &contender, error))
        return cli_fail("bot", "%s", error);
    return play_table(&request, &contender);
}

const struct command command_bot = {
    .name = "bot",
    .about = "let a program of yours play at a server",
    .usage = "--server URL --table LINK --engine COMMAND [OPTION]...",
    .tells =
        "Sits down at a server's table and plays there with a program that speaks the engine "
        "protocol (docs/engine-protocol.md), or with one of our bots, until the game is over.  "
        "Everybody at the table sees that a program plays.  It is somebody of its own there: "
        "you can sit at the same table.  Ctrl-C gets up, or leaves the game to a bot of the "
        "server.",
    .options = options,
    .run = run_bot,
};
