/*
 * A fault for programs: {"rule": "P1", "code": "record-score", "args": {"seat": 2, "number": 7},
 * "text": "the score of seat 2 should be 7"}.
 *
 * `args` has the arguments by the names of the sentence's placeholders: numbers, texts, and for a
 * label {"code": "term-the-score"}.  `text` is the English sentence.
 */
#ifndef RAILHEAD_JSON_FAULT_JSON_H
#define RAILHEAD_JSON_FAULT_JSON_H

#include "core/fault.h"
#include "json/json_value.h"

/* Adds these fields to the object that is open; `rule` only where there is one. */
void fault_json_add(struct text *text, const struct fault *fault);

/* The arguments alone, as an object; and read again: the fault `id` with the arguments that
 * somebody else has written.  False, and the fault is FAULT_NONE, when they do not fit it. */
void fault_json_add_args(struct text *text, const struct fault *fault);
bool fault_json_read_args(struct fault *fault, enum fault_id id, struct json_value args);

#endif
