/* An entry that dlsym does not find. */
#define ENTRY formwork_frontend
#include "front_end.h"
