/* Preloaded: as long as the file that HANG names is there, no fsync(2) comes back. */
#include <stdlib.h>
#include <unistd.h>

int fsync(int descriptor) {
  (void)descriptor;
  const char *path = getenv("HANG");
  while (path && access(path, F_OK) == 0) usleep(10000);
  return 0;
}
