/* Code that the loader would have to write to. */
int moved;
__asm__(".pushsection .text\n.balign 8\n.quad moved\n.popsection");
#include "front_end.h"
