/* Keeps what it was told. */
#define ON_ATTACH (void)(focus = shown_focus = 0)
#include "front_end.h"
