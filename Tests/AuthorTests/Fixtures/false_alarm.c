/*
 * Preloaded: the first poll(2) of two descriptors reports the second one without data, as if a terminal had
 * discarded its input meanwhile.
 */
#define _GNU_SOURCE
#include <poll.h>
#include <stddef.h>

int poll(struct pollfd *entries, nfds_t count, int milliseconds) {
  static int has_lied;
  if (count == 2 && entries[1].fd >= 0 && milliseconds < 0 && !has_lied) {
    has_lied = 1;
    entries[0].revents = 0;
    entries[1].revents = POLLIN;
    return 1;
  }
  struct timespec limit = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000L};
  return ppoll(entries, count, milliseconds < 0 ? NULL : &limit, NULL);
}
