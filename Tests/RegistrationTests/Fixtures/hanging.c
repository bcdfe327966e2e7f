/* Preloaded: as long as the file that HANG names is there, no fsync(2) comes back, and no write(2) to a log. */
#define _GNU_SOURCE
#include <fcntl.h>
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
