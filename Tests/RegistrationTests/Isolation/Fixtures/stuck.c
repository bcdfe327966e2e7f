/*
 * A front end that draws the first field of a form, and then violates the contract, depending on BEHAVIOUR.
 * The real runner runs it.
 */
#define _GNU_SOURCE
#include "formwork.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

FORMWORK_ELF_NOTE;

static const struct formwork_host *host;
static uint64_t revision;
static uint32_t field;

/* Reads all available messages. Returns whether a view tree with a field is complete. */
static int take(void) {
  const struct formwork_message *message;
  int is_whole = 0;
  while ((message = host->next(host->context)) != NULL) {
    if (message->kind == FORMWORK_DETACH) _exit(20);
    if (message->kind == FORMWORK_INSERT && message->node_kind == FORMWORK_TEXT_FIELD && field == 0) {
      field = message->node;
    }
    if (message->kind == FORMWORK_FLUSH) revision = message->revision, is_whole = field != 0;
  }
  return is_whole;
}

static void wait_for_messages(int limit) {
  struct pollfd wake = {.fd = host->wake_fd, .events = POLLIN};
  poll(&wake, 1, limit);
}

static void say(const char *text) { (void)!write(host->out_fd, text, strlen(text)); }

static void report(uint32_t kind, const char *text) {
  struct formwork_message message = {.size = sizeof message, .kind = kind, .node = field,
                                     .revision = revision, .text = text, .byte_count = strlen(text)};
  host->post(host->context, &message);
}

static void sleep_for(int milliseconds) { poll(NULL, 0, milliseconds); }

/* For ever. */
static void hang(void) {
  for (;;) sleep_for(1000);
}

static void wait_for_line(void) {
  char line[64];
  (void)!read(host->in_fd, line, sizeof line);
}

/* Adds the number of this process to a file. */
static void note(const char *path) {
  FILE *file = fopen(path, "ae");
  if (file != NULL && fprintf(file, "%d\n", (int)getpid()) > 0) fclose(file);
}

/* The place of a remaining process that reads input. */
enum place { SAME_GROUP, IN_FRONT, IN_BACKGROUND, APART, BELOW };

/* Starts two such processes: in the same group, in a separate one, in a session, or as children of a process that
   has closed everything. */
static void fork_readers(enum place place) {
  char byte;
  int ready[2];
  if (pipe(ready) != 0) return;
  if (fork() == 0) {
    if (place == BELOW && fork() != 0) {
      setsid();
      for (int fd = 0; fd < 1024; fd++) {
        if (fd != ready[1]) close(fd);
      }
      prctl(PR_SET_DUMPABLE, 1);
      alarm(120); /* the test ends it earlier */
      note(MARKER ".below");
      (void)!write(ready[1], "x", 1);
      hang();
    }
    signal(SIGTTOU, SIG_IGN);
    signal(SIGTTIN, SIG_IGN);
    if ((place == IN_FRONT || place == IN_BACKGROUND) && setpgid(0, 0) != 0) _exit(1);
    if (place == IN_FRONT && tcsetpgrp(host->in_fd, getpid()) != 0) _exit(1);
    if (place == APART && setsid() < 0) _exit(1);
    (void)fork();
    note(MARKER);
    (void)!write(ready[1], "x", 1);
    for (;;) {
      if (read(host->in_fd, &byte, 1) < 0) sleep_for(10); /* in another session, or in the background: EIO */
    }
  }
  for (int i = place == BELOW ? -1 : 0; i < 2; i++) (void)!read(ready[0], &byte, 1);
}

/* Reads messages until DETACH. */
static void take_until_detached(void) {
  const struct formwork_message *message;
  for (;;) {
    while ((message = host->next(host->context)) != NULL) {
      if (message->kind == FORMWORK_DETACH) return;
    }
    wait_for_messages(-1);
  }
}

static int32_t run(const struct formwork_host *given) {
  host = given;
#define IS(behaviour) (strcmp(BEHAVIOUR, behaviour) == 0)
  if (IS("asks-early")) {
    host->next(host->context);
    hang();
  }
  while (!take()) wait_for_messages(-1);
  say("drawn\n");
  if (IS("deaf")) hang();
  if (IS("stops")) raise(SIGSTOP);
  if (IS("forks")) return fork_readers(SAME_GROUP), abort(), 0;
  if (IS("forks-and-exits")) return fork_readers(SAME_GROUP), _exit(0), 0;
  if (IS("forks-in-front")) return fork_readers(IN_FRONT), abort(), 0;
  if (IS("forks-in-background")) return fork_readers(IN_BACKGROUND), abort(), 0;
  if (IS("forks-apart")) return fork_readers(APART), abort(), 0;
  if (IS("forks-below")) return fork_readers(BELOW), abort(), 0;
  if (IS("switches")) return report(FORMWORK_SWITCH, "nowhere"), take_until_detached(), 0;
  if (IS("goes-outside")) return report(FORMWORK_EDIT_OUTSIDE, ""), take_until_detached(), 0;
  if (IS("completes")) {
    for (;; host->next(host->context)) {
      for (int i = 0; i < 500; i++) report(FORMWORK_COMPLETE, "");
    }
  }
  if (IS("logs")) {
    for (;;) report(FORMWORK_LOG, "still there");
  }
  if (IS("waits")) wait_for_line();
  if (IS("no-size")) {
    const struct formwork_message message = {.kind = FORMWORK_COMMIT, .node = field};
    host->post(host->context, &message);
    while (!take()) wait_for_messages(-1);
    say("answered\n");
    hang();
  }

  if (IS("shuts-its-ear")) shutdown(host->wake_fd, SHUT_RD);
  if (IS("gags-the-terminal")) {
    int discipline = 27; /* N_NULL: no input and no output */
    ioctl(host->out_fd, TIOCSETD, &discipline);
  }
  if (IS("takes-the-terminal")) {
    setpgid(0, 0);
    signal(SIGTTOU, SIG_IGN);
    tcsetpgrp(host->out_fd, getpid());
    tcflow(host->out_fd, TCOOFF);
  }

  /* The fault of this name is sent, and stays unread. */
  report(FORMWORK_EDIT, "a");
  if (IS("spins")) {
    for (;;) continue;
  }
  if (IS("sleeps") || IS("shuts-its-ear") || strstr(BEHAVIOUR, "-the-terminal") != NULL) hang();
  if (IS("edits")) {
    for (int i = 0;; i++) report(FORMWORK_EDIT, i % 2 == 0 ? "a" : "ab");
  }
  if (IS("deaf-later")) {
    wait_for_messages(-1);
    take();
    say("told\n");
    hang();
  }
  /* Several times the limit. */
  if (IS("waits")) {
    sleep_for(2000);
    take();
    close(open(MARKER, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  }
  /* Reads everything, and then has nothing to read. */
  if (IS("idles")) {
    wait_for_messages(-1);
    take();
    sleep_for(2000);
  }
  say("still there\n");
  for (;;) {
    wait_for_messages(-1);
    take();
  }
}

static const struct formwork_front_end table = {
    .size = sizeof table, .abi_major = FORMWORK_ABI_MAJOR, .abi_minor = FORMWORK_ABI_MINOR,
    .identifier = "stuck", .name = "Stuck", .version = "1", .run = run};

const struct formwork_front_end *formwork_front_end(uint32_t abi_major, uint32_t abi_minor) {
  (void)abi_minor;
  return abi_major == FORMWORK_ABI_MAJOR ? &table : NULL;
}
