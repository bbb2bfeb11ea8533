/*
 * Who a person is at a server: a secret in the person's own folder, another one for each server so
 * that none can pass for the person elsewhere.  A program of theirs is somebody else: it can sit at
 * the table where they sit.
 */
#ifndef RAILHEAD_REMOTE_SECRET_H
#define RAILHEAD_REMOTE_SECRET_H

#include <stdbool.h>
#include <stddef.h>

enum { SECRET_TEXT_SIZE = 44 }; /* 43 characters of base64url and the NUL */

/*
 * The secret for a server, made up at the first time: the person's own, or that of their program
 * which is called so.  False with a sentence in `error`.
 */
bool secret_for(const char *url, const char *program, char secret[SECRET_TEXT_SIZE], char error[],
                size_t error_size);

#endif
