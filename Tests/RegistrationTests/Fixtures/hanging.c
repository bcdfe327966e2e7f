/*
 * Preloaded: while the file HANG exists, no fsync(2) and no write(2) to a log returns. The file WAITS gets a
 * byte each time that the program's first thread has waited without success.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

int fsync(int descriptor) {
  (void)descriptor;
  const char *path = getenv("HANG");
  while (path && access(path, F_OK) == 0) usleep(10000);
  return 0;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  if (fcntl(descriptor, F_GETFL) & O_APPEND) fsync(descriptor);
  return syscall(SYS_write, descriptor, bytes, count);
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *end) {
  int error = pthread_cond_clockwait(condition, mutex, CLOCK_MONOTONIC, end);
  const char *path = getenv("WAITS");
  if (error == ETIMEDOUT && path && getpid() == gettid()) {
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    syscall(SYS_write, file, "w", 1);
    close(file);
  }
  return error;
}
