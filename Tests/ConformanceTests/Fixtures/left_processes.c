/*
 * Spins where it is run, beside a child that has a session of its own and another whose parent is gone. The KeeperTests
 * run it.
 */
#define _GNU_SOURCE
#include "formwork.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

FORMWORK_ELF_NOTE;

static void spin(void) {
  for (int number = 1; number < NSIG; number++) signal(number, SIG_IGN);
  FILE *file = fopen(MARKER, "ae");
  if (file != NULL && fprintf(file, "%d\n", (int)getpid()) > 0) fclose(file);
  for (;;) continue;
}

static int32_t run(const struct formwork_host *host) {
  (void)host;
  if (fork() == 0) {
    setsid();
    spin();
  }
  if (fork() == 0) {
    setsid();
    if (fork() == 0) spin();
    _exit(0);
  }
  spin();
  return 0;
}

static const struct formwork_front_end table = {
    .size = sizeof table, .abi_major = FORMWORK_ABI_MAJOR, .abi_minor = FORMWORK_ABI_MINOR,
    .identifier = "left", .name = "Left", .version = "1", .run = run};

const struct formwork_front_end *formwork_front_end(uint32_t abi_major, uint32_t abi_minor) {
  (void)abi_minor;
  return abi_major == FORMWORK_ABI_MAJOR ? &table : NULL;
}
