#define _GNU_SOURCE
#include <poll.h>
#include <stddef.h>
#include <unistd.h>

#include "CFormworkSystem.h"

/* An eventfd(2) that can be read where the main queue has work that is not begun; by it, run loops know. Source:
   libdispatch, private/queue_private.h. Weak: a program without tasks may have none. */
extern int _dispatch_get_main_queue_handle_4CF(void) __attribute__((weak));

int fws_main_queue_has_work(void) {
  if (_dispatch_get_main_queue_handle_4CF == NULL) return 0;
  struct pollfd entry = {_dispatch_get_main_queue_handle_4CF(), POLLIN, 0};
  return entry.fd >= 0 && poll(&entry, 1, 0) > 0;
}

int fws_is_main_thread(void) { return gettid() == getpid(); }
