/* railhead play: a game on the whole screen, or in plain text. */
#include "cli/cli.h"
#include "cli/play_game.h"
#include "cli/play_local.h"
#include "cli/play_options.h"
#include "cli/play_server.h"
#include "terminal/display.h"

static int play(const struct play_options *options, struct screen *screen)
{
    if (options->plain || !display_is_possible())
        return play_game(options, screen);
    return play_local(options);
}

static int play_at_server(const struct play_options *options)
{
    if (!display_is_possible())
        return cli_fail("play", "--server: this needs a terminal");
    return play_server(options);
}

int cmd_play(int argc, char **argv)
{
    struct play_options options;
    struct screen screen;
    int status = STATUS_OK;
    screen_init(&screen, stdin, stdout);
    switch (play_options_read(&options, argc, argv, &screen)) {
    case START_GAME:
        status = play(&options, &screen);
        break;
    case START_SERVER:
        status = play_at_server(&options);
        break;
    case START_HELP:
        play_options_help();
        break;
    case START_BAD:
        status = STATUS_BAD;
        break;
    case START_LEAVE:
        screen_print(&screen, "\n");
        break;
    }
    play_options_release(&options);
    screen_release(&screen);
    return status;
}
