#define _GNU_SOURCE
#include <poll.h>
#include <stddef.h>
#include <unistd.h>

#include "CFormworkSystem.h"

/* An eventfd(2) for run loops, which is readable while the main queue has work. Source: libdispatch,
   private/queue_private.h. Weak, because a program without tasks may not link it. */
extern int _dispatch_get_main_queue_handle_4CF(void) __attribute__((weak));

int fws_main_queue_has_work(void) {
  if (_dispatch_get_main_queue_handle_4CF == NULL) return 0;
  struct pollfd entry = {_dispatch_get_main_queue_handle_4CF(), POLLIN, 0};
  return entry.fd >= 0 && poll(&entry, 1, 0) > 0;
}

/* Both are in libdispatch, and weak as well. */
extern void *dispatch_get_current_queue(void) __attribute__((weak));
extern void dispatch_retain(void *queue) __attribute__((weak));

void fws_keep_current_queue(void) {
  if (dispatch_get_current_queue == NULL || dispatch_retain == NULL) return;
  dispatch_retain(dispatch_get_current_queue());
}

int fws_is_main_thread(void) { return gettid() == getpid(); }
