/* Shows the text of any message. */
#define ON_UNKNOWN_MESSAGE(text) say_text(text)
#include "front_end.h"
