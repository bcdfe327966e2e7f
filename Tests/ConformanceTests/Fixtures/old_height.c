/* Takes its terminal to be as high as it was. */
#define ON_RESIZED columns = message->number
#include "front_end.h"
