/* The contract is a header; SwiftPM wants one file to compile. */
#include "formwork_wire.h"
