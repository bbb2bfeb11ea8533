/*
 * This machine's address for others in the network it is in, and what leads a phone there: a QR
 * code for the terminal.
 */
#ifndef RAILHEAD_CLI_LAN_H
#define RAILHEAD_CLI_LAN_H

#include <stdbool.h>
#include <stdio.h>

enum { LAN_ADDRESS_SIZE = 64 };

/* "192.168.178.20", or "[2001:db8::1]" where there is no IPv4; false without a network. */
bool lan_address(char address[LAN_ADDRESS_SIZE]);

/*
 * The addresses of this machine's interfaces, written as above: not those of loopback or of a
 * single link, and those of IPv6 only `over_six`.  Returns how many, `most` at most; IPv4 comes
 * first.
 */
unsigned lan_addresses(char address[][LAN_ADDRESS_SIZE], unsigned most, bool over_six);

/*
 * Two rows of squares in each line, black on white whatever the terminal's own colours.  Nothing is
 * printed for words that are too long for a code.
 */
void lan_print_code(FILE *stream, const char *words);

#endif
