/*
 * librailhead: TransAmerica and Trans Europa as a library.
 *
 * Boards, positions, exact scores, games with bots and records, probabilities of hidden hands,
 * reviews, and thousands of games at once.  docs/library.md is an introduction; the comments in
 * these headers are the reference.
 *
 *   - A function that can fail returns enum railhead_status and takes a struct railhead_error,
 *     which may be NULL.  If it fails it has changed nothing, unless stated otherwise.
 *   - No argument can end the program: a null pointer, a number out of range or an invalid text
 *     is reported as an error.  A handle that has been freed is not detected.
 *   - There are no globals.  A handle must be used by one thread at a time; different handles are
 *     independent, and a board may be shared by all threads.
 *   - Seats, lines, junctions and cities are numbered from 0.  In texts seats are numbered from 1.
 *   - A structure that may grow is filled by a function that takes its size, as in
 *     railhead_position_state(position, &state, sizeof state, &error).
 */
#ifndef RAILHEAD_RAILHEAD_H
#define RAILHEAD_RAILHEAD_H

#include <railhead/base.h>
#include <railhead/batch.h>
#include <railhead/board.h>
#include <railhead/bots.h>
#include <railhead/game.h>
#include <railhead/position.h>
#include <railhead/record.h>
#include <railhead/review.h>
#include <railhead/score.h>
#include <railhead/turn.h>

#endif
