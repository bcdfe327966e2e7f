/* Shows the text of any property. */
#define ON_UNKNOWN_PROPERTY(node, text) say_text(text)
#include "front_end.h"
