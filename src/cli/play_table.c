/* A game begun or taken up again, and played. */
#include "cli/play_table.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "core/check.h"

/* ---- Beginning --------------------------------------------------------------------------- */

static void name_seats(const struct play_options *options, struct record_names *names)
{
    memset(names, 0, sizeof *names);
    for (unsigned seat = 0; seat < options->seats; seat++) {
        const struct play_seat *player = &options->player[seat];
        if (player->is_bot)
            contender_name(&player->contender, names->name[seat], sizeof names->name[seat]);
        else
            snprintf(names->name[seat], sizeof names->name[seat], "%s", player->name);
    }
}

static void take_round(struct play_table *table, const struct position *position)
{
    table->position = *position;
    memcpy(table->position.seed, table->options->seed, sizeof table->position.seed);
    play_bots_begin_round(&table->bots, &table->position);
    play_record_round(&table->record, table->board, &table->position);
}

static void take_turn(struct play_table *table, const struct record_reader *reader)
{
    play_bots_see(&table->bots, &table->position.table, &reader->turn);
    play_record_turn(&table->record, table->board, reader->seat, &reader->turn);
    table->position = reader->position;
    memcpy(table->position.seed, table->options->seed, sizeof table->position.seed);
}

/* The record of the options has been read without fault before. */
static void resume(struct play_table *table)
{
    const struct play_options *options = table->options;
    struct record_reader reader;
    enum record_event event;
    record_reader_init(&reader, options->resumed.data, options->resumed.size,
                       record_boards_of(&options->board), NULL);
    while ((event = record_next(&reader)) != RECORD_END) {
        CHECK(event != RECORD_FAULT);
        if (event == RECORD_ROUND) {
            take_round(table, &reader.position);
        } else if (event == RECORD_TURN) {
            take_turn(table, &reader);
        } else {
            play_record_closing(&table->record, table->board, &table->position.table);
            play_bots_round_over(&table->bots, &table->position.table);
        }
    }
}

bool play_table_init(struct play_table *table, const struct play_options *options,
                     char error[PLAY_ERROR_SIZE])
{
    struct record_names names;
    memset(table, 0, sizeof *table);
    table->options = options;
    table->board = options->board.board;
    position_init(&table->position, table->board, options->seats, options->variants, options->seed);
    play_record_init(&table->record);
    name_seats(options, &names);
    play_record_header(&table->record, table->board, &table->position.table, &names);
    if (!play_bots_init(&table->bots, options, error, PLAY_ERROR_SIZE))
        return false;
    play_bots_begin_game(&table->bots, &table->position.table, &names);
    if (options->resumed.data != NULL)
        resume(table);
    if (options->save == NULL)
        return true;
    if (options->resumed.data == NULL && access(options->save, F_OK) == 0) {
        snprintf(error, PLAY_ERROR_SIZE, "--save: %.200s exists already; take another name",
                 options->save);
        return false;
    }
    if (!play_table_save(table)) {
        snprintf(error, PLAY_ERROR_SIZE, "--save: %.200s cannot be written: %s", options->save,
                 strerror(errno));
        return false;
    }
    return true;
}

void play_table_release(struct play_table *table)
{
    play_bots_release(&table->bots);
    play_record_release(&table->record);
}

/* ---- Playing ----------------------------------------------------------------------------- */

bool play_table_save(const struct play_table *table)
{
    return table->options->save == NULL || play_record_save(&table->record, table->options->save);
}

void play_table_deal(struct play_table *table)
{
    position_deal(&table->position, table->board);
    play_bots_begin_round(&table->bots, &table->position);
    play_record_round(&table->record, table->board, &table->position);
}

enum refusal play_table_play(struct play_table *table, struct turn *turn)
{
    const struct table before = table->position.table;
    position_settle(&table->position, table->board, turn);
    const enum refusal refusal = position_play(&table->position, table->board, turn);
    if (refusal != ACCEPTED)
        return refusal;
    play_bots_see(&table->bots, &before, turn);
    play_record_turn(&table->record, table->board, before.to_move, turn);
    if (table->position.table.phase != PHASE_PLAYING) {
        play_record_closing(&table->record, table->board, &table->position.table);
        play_bots_round_over(&table->bots, &table->position.table);
    }
    return ACCEPTED;
}
