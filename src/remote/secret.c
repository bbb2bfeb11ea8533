/* A file for each server, readable by nobody else. */
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

/* ~/.config/railhead, made where it is missing. */
static bool find_folder(char folder[PATH_MAX])
{
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    int length;
    if (config != NULL && config[0] == '/')
        length = snprintf(folder, PATH_MAX, "%s", config);
    else
        length = snprintf(folder, PATH_MAX, "%s/.config", home != NULL ? home : "");
    if (length < 0 || length + (int)sizeof "/railhead" >= PATH_MAX)
        return false;
    mkdir(folder, FOLDER_MODE);
    snprintf(folder + length, PATH_MAX - (size_t)length, "/railhead");
    return mkdir(folder, FOLDER_MODE) == 0 || errno == EEXIST;
}

struct file_name {
    char letter[2 * NAME_MAX_LETTERS + 8];
    size_t length;
};

static void add_letters(struct file_name *name, const char *from, const char *end)
{
    for (unsigned i = 0; i < NAME_MAX_LETTERS && from[i] != '\0' && from + i != end; i++)
        name->letter[name->length++] =
            isalnum((unsigned char)from[i]) || from[i] == '.' ? from[i] : '-';
    name->letter[name->length] = '\0';
}

/* "http---localhost-1869": an address without its path; for a program "http---localhost-1869+NAME".
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

bool secret_for(const char *url, const char *program, char secret[SECRET_TEXT_SIZE], char error[],
                size_t error_size)
{
    struct file_name name;
    char path[PATH_MAX + sizeof name.letter], folder[PATH_MAX];
    if (sodium_init() < 0) {
        snprintf(error, error_size, "libsodium cannot be started");
        return false;
    }
    if (!find_folder(folder)) {
        snprintf(error, error_size, "there is no folder to keep your identity in: %s",
                 strerror(errno));
        return false;
    }
    find_name(&name, url, program);
    snprintf(path, sizeof path, "%s/%s", folder, name.letter);
    if (read_secret(path, secret) || (errno == ENOENT && make_secret(path, secret)))
        return true;
    snprintf(error, error_size, "your identity in %.150s cannot be used: %s", path,
             errno == EINVAL ? "it is damaged; remove it to get a new one" : strerror(errno));
    return false;
}
