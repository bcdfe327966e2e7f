#include "front_end.c"
