#include "formwork_guard.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* While is_raised is set, one write is pending or unread. Only the thread that sets the flag writes, and only
   the thread that has read clears it. So the flag is set whenever the descriptor is readable. A thread that
   finds it set need not write, because it is cleared before the reading thread looks for changes. */
struct fww_wake_up {
  int descriptor;
  atomic_int is_raised;
};

_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "handlers need lock-free atomics");

fww_wake_up *fww_make(void) {
  fww_wake_up *wake_up = malloc(sizeof *wake_up);
  if (wake_up == NULL) return NULL;
  wake_up->descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  atomic_init(&wake_up->is_raised, 0);
  if (wake_up->descriptor >= 0) return wake_up;
  free(wake_up);
  return NULL;
}

void fww_free(fww_wake_up *wake_up) {
  close(wake_up->descriptor);
  free(wake_up);
}

int fww_descriptor(const fww_wake_up *wake_up) { return wake_up->descriptor; }

void fww_raise(fww_wake_up *wake_up) {
  const uint64_t one = 1;
  /* The counter is 0 or 1, so this does not block. */
  if (!atomic_exchange(&wake_up->is_raised, 1)) (void)!write(wake_up->descriptor, &one, sizeof one);
}

int fww_clear(fww_wake_up *wake_up) {
  uint64_t count;
  if (!atomic_load(&wake_up->is_raised)) return 0;
  /* A pending write will make the descriptor readable, so the flag stays. */
  if (read(wake_up->descriptor, &count, sizeof count) == sizeof count) {
    atomic_store(&wake_up->is_raised, 0);
  }
  return 1;
}
