/* The codes of errors; see error_code.h. */
#include "protocol/error_code.h"

static const struct {
    const char *word;
    int status;
} codes[CODES] = {[CODE_NONE] = {"", 500},
#define ERROR_CODE_ROW(name, word, status) [CODE_##name] = {word, status},
                  ERROR_CODE_LIST(ERROR_CODE_ROW)
#undef ERROR_CODE_ROW
};

const char *error_code_word(enum error_code code)
{
    return codes[code].word;
}

int error_code_status(enum error_code code)
{
    return codes[code].status;
}
