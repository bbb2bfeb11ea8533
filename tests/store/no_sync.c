/* A VFS of SQLite around its own one: see no_sync.h. */
#include "store/no_sync.h"

#include <sqlite3.h>

#include "support.h"

enum { METHODS_MAX = 8 };

static sqlite3_vfs *plain;

static int do_not_wait(sqlite3_file *file, int flags)
{
    (void)file, (void)flags;
    return SQLITE_OK;
}

/* SQLite has some sets of functions, one for each way to lock; each is copied once. */
static const sqlite3_io_methods *without_sync(const sqlite3_io_methods *methods)
{
    static const sqlite3_io_methods *known[METHODS_MAX];
    static sqlite3_io_methods copies[METHODS_MAX];
    unsigned i = 0;
    while (i < METHODS_MAX && known[i] && known[i] != methods)
        i++;
    assert_true(i < METHODS_MAX);
    if (!known[i]) {
        copies[i] = *methods;
        copies[i].xSync = do_not_wait;
        known[i] = methods;
    }
    return &copies[i];
}

static int open_without_sync(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                             int *flags_out)
{
    (void)vfs;
    const int result = plain->xOpen(plain, name, file, flags, flags_out);
    if (file->pMethods)
        file->pMethods = without_sync(file->pMethods);
    return result;
}

void no_sync(void)
{
    static sqlite3_vfs quick;
    plain = sqlite3_vfs_find(NULL);
    assert_non_null(plain);
    quick = *plain;
    quick.zName = "no-sync";
    quick.xOpen = open_without_sync;
    assert_int_equal(sqlite3_vfs_register(&quick, 1), SQLITE_OK);
}
