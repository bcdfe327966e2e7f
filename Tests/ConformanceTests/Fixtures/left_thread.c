/* Has a thread that never ends. */
#include <pthread.h>
#include <unistd.h>
static void *stay(void *nothing) {
  while (1) pause();
  return nothing;
}
static pthread_t thread;
#define BEFORE_RUN(host) \
  if (thread == 0) pthread_create(&thread, NULL, stay, NULL)
#include "front_end.h"
