/*
 * Spins beside a child with a session of its own and a grandchild whose parent is gone; or, with GIVES_UP, returns and
 * leaves these two. The SupervisorTests run it.
 */
#define _GNU_SOURCE
#include "formwork.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

FORMWORK_ELF_NOTE;

static int ready[2];

static void note(void) {
  FILE *file = fopen(MARKER, "ae");
  if (file != NULL && fprintf(file, "%d\n", (int)getpid()) > 0) fclose(file);
}

static void spin(void) {
  for (int number = 1; number < NSIG; number++) signal(number, SIG_IGN);
  note();
  (void)!write(ready[1], "", 1);
  for (;;) continue;
}

static int32_t run(const struct formwork_host *host) {
  char byte;
  (void)host;
  if (pipe(ready) != 0) return errno;
  if (fork() == 0) {
    setsid();
    spin();
  }
  if (fork() == 0) {
    setsid();
    if (fork() == 0) spin();
    _exit(0);
  }
  for (int count = 0; count < 2; count++) (void)!read(ready[0], &byte, 1);
#ifdef GIVES_UP
  note();
  return EINVAL;
#else
  spin();
  return 0;
#endif
}

static const struct formwork_front_end table = {
    .size = sizeof table, .abi_major = FORMWORK_ABI_MAJOR, .abi_minor = FORMWORK_ABI_MINOR,
    .identifier = "left", .name = "Left", .version = "1", .run = run};

const struct formwork_front_end *formwork_front_end(uint32_t abi_major, uint32_t abi_minor) {
  (void)abi_minor;
  return abi_major == FORMWORK_ABI_MAJOR ? &table : NULL;
}
