/* A table made anew for each caller. */
#define TABLE_FOR(major) ((major) == FORMWORK_ABI_MAJOR ? copy_of_table() : NULL)
static const void *copy_of_table(void);
#include "front_end.h"
static const void *copy_of_table(void) { return copy_of((const char *)&table, sizeof table); }
