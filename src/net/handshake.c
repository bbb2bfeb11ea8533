/* SHA-1 of the key and a constant, in base64; see handshake.h. */
#include "net/handshake.h"

#include <openssl/evp.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { HASH_SIZE = 20 };

bool handshake_accept(char accept[HANDSHAKE_ACCEPT_SIZE], const char *key)
{
    static const char magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    unsigned char hash[HASH_SIZE];
    char both[HANDSHAKE_KEY_SIZE + sizeof magic];
    snprintf(both, sizeof both, "%.*s%s", HANDSHAKE_KEY_SIZE - 1, key, magic);
    if (EVP_Digest(both, strlen(both), hash, NULL, EVP_sha1(), NULL) != 1)
        return false;
    sodium_bin2base64(accept, HANDSHAKE_ACCEPT_SIZE, hash, sizeof hash,
                      sodium_base64_VARIANT_ORIGINAL);
    return true;
}
