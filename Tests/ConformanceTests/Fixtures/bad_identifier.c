/* No name by which it could be asked for. */
#define IDENTIFIER "Fixture!"
#include "front_end.h"
