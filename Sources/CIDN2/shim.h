/* libidn2: host names in all scripts, by IDNA 2008. */
#ifndef CIDN2_SHIM_H
#define CIDN2_SHIM_H

#include <idn2.h>

#endif
