/* Enters a turn element by element, with undo and redo. */
#include "game/turn_entry.h"

#include "rules/notation.h"

void turn_entry_begin(struct turn_entry *entry, const struct table *table, const struct hand *hand)
{
    draft_begin(&entry->draft, table, hand);
    turn_entry_keep(entry);
}

void turn_entry_keep(struct turn_entry *entry)
{
    entry->ahead = entry->draft.turn;
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

enum refusal turn_entry_add(struct turn_entry *entry, const struct board *board, struct word word,
                            struct fault *fault)
{
    fault->id = FAULT_NONE;
    const enum refusal refusal = add_word(&entry->draft, board, word, fault);
    if (refusal == ACCEPTED && fault->id == FAULT_NONE)
        turn_entry_keep(entry);
    return refusal;
}

bool turn_entry_undo(struct turn_entry *entry, const struct board *board, const struct table *table)
{
    return draft_undo(&entry->draft, board, table);
}

bool turn_entry_redo(struct turn_entry *entry, const struct board *board)
{
    return draft_redo(&entry->draft, board, &entry->ahead);
}
