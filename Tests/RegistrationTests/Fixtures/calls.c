// Records in the file $CALLS which drafts are synced and renamed, in order.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void note(const char *call, const char *path) {
  if (strstr(path, "/drafts/") == NULL) return;
  int log = open(getenv("CALLS"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  dprintf(log, "%s draft\n", call);
  close(log);
}

int fsync(int fd) {
  char link[64], path[4096] = "";
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  if (readlink(link, path, sizeof path - 1) < 0) return -1;
  note("fsync", path);
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  return real(fd);
}

int rename(const char *from, const char *to) {
  note("rename", to);
  int (*real)(const char *, const char *) =
      (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
  return real(from, to);
}
