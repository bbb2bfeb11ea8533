/* Enters a turn element by element, with undo and redo. */
#include "play/entering.h"

#include "core/notation.h"

void entering_begin(struct entering *entering, const struct table *table, const struct hand *hand)
{
    draft_begin(&entering->draft, table, hand);
    entering_keep(entering);
}

void entering_keep(struct entering *entering)
{
    entering->ahead = entering->draft.turn;
}

static enum refusal add_marker(struct draft *draft, const struct board *board, struct word word,
                               struct fault *fault)
{
    const struct word name = {word.start + 1, word.length - 1};
    unsigned junction;
    if (!notation_read_junction(board, name, &junction, fault))
        return ACCEPTED;
    if (word.start[0] == '@')
        return draft_place(draft, board, junction);
    return draft_move(draft, board, junction);
}

static enum refusal add_word(struct draft *draft, const struct board *board, struct word word,
                             struct fault *fault)
{
    struct track track;
    if (word_is(word, "pass"))
        return draft_pass(draft, board);
    if (word.length > 0 && (word.start[0] == '@' || word.start[0] == '>'))
        return add_marker(draft, board, word, fault);
    if (!notation_read_track(board, word, &track, fault))
        return ACCEPTED;
    return draft_lay(draft, board, track.line, track.own);
}

enum refusal entering_add(struct entering *entering, const struct board *board, struct word word,
                          struct fault *fault)
{
    fault->id = FAULT_NONE;
    const enum refusal refusal = add_word(&entering->draft, board, word, fault);
    if (refusal == ACCEPTED && fault->id == FAULT_NONE)
        entering_keep(entering);
    return refusal;
}

bool entering_undo(struct entering *entering, const struct board *board, const struct table *table)
{
    return draft_undo(&entering->draft, board, table);
}

bool entering_redo(struct entering *entering, const struct board *board)
{
    return draft_redo(&entering->draft, board, &entering->ahead);
}
