/* Sentences for the faults that a server reports. */
#include "remote/remote_fault.h"

#include "text/harmless.h"
#include "words/language.h"

const char *remote_sentence(const struct told_fault *told, char buffer[FAULT_SENTENCE_SIZE])
{
    char words[FAULT_SENTENCE_SIZE];
    if (told->fault.id != FAULT_NONE)
        language_fault(&told->fault, words);
    harmless_copy(buffer, FAULT_SENTENCE_SIZE, told->fault.id != FAULT_NONE ? words : told->text);
    return buffer;
}
