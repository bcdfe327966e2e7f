#define _GNU_SOURCE
#include "CFormworkSystem.h"

#include <unistd.h>

static int argument_count;
static char **arguments;

/* In glibc, ld.so and the start files pass main's arguments to each constructor. */
__attribute__((constructor)) static void note_arguments(int count, char **values) {
  argument_count = count;
  arguments = values;
}

int fws_argument_count(void) { return argument_count; }

const char *fws_argument(int index) { return arguments[index]; }

char **fws_environment(void) { return environ; }
