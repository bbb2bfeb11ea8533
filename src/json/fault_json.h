/*
 * A fault for programs: {"rule": "P1", "code": "record-score", "args": {"seat": 2, "number": 7},
 * "text": "the score of seat 2 should be 7"}.
 *
 * `args` contains the arguments under the names of the sentence's placeholders: numbers, texts, and
 * for a label {"code": "term-the-score"}. `text` is the English sentence.
 */
#ifndef RAILHEAD_JSON_FAULT_JSON_H
#define RAILHEAD_JSON_FAULT_JSON_H

#include "text/fault.h"
#include "json/json_value.h"

/* Adds these fields to the open object; `rule` only if it is not empty. */
void fault_json_add(struct text *text, const struct fault *fault);

/*
 * fault_json_add_args() adds only the arguments, as an object.  fault_json_read_args() parses such
 * an object from outside into the fault `id`; it returns false and sets FAULT_NONE if the arguments
 * do not match.
 */
void fault_json_add_args(struct text *text, const struct fault *fault);
bool fault_json_read_args(struct fault *fault, enum fault_id id, struct json_value args);

#endif
