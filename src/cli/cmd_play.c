/* railhead play: a game in plain text, by people at this keyboard and bots. */
#include "cli/cli.h"
#include "cli/play_game.h"
#include "cli/play_options.h"

int cmd_play(int argc, char **argv)
{
    struct play_options options;
    struct screen screen;
    int status = STATUS_OK;
    screen_init(&screen, stdin, stdout);
    switch (play_options_read(&options, argc, argv, &screen)) {
    case START_GAME:
        status = play_game(&options, &screen);
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
    screen_release(&screen);
    return status;
}
