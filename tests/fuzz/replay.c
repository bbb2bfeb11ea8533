/*
 * A fuzz target without its fuzzer: runs every input of a corpus once, as a test.
 *
 *     replay_board tests/fuzz/corpus/board
 *
 * A crash or a finding of a sanitizer ends the program before it has printed its result.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { INPUT_SIZE_MAX = 1 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The input gets a block of exactly its size, so that reading past its end is seen. */
static void replay_bytes(const uint8_t *bytes, size_t size)
{
    uint8_t *data = malloc(size ? size : 1);
    if (!data)
        abort();
    for (size_t i = 0; i < size; i++)
        data[i] = bytes[i];
    LLVMFuzzerTestOneInput(data, size);
    free(data);
}

static void replay_file(const char *path)
{
    static uint8_t bytes[INPUT_SIZE_MAX];
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(1);
    }
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    printf("# %s\n", path);
    fflush(stdout);
    replay_bytes(bytes, size);
}

int main(int count, char *argument[])
{
    if (count != 2) {
        fprintf(stderr, "usage: %s FOLDER\n", argument[0]);
        return 2;
    }
    DIR *folder = opendir(argument[1]);
    if (!folder) {
        perror(argument[1]);
        return 1;
    }
    unsigned inputs = 0;
    printf("1..1\n");
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] == '.')
            continue;
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", argument[1], entry->d_name);
        replay_file(path);
        inputs++;
    }
    closedir(folder);
    printf("%s 1 - %u inputs of %s are taken or refused without harm\n", inputs ? "ok" : "not ok",
           inputs, argument[1]);
    return inputs ? 0 : 1;
}
