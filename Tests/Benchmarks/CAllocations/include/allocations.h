/* Counts how often memory is allocated, by taking the place of malloc and its family. */
#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <stdint.h>

/* How often the process has allocated memory so far, or has given a block another size. */
uint64_t allocation_count(void);

/* How many bytes are allocated now. */
uint64_t allocated_byte_count(void);

#endif
