/*
 * Fuzzing the paths of URLs: whatever is asked for, a file of the web client comes back under its
 * own path or as a table's page, or nothing does.
 */
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "server/http/static_files.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PATH_SIZE_MAX = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct static_files *files; /* the single page of a server without a client; read once */
    char path[PATH_SIZE_MAX + 1], reason[STATIC_FILES_REASON_SIZE];
    if (files == NULL)
        files = static_files_load(NULL, reason);
    CHECK(files != NULL && static_files_count(files) == 1);
    if (size > PATH_SIZE_MAX)
        return 0;
    memcpy(path, data, size);
    path[size] = '\0';
    const struct static_file *file = static_files_find(files, path);
    const bool is_page = strcmp(path, "/") == 0 || strcmp(path, "/index.html") == 0;
    const bool is_table = (strncmp(path, "/t/", 3) == 0 || strncmp(path, "/g/", 3) == 0 ||
                           strncmp(path, "/r/", 3) == 0) &&
                          path[3] != '\0' && strpbrk(path + 3, "/.?%\\ ") == NULL;
    CHECK(!is_page || file != NULL);
    CHECK(file == NULL || is_page || is_table);
    return 0;
}
