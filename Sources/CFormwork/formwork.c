/* The contract is a header, but SwiftPM needs a file to compile. */
#include "formwork.h"
