/*
 * A library for a front end. MARKER is a file that is created when any of its code runs.
 */
#include <fcntl.h>
#include <unistd.h>

__attribute__((constructor)) static void mark(void) {
  close(open(MARKER, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
}
