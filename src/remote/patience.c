/* Growing pauses between attempts to connect; see patience.h. */
#include "remote/patience.h"

/* Each is randomised by ±50%. */
static const int pauses_ms[] = {200, 500, 1000, 2000, 5000};
enum { PAUSES = sizeof pauses_ms / sizeof pauses_ms[0] };

int patience_ms(unsigned failures, uint32_t chance)
{
    const int pause = pauses_ms[failures < PAUSES ? failures : PAUSES - 1];
    return pause / 2 + (int)(chance % (uint32_t)(pause + 1));
}
