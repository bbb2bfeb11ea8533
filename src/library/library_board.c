/* Boards and turns, as numbers and as text. */
#include <stdlib.h>

#include "board_file/boards.h"
#include "files/board_load.h"
#include "library/library.h"
#include "rules/notation.h"

size_t railhead_board_count(void)
{
    return board_builtin_count();
}

const struct railhead_board *railhead_board_at(size_t number)
{
    return number < board_builtin_count() ? board_public(board_builtin_at((unsigned)number)) : NULL;
}

const struct railhead_board *railhead_board_find(const char *id)
{
    return id != NULL ? board_public(board_builtin(id, strlen(id))) : NULL;
}

/* Hands over the board if it is valid; otherwise frees it and reports the fault. */
static enum railhead_status keep(struct railhead_board **to, struct board *board, bool sound,
                                 const struct fault *fault, struct railhead_error *error)
{
    if (!sound) {
        free(board);
        return library_fault(error, fault);
    }
    *to = (struct railhead_board *)board;
    return RAILHEAD_OK;
}

enum railhead_status railhead_board_read(struct railhead_board **board, const char *text,
                                         size_t size, struct railhead_error *error)
{
    struct fault fault = {.line = 0};
    if (board == NULL || text == NULL)
        return library_bad(error, board == NULL ? "board" : "text");
    *board = NULL;
    struct board *storage = malloc(sizeof *storage);
    if (storage == NULL)
        return library_no_memory(error);
    return keep(board, storage, board_read(text, size, storage, &fault), &fault, error);
}

enum railhead_status railhead_board_load(struct railhead_board **board, const char *path,
                                         struct railhead_error *error)
{
    struct fault fault = {.line = 0};
    if (board == NULL || path == NULL)
        return library_bad(error, board == NULL ? "board" : "path");
    *board = NULL;
    struct board *storage = malloc(sizeof *storage);
    if (storage == NULL)
        return library_no_memory(error);
    return keep(board, storage, board_load(path, storage, &fault), &fault, error);
}

void railhead_board_free(struct railhead_board *board)
{
    free(board);
}

enum railhead_status railhead_board_info(const struct railhead_board *board,
                                         struct railhead_board_info *info, size_t size,
                                         struct railhead_error *error)
{
    const struct board *of = board_of(board);
    if (board == NULL)
        return library_bad(error, "board");
    const struct railhead_board_info all = {.id = of->id,
                                            .name = of->name,
                                            .rules = of->ruleset,
                                            .junctions = of->junctions,
                                            .lines = of->lines,
                                            .cities = of->cities,
                                            .tracks = of->tracks,
                                            .coloured_tracks = of->coloured_tracks,
                                            .start_points = of->start_points,
                                            .end_points = of->end_points,
                                            .barrier = of->barrier_rule,
                                            .actions = action_count(of)};
    return library_fill(info, size, &all, sizeof all, "info", error);
}

enum railhead_status railhead_board_junction(const struct railhead_board *board, uint32_t number,
                                             struct railhead_junction *junction,
                                             struct railhead_error *error)
{
    if (board == NULL || junction == NULL)
        return library_bad(error, board == NULL ? "board" : "junction");
    if (number >= board_of(board)->junctions)
        return library_bad(error, "number");
    const struct junction *of = &board_of(board)->junction[number];
    *junction = (struct railhead_junction){
        .column = of->column, .row = of->row, .city = of->city, .at_sea = of->at_sea};
    memcpy(junction->name, of->name, sizeof junction->name);
    return RAILHEAD_OK;
}

enum railhead_status railhead_board_line(const struct railhead_board *board, uint32_t number,
                                         struct railhead_line *line, struct railhead_error *error)
{
    if (board == NULL || line == NULL)
        return library_bad(error, board == NULL ? "board" : "line");
    if (number >= board_of(board)->lines)
        return library_bad(error, "number");
    const struct line *of = &board_of(board)->line[number];
    struct text text;
    *line = (struct railhead_line){.a = of->a, .b = of->b, .kind = of->kind, .cost = of->cost};
    text_init(&text, line->name, sizeof line->name);
    notation_add_line(&text, board_of(board), number);
    return RAILHEAD_OK;
}

enum railhead_status railhead_board_city(const struct railhead_board *board, uint32_t number,
                                         struct railhead_city *city, struct railhead_error *error)
{
    if (board == NULL || city == NULL)
        return library_bad(error, board == NULL ? "board" : "city");
    if (number >= board_of(board)->cities)
        return library_bad(error, "number");
    const struct city *of = &board_of(board)->city[number];
    *city = (struct railhead_city){.id = of->id,
                                   .name = of->name,
                                   .group = of->group,
                                   .junction = of->junction,
                                   .dashed = of->dashed};
    return RAILHEAD_OK;
}

int32_t railhead_board_find_junction(const struct railhead_board *board, const char *name)
{
    if (board == NULL || name == NULL)
        return -1;
    const unsigned found = board_find_junction(board_of(board), name, strlen(name));
    return found == JUNCTION_NONE ? -1 : (int32_t)found;
}

int32_t railhead_board_find_line(const struct railhead_board *board, const char *name)
{
    struct fault fault = {.line = 0};
    unsigned line;
    if (board == NULL || name == NULL ||
        !notation_read_line(board_of(board), (struct word){name, strlen(name)}, &line, &fault))
        return -1;
    return (int32_t)line;
}

int32_t railhead_board_find_city(const struct railhead_board *board, const char *id)
{
    if (board == NULL || id == NULL)
        return -1;
    const unsigned found = board_find_city(board_of(board), id, strlen(id));
    return found == CITY_NONE ? -1 : (int32_t)found;
}

/* ---- Turns ---------------------------------------------------------------------------------- */

bool turn_is_sound(const struct board *board, const struct turn *turn)
{
    const bool marker = turn->marker < board->junctions;
    if (turn->kind == TURN_PLACE)
        return turn->tracks == 0 && marker;
    if (turn->kind == TURN_PASS)
        return turn->tracks == 0 && turn->marker == JUNCTION_NONE;
    if (turn->kind != TURN_LAY || turn->tracks > TURN_TRACKS_MAX ||
        (!marker && turn->marker != JUNCTION_NONE))
        return false;
    for (unsigned i = 0; i < turn->tracks; i++) {
        if (turn->track[i].line >= board->lines || turn->track[i].own > 1)
            return false;
    }
    return true;
}

enum railhead_status railhead_turn_read(struct railhead_turn *turn,
                                        const struct railhead_board *board, const char *text,
                                        struct railhead_error *error)
{
    struct fault fault = {.line = 0};
    struct words words;
    struct turn read;
    if (turn == NULL || board == NULL || text == NULL)
        return library_bad(error, turn == NULL ? "turn" : board == NULL ? "board" : "text");
    words_init(&words, text, strlen(text));
    if (!notation_read_turn(board_of(board), &words, &read, &fault))
        return library_fault(error, &fault);
    turn_public(turn, &read);
    return RAILHEAD_OK;
}

_Static_assert((int)RAILHEAD_TURN_TEXT_SIZE == (int)TURN_TEXT_SIZE, "every turn fits");

enum railhead_status railhead_turn_write(const struct railhead_turn *turn,
                                         const struct railhead_board *board, char *text,
                                         struct railhead_error *error)
{
    if (turn == NULL || board == NULL || text == NULL)
        return library_bad(error, turn == NULL ? "turn" : board == NULL ? "board" : "text");
    const struct turn of = turn_of(turn);
    if (!turn_is_sound(board_of(board), &of))
        return library_bad(error, "turn");
    notation_turn(text, board_of(board), &of);
    return RAILHEAD_OK;
}
