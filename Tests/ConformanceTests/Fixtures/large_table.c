/* Takes another struct for its own. */
#define TABLE_SIZE sizeof(struct formwork_host)
#include "front_end.h"
