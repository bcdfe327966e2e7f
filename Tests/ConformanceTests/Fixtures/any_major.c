/* Serves whatever is asked for. */
#define TABLE_FOR(major) (&table)
#include "front_end.h"
