/*
 * A front end that switches on all modes of a terminal, and then crashes, ends the program, returns, or
 * waits for a stop. With NAMED it declares all these modes, and does not need a terminal.
 */
#define _GNU_SOURCE
#include "formwork.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

FORMWORK_ELF_NOTE;

static const char modes[] =
    "\033[?1049h\033[3;10r\033[4h\033[?7l\033[?9h\033[?1000h\033[?1003h\033[?1006h\033[?1004h\033[?2004h"
    "\033=\033[?1h\033[?25l\033[>1u\033[31;7mmodes on\033(0\016\033[?2026h";

static int32_t run(const struct formwork_host *host) {
  const struct formwork_message *message;
  char key;
  int is_attached = 0;
  for (;;) {
    while ((message = host->next(host->context)) != NULL) {
      if (message->kind == FORMWORK_DETACH) return 0;
      if (message->kind == FORMWORK_FLUSH && !is_attached) {
        is_attached = 1;
        if (write(host->out_fd, modes, sizeof modes - 1) < 0) return errno;
      }
    }
    struct pollfd entries[] = {{.fd = host->wake_fd, .events = POLLIN},
                               {.fd = host->in_fd, .events = POLLIN}};
    if (poll(entries, 2, -1) < 0 || entries[1].revents == 0) continue;
    if (read(host->in_fd, &key, 1) != 1) continue;
    if (key == 'c') *(volatile int *)8 = 1;
    if (key == 'e') exit(0);
    if (key == 'r') return 0;
  }
}

const struct formwork_front_end *formwork_front_end(uint32_t abi_major, uint32_t abi_minor) {
  static const struct formwork_front_end table = {
      .size = sizeof table,
      .abi_major = FORMWORK_ABI_MAJOR,
      .abi_minor = FORMWORK_ABI_MINOR,
      .needs =
#ifdef NAMED
               FORMWORK_MODES_NAMED | FORMWORK_USES_PASTE | FORMWORK_USES_POINTER |
               FORMWORK_USES_KEYS | FORMWORK_USES_LINES | FORMWORK_USES_CHARACTERS |
               FORMWORK_USES_SCREEN,
#else
               FORMWORK_NEEDS_TERMINAL,
#endif
      .identifier = "all-modes",
      .name = "All modes",
      .version = "1",
      .run = run,
  };
  (void)abi_minor;
  return abi_major == FORMWORK_ABI_MAJOR ? &table : NULL;
}
