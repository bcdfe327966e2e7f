/*
 * SQLite alone, on a file of accounts: the baseline of the store.
 *
 *   BareSQLite fill FILE COUNT      adds COUNT accounts: user1, user2, ...
 *   BareSQLite look-up FILE COUNT   looks up names from user1 to userCOUNT, 100,000 times, and prints
 *                                   the number of answers per second
 */
#define _GNU_SOURCE
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { QUESTIONS = 100000 };

static int fail(sqlite3 *db, const char *what) {
  fprintf(stderr, "BareSQLite: %s: %s\n", what, sqlite3_errmsg(db));
  return 1;
}

static int fill(sqlite3 *db, const char *count) {
  char *sql = sqlite3_mprintf(
      "PRAGMA synchronous = OFF;"
      "INSERT INTO account (username, given_name, family_name, email, password_hash, submission)"
      "  WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < %s)"
      "  SELECT 'user' || n, 'Given', 'Family', 'user@example.org', '$hash', 'fill' || n"
      "  FROM numbers;"
      "PRAGMA wal_checkpoint(TRUNCATE)",
      count);
  int result = sqlite3_exec(db, sql, NULL, NULL, NULL);
  sqlite3_free(sql);
  return result == SQLITE_OK ? 0 : fail(db, "fill");
}

static int look_up(sqlite3 *db, unsigned count) {
  sqlite3_stmt *statement;
  const char *sql = "SELECT EXISTS (SELECT 1 FROM account WHERE lower(username) = lower(?))";
  if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK) return fail(db, "prepare");
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  unsigned found = 0;
  for (unsigned i = 0; i < QUESTIONS; i++) {
    char name[32];
    /* A prime spreads the names over the table. */
    int length = snprintf(name, sizeof name, "user%u", (unsigned)(i * 7919ull % count) + 1);
    sqlite3_bind_text(statement, 1, name, length, SQLITE_TRANSIENT);
    if (sqlite3_step(statement) != SQLITE_ROW) return fail(db, "step");
    found += (unsigned)sqlite3_column_int(statement, 0);
    sqlite3_reset(statement);
  }
  clock_gettime(CLOCK_MONOTONIC, &end);
  double seconds = (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9;
  printf("{\"perSecond\": %.0f, \"found\": %u}\n", QUESTIONS / seconds, found);
  sqlite3_finalize(statement);
  return found == QUESTIONS ? 0 : fail(db, "a name is missing");
}

int main(int argc, char **argv) {
  sqlite3 *db;
  if (argc != 4 || atoi(argv[3]) < 1) return fprintf(stderr, "usage: see the source\n"), 2;
  if (sqlite3_open_v2(argv[2], &db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
    return fail(db, argv[2]);
  int is_fill = strcmp(argv[1], "fill") == 0;
  int status = is_fill ? fill(db, argv[3]) : look_up(db, (unsigned)atoi(argv[3]));
  sqlite3_close(db);
  return status;
}
