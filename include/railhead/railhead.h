/*
 * librailhead: TransAmerica and Trans Europa as a library.
 *
 * Boards, positions by the rules, exact scores, games with bots and records, what the others may
 * hold, reviews, and thousands of games at once.  docs/library.md is the way in; the comments in
 * these headers are the reference.
 *
 *   - A function that can fail returns enum railhead_status and takes a struct railhead_error,
 *     which may be NULL.  When it fails it has changed nothing, unless it says otherwise.
 *   - Nothing that is passed in can end the program: a null pointer, a number out of range or a
 *     broken text is an error with a sentence.  A handle that has been freed is not noticed.
 *   - There are no globals.  One handle is for one thread at a time; different handles are
 *     independent, and a board may be shared by all threads.
 *   - Seats, lines, junctions and cities are numbers from 0.  In texts seats count from 1.
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
