/* Identities in files: one per server, readable only by the user. */
#include "remote/secret.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SECRET_BYTES = 32, FOLDER_MODE = 0700, FILE_MODE = 0600, NAME_MAX_LETTERS = 120 };

struct file_name {
    char letter[2 * NAME_MAX_LETTERS + 8];
    size_t length;
};

/* The file of an identity, and the two folders that may have to be created for it. */
struct place {
    char config[PATH_MAX - sizeof "/railhead"]; /* ~/.config */
    char folder[PATH_MAX];                      /* ~/.config/railhead */
    char path[PATH_MAX + sizeof(struct file_name)];
};

static void add_letters(struct file_name *name, const char *from, const char *end)
{
    for (unsigned i = 0; i < NAME_MAX_LETTERS && from[i] != '\0' && from + i != end; i++)
        name->letter[name->length++] =
            isalnum((unsigned char)from[i]) || from[i] == '.' ? from[i] : '-';
    name->letter[name->length] = '\0';
}

/*
 * Writes a file name from an address without its path: "http---localhost-1869", or
 * "http---localhost-1869+NAME" for a program.
 */
static void find_name(struct file_name *name, const char *url, const char *program)
{
    const char *end = strstr(url, "://");
    *name = (struct file_name){.length = 0};
    add_letters(name, url, end != NULL ? strchr(end + 3, '/') : NULL);
    if (program == NULL)
        return;
    name->letter[name->length++] = '+';
    add_letters(name, program, NULL);
}

/* Returns false if the path of the folder is too long. */
static bool find_place(struct place *place, const char *url, const char *program)
{
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    const bool is_named = config != NULL && config[0] == '/';
    struct file_name name;
    const int length = snprintf(place->config, sizeof place->config, "%s%s",
                                is_named       ? config
                                : home != NULL ? home
                                               : "",
                                is_named ? "" : "/.config");
    errno = ENAMETOOLONG;
    if (length < 0 || length >= (int)sizeof place->config)
        return false;
    find_name(&name, url, program);
    snprintf(place->folder, sizeof place->folder, "%s/railhead", place->config);
    snprintf(place->path, sizeof place->path, "%s/%s", place->folder, name.letter);
    return true;
}

static bool make_folders(const struct place *place)
{
    mkdir(place->config, FOLDER_MODE);
    return mkdir(place->folder, FOLDER_MODE) == 0 || errno == EEXIST;
}

static bool is_sound(const char *secret)
{
    return strlen(secret) == SECRET_TEXT_SIZE - 1 &&
           strspn(secret, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") ==
               SECRET_TEXT_SIZE - 1;
}

static bool read_secret(const char *path, char secret[SECRET_TEXT_SIZE])
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    const ssize_t length = read(file, secret, SECRET_TEXT_SIZE - 1);
    close(file);
    secret[length > 0 ? length : 0] = '\0';
    if (!is_sound(secret))
        errno = EINVAL;
    return is_sound(secret);
}

static bool make_secret(const char *path, char secret[SECRET_TEXT_SIZE])
{
    unsigned char bytes[SECRET_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(secret, SECRET_TEXT_SIZE, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, FILE_MODE);
    if (file < 0)
        return false;
    const bool written = write(file, secret, SECRET_TEXT_SIZE - 1) == SECRET_TEXT_SIZE - 1;
    return close(file) == 0 && written;
}

/* Checks that the server responds, so that no file is created for a wrong address. */
static bool answers(const struct address *address, char error[], size_t error_size)
{
    char *answer = request(address, "/healthz", NULL, NULL, error, error_size);
    free(answer);
    return answer != NULL;
}

static bool fail(const char *what, const char *why, char error[], size_t error_size)
{
    snprintf(error, error_size, "%s: %s", what, why);
    return false;
}

bool secret_for(const struct address *address, const char *url, const char *program,
                char secret[SECRET_TEXT_SIZE], char error[], size_t error_size)
{
    static const char no_folder[] = "there is no folder to keep your identity in";
    struct place place;
    char what[200];
    if (sodium_init() < 0) {
        snprintf(error, error_size, "libsodium cannot be started");
        return false;
    }
    if (!find_place(&place, url, program))
        return fail(no_folder, strerror(errno), error, error_size);
    if (read_secret(place.path, secret))
        return true;
    if (errno == ENOENT) {
        if (!answers(address, error, error_size))
            return false;
        if (!make_folders(&place))
            return fail(no_folder, strerror(errno), error, error_size);
        if (make_secret(place.path, secret))
            return true;
        /* Another process of the same user may have created it meanwhile. */
        if (errno == EEXIST && read_secret(place.path, secret))
            return true;
    }
    snprintf(what, sizeof what, "your identity in %.150s cannot be used", place.path);
    return fail(what,
                errno == EINVAL ? "it is damaged; remove it to get a new one" : strerror(errno),
                error, error_size);
}
