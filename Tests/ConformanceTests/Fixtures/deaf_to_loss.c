/* Takes what it has drawn to be there. */
#define ON_ATTACH \
  { uint32_t kept = shown_focus; forget_all(); shown_focus = kept; }
#include "front_end.h"
