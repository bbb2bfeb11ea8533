/* The addresses of this machine in its local network, and a QR code for opening one on a phone. */
#ifndef RAILHEAD_CLI_LAN_H
#define RAILHEAD_CLI_LAN_H

#include <stdbool.h>
#include <stdio.h>

enum { LAN_ADDRESS_SIZE = 64 };

/*
 * Writes "192.168.178.20", or "[2001:db8::1]" if there is no IPv4.  Returns false without a
 * network.
 */
bool lan_address(char address[LAN_ADDRESS_SIZE]);

/*
 * Writes the addresses of this machine's interfaces in the same form, IPv4 first, without loopback
 * and link-local ones; IPv6 addresses only if `over_six`.  Returns their number, at most `most`.
 */
unsigned lan_addresses(char address[][LAN_ADDRESS_SIZE], unsigned most, bool over_six);

/*
 * Prints a QR code with two rows of squares per line, black on white whatever the terminal's
 * colours are.  Prints nothing if the text is too long for a code.
 */
void lan_print_code(FILE *stream, const char *words);

#endif
