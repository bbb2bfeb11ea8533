/* Converts a record to a history. */
#include "terminal/history_record.h"

#include "support.h"

bool history_read_record(struct history *history, const char *text, size_t size,
                         struct record_boards boards, struct record_reader *reader,
                         struct fault *fault)
{
    struct record_reader own;
    struct record_reader *used = reader != NULL ? reader : &own;
    record_reader_init(used, text, size, boards, NULL);
    for (;;) {
        assert_true(history_reserve(history, 1));
        switch (record_next(used)) {
        case RECORD_ROUND:
            history_add_deal(history, &used->position.table);
            break;
        case RECORD_TURN:
            history_add_turn(history, &used->position.table, used->seat, &used->turn);
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
