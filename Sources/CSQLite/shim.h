#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast function pointer, which Swift does not import.
static inline int tutti_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *bytes, int length) {
    return sqlite3_bind_text(statement, index, bytes, length, SQLITE_TRANSIENT);
}

// As above.
static inline int tutti_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int length) {
    return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}
