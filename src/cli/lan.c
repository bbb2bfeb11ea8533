/* Finds the addresses of this machine, and prints QR codes with libqrencode. */
#define _DEFAULT_SOURCE /* for the flags of interfaces */
#include "cli/lan.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <qrencode.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- Addresses ------------------------------------------------------------------------------- */

/*
 * Finds the source address that the system would use for a remote address.  Nothing is sent.  The
 * remote addresses are from ranges reserved for documentation.
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

static bool is_for_others(const struct ifaddrs *at, int family)
{
    if (!at->ifa_addr || at->ifa_addr->sa_family != family || !(at->ifa_flags & IFF_UP) ||
        (at->ifa_flags & IFF_LOOPBACK))
        return false;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)at->ifa_addr;
    return family == AF_INET || !IN6_IS_ADDR_LINKLOCAL(&six->sin6_addr);
}

static bool add_address(char address[LAN_ADDRESS_SIZE], const struct sockaddr *own)
{
    const bool six = own->sa_family == AF_INET6;
    char bare[INET6_ADDRSTRLEN];
    const socklen_t size = six ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
    if (getnameinfo(own, size, bare, sizeof bare, NULL, 0, NI_NUMERICHOST) != 0)
        return false;
    snprintf(address, LAN_ADDRESS_SIZE, six ? "[%s]" : "%s", bare);
    return true;
}

unsigned lan_addresses(char address[][LAN_ADDRESS_SIZE], unsigned most, bool over_six)
{
    static const int families[] = {AF_INET, AF_INET6};
    struct ifaddrs *all;
    unsigned count = 0;
    if (getifaddrs(&all) != 0)
        return 0;
    for (unsigned i = 0; i < (over_six ? 2 : 1); i++)
        for (const struct ifaddrs *at = all; at && count < most; at = at->ifa_next)
            if (is_for_others(at, families[i]) && add_address(address[count], at->ifa_addr))
                count++;
    freeifaddrs(all);
    return count;
}

/* ---- The QR code ----------------------------------------------------------------------------- */

enum { MARGIN = 4 }; /* white squares around the code; cameras need them to find it */

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
