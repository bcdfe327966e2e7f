/* Counts allocations of memory, by replacing malloc and its family. */
#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <stdint.h>

/* Returns the number of allocations and changes of size so far. */
uint64_t allocation_count(void);

/* Returns the number of allocated bytes. */
uint64_t allocated_byte_count(void);

#endif
