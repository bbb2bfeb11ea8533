/* Ends the program if librailhead detects an internal error; never for bad input. */
#include "base/check.h"

_Noreturn void check_failed(const char *condition, const char *file, int line)
{
    (void)condition; /* all three are for a debugger */
    (void)file;
    (void)line;
    __builtin_trap();
}
