#define _GNU_SOURCE
#include "CFormworkSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

int fws_try_descriptors(int count) {
  // A copy of standard input, which is always open, at least as /dev/null.
  int copy = fcntl(0, F_DUPFD_CLOEXEC, 3);
  if (copy < 0) return errno;
  int error = count > 1 ? fws_try_descriptors(count - 1) : 0;
  close(copy);
  return error;
}

int fws_try_memory(size_t byte_count) {
  void *space = mmap(NULL, byte_count, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (space == MAP_FAILED) return errno;
  munmap(space, byte_count);
  return 0;
}

void fws_share_arena(void) { (void)mallopt(M_ARENA_MAX, 2); }

static void *wait_for(void *mutex) {
  pthread_mutex_lock(mutex);
  pthread_mutex_unlock(mutex);
  return NULL;
}

int fws_try_threads(int count) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_t threads[16];
  int started = 0;
  int error = 0;
  // Each waits for the last one, so that all exist at the same time.
  pthread_mutex_lock(&mutex);
  while (error == 0 && started < count && started < 16) {
    error = pthread_create(&threads[started], NULL, wait_for, &mutex);
    if (error == 0) started++;
  }
  pthread_mutex_unlock(&mutex);
  while (started > 0) pthread_join(threads[--started], NULL);
  return error;
}
