/* Records replayed into a chronicle. */
#include "terminal/moments.h"

bool moments_read(struct chronicle *chronicle, const char *text, size_t size,
                  struct record_boards boards, struct record_reader *reader, struct fault *fault)
{
    struct record_reader own;
    struct record_reader *used = reader != NULL ? reader : &own;
    record_reader_init(used, text, size, boards, NULL);
    for (;;) {
        switch (record_next(used)) {
        case RECORD_ROUND:
            chronicle_deal(chronicle, &used->position.table);
            break;
        case RECORD_TURN:
            chronicle_turn(chronicle, &used->position.table, used->seat, &used->turn);
            break;
        case RECORD_CLOSED:
            break;
        case RECORD_END:
            return true;
        case RECORD_FAULT:
            if (fault != NULL)
                *fault = used->fault;
            return false;
        }
    }
}
