/* The way out of this machine, and QR codes by libqrencode. */
#include "cli/lan.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <qrencode.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- The address ----------------------------------------------------------------------------- */

/*
 * The system chooses the address that we would have for somebody far away; nothing is sent to them.
 * They are in networks that are for examples only.
 */
static bool address_towards(const struct sockaddr *far, socklen_t far_size,
                            char address[LAN_ADDRESS_SIZE])
{
    struct sockaddr_storage own;
    socklen_t size = sizeof own;
    const int descriptor = socket(far->sa_family, SOCK_DGRAM, 0);
    if (descriptor < 0)
        return false;
    const bool found = connect(descriptor, far, far_size) == 0 &&
                       getsockname(descriptor, (struct sockaddr *)&own, &size) == 0 &&
                       getnameinfo((struct sockaddr *)&own, size, address, LAN_ADDRESS_SIZE, NULL,
                                   0, NI_NUMERICHOST) == 0;
    close(descriptor);
    return found;
}

bool lan_address(char address[LAN_ADDRESS_SIZE])
{
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(9)};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons(9)};
    char bare[LAN_ADDRESS_SIZE];
    inet_pton(AF_INET, "192.0.2.1", &four.sin_addr);
    inet_pton(AF_INET6, "2001:db8::1", &six.sin6_addr);
    if (address_towards((const struct sockaddr *)&four, sizeof four, address))
        return true;
    if (!address_towards((const struct sockaddr *)&six, sizeof six, bare))
        return false;
    snprintf(address, LAN_ADDRESS_SIZE, "[%.60s]", bare);
    return true;
}

/* ---- The code -------------------------------------------------------------------------------- */

enum { MARGIN = 4 }; /* of white squares, without which cameras do not find it */

static bool is_dark(const QRcode *code, int column, int row)
{
    return column >= 0 && column < code->width && row >= 0 && row < code->width &&
           (code->data[row * code->width + column] & 1) != 0;
}

void lan_print_code(FILE *stream, const char *words)
{
    static const char *const halves[] = {" ", "▀", "▄", "█"};
    QRcode *code = QRcode_encodeString8bit(words, 0, QR_ECLEVEL_L);
    if (code == NULL)
        return;
    for (int row = -MARGIN; row < code->width + MARGIN; row += 2) {
        fputs("\033[30;107m", stream);
        for (int column = -MARGIN; column < code->width + MARGIN; column++)
            fputs(halves[is_dark(code, column, row) + 2 * is_dark(code, column, row + 1)], stream);
        fputs("\033[0m\n", stream);
    }
    QRcode_free(code);
}
