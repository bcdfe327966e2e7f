/* Reads keys while the host has not answered. */
#define READS_KEYS (!has_ended)
#include "front_end.h"
