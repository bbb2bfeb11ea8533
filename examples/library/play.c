/*
 * A game between two bots and a player of one's own, which takes the turn that leaves it the least
 * to build.  Prints the record.
 *
 *     cc play.c $(pkg-config --cflags --libs railhead) -o play && ./play > game.rail
 */
#include <stdio.h>
#include <stdlib.h>

#include <railhead/railhead.h>

static struct railhead_error error;

static void must(enum railhead_status status)
{
    if (status == RAILHEAD_OK)
        return;
    fprintf(stderr, "play: %s\n", error.sentence);
    exit(1);
}

/* Tries every legal turn on a copy of what this seat knows. */
static struct railhead_turn choose(const struct railhead_position *position, uint32_t seat)
{
    static struct railhead_turn turn[60000];
    struct railhead_position *known, *after;
    struct railhead_turn best = {0};
    uint32_t least = UINT32_MAX;
    size_t turns;
    must(railhead_position_copy(&known, position, &error));
    must(railhead_position_hide(known, seat, &error));
    must(railhead_position_copy(&after, known, &error));
    must(railhead_position_turns(known, turn, sizeof turn / sizeof turn[0], &turns, &error));
    for (size_t i = 0; i < turns; i++) {
        uint32_t missing;
        must(railhead_position_set(after, known, &error));
        must(railhead_position_play(after, &turn[i], &error));
        must(railhead_position_missing(after, seat, &missing, NULL, 0, NULL, &error));
        if (missing < least) {
            least = missing;
            best = turn[i];
        }
    }
    railhead_position_free(known);
    railhead_position_free(after);
    return best;
}

static void print_record(const struct railhead_game *game)
{
    size_t size;
    must(railhead_game_record(game, RAILHEAD_NONE, NULL, 0, &size, &error));
    char *text = malloc(size + 1);
    if (text == NULL)
        exit(1);
    must(railhead_game_record(game, RAILHEAD_NONE, text, size + 1, &size, &error));
    fputs(text, stdout);
    free(text);
}

int main(void)
{
    const struct railhead_board *board = railhead_board_find("transamerica");
    const char *const name[] = {"example", "bot medium", "bot hard"};
    uint8_t seed[RAILHEAD_SEED_SIZE];
    struct railhead_state state;
    struct railhead_game *game;
    railhead_seed(1, 1, seed);
    must(railhead_game_new(&game, board, 3, 0, seed, name, &error));
    must(railhead_game_sit(game, 1, "medium", 0, &error));
    must(railhead_game_sit(game, 2, "hard", 0, &error));
    const struct railhead_position *position = railhead_game_position(game);
    for (;;) {
        struct railhead_turn turn;
        must(railhead_position_state(position, &state, sizeof state, &error));
        if (state.phase == RAILHEAD_GAME_OVER)
            break;
        if (state.phase != RAILHEAD_PLAYING) {
            must(railhead_game_deal(game, &error));
            continue;
        }
        if (state.to_move == 0)
            turn = choose(position, 0);
        else
            must(railhead_game_ask(game, &turn, &error));
        must(railhead_game_play(game, &turn, &error));
    }
    print_record(game);
    railhead_game_free(game);
    return 0;
}
