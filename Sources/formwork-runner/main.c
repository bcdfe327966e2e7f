/*
 * formwork-runner - runs any front end, unchanged, in a process of its own.
 *
 *   formwork-runner FILE DEVICE:INODE:SECONDS:NANOSECONDS PARENT
 *   formwork-runner --version
 *
 * Hosts start it, with the protocol of formwork_wire.h. It links libc alone, so that a front end uses the
 * libraries that it was built with, independently of those of the host.
 */
#define _GNU_SOURCE
#include "runner.h"

#include <errno.h>
#include <formwork_version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

/* SwiftPM links with swiftc, which adds Swift's libraries: the linker omits the unused ones. */
__asm__(".section .swift1_autolink_entries,\"e\",@progbits\n"
        ".asciz \"-Wl,--as-needed\"\n"
        ".previous\n");

/* Parses the number of a process, which has only digits. Returns 0 if it is invalid. */
static pid_t process_number(const char *text) {
  char *end = NULL;
  if (*text < '1' || *text > '9') return 0;
  errno = 0;
  long number = strtol(text, &end, 10);
  return errno == 0 && *end == 0 && (pid_t)number == number ? (pid_t)number : 0;
}

/* Whether it has more privileges than the user who started it. */
static int is_privileged(void) {
  return getauxval(AT_SECURE) != 0 || getuid() != geteuid() || getgid() != getegid();
}

int main(int argc, char **argv) {
  if (is_privileged()) {
    fputs("formwork-runner: running with raised privileges: front ends are code of the user who "
          "starts the program; remove set-user-ID, set-group-ID and capabilities\n",
          stderr);
    return PROCESS_NOT_PERMITTED;
  }
  if (argc == 2 && strcmp(argv[1], "--version") == 0) return puts(FORMWORK_VERSION) == EOF ? 1 : 0;
  pid_t parent = argc == 4 ? process_number(argv[3]) : 0;
  if (parent == 0 || !host_is_there()) {
    fputs("formwork-runner: runs a front end for a host of forms, which starts it by itself: "
          "there is nothing to do for people\n",
          stderr);
    return PROCESS_BY_HAND;
  }
  enum process_status status = process_settle(parent);
  if (status != PROCESS_DONE) return status;

  struct plugin_refusal refusal;
  const struct formwork_front_end *front_end = plugin_load(argv[1], argv[2], &refusal);
  if (front_end == NULL) {
    host_say_refused(&refusal);
    return PROCESS_DONE;
  }
  host_say_loaded(front_end);
  int in_fd, out_fd;
  if (host_await_run(&in_fd, &out_fd)) host_run(front_end, in_fd, out_fd);
  return PROCESS_DONE;
}
