/* Has the texts of the C library in the person's language. */
#include <locale.h>
#define BEFORE_RUN(host) setlocale(LC_ALL, "")
#include "front_end.h"
