/*
 * A front end that a test controls by messages.
 *
 * The text of an ATTACH is a command, answered by LOG messages. Every other message comes back with 256
 * added to its kind. After DETACH it returns the value of RETURN.
 *
 * Environment variables make it violate one rule each: see the table at the end.
 */
#define _GNU_SOURCE
#include "formwork.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

extern char **environ;

static const struct formwork_host *host;

static const struct formwork_message *next(void) { return host->next(host->context); }

static void post(const struct formwork_message *message) { host->post(host->context, message); }

static void post_text(uint32_t kind, const char *text, uint64_t byte_count) {
  struct formwork_message message = {.size = sizeof message, .kind = kind};
  message.text = text;
  message.byte_count = byte_count;
  post(&message);
}

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...) {
  char text[8192];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  post_text(FORMWORK_LOG, text, strlen(text));
}

static const struct formwork_message *await(void) {
  struct pollfd wake = {.fd = host->wake_fd, .events = POLLIN};
  for (;;) {
    const struct formwork_message *message = next();
    if (message != NULL) return message;
    poll(&wake, 1, -1);
  }
}

/* The commands. */

static void say_environment(void) {
  for (char **entry = environ; *entry != NULL; entry++) say("%s", *entry);
}

static void say_descriptors(void) {
  for (int fd = 0; fd < 256; fd++) {
    int flags = fcntl(fd, F_GETFD);
    if (flags < 0) continue;
    struct stat status;
    fstat(fd, &status);
    const char *kind = S_ISCHR(status.st_mode) ? "device" : "other";
    if (S_ISSOCK(status.st_mode)) kind = "socket";
    const char *access[] = {"read", "write", "both"};
    say("%d %s %s%s", fd, kind, access[fcntl(fd, F_GETFL) & O_ACCMODE],
        flags & FD_CLOEXEC ? " closed on exec" : "");
  }
}

static void say_limits(void) {
  struct rlimit core;
  int signal_number = 0;
  getrlimit(RLIMIT_CORE, &core);
  prctl(PR_GET_PDEATHSIG, &signal_number);
  say("core %lu %lu, no new privileges %d, dumpable %d, the signal at the host's death is %s",
      (unsigned long)core.rlim_cur, (unsigned long)core.rlim_max,
      prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0), prctl(PR_GET_DUMPABLE, 0, 0, 0, 0),
      sigabbrev_np(signal_number));
}

static void say_signals(void) {
  sigset_t blocked;
  sigprocmask(SIG_SETMASK, NULL, &blocked);
  for (int number = 1; number < NSIG; number++) {
    struct sigaction action;
    if (sigismember(&blocked, number) == 1) say("%d blocked", number);
    if (sigaction(number, NULL, &action) != 0 || action.sa_handler == SIG_DFL) continue;
    say("%s %s", sigabbrev_np(number), action.sa_handler == SIG_IGN ? "ignored" : "handled");
  }
}

static void say_host(void) {
  say("size %u, contract %u.%u, streams %d %d, wake %d, extension %s", host->size, host->abi_major,
      host->abi_minor, host->in_fd, host->out_fd, host->wake_fd,
      host->extension(host->context, "clipboard") == NULL ? "none" : "some");
}

/* The structs of older and newer front ends. After an older one there is no memory. */
static void post_sizes(void) {
  struct newer {
    struct formwork_message message;
    uint64_t tail[4];
  } newer = {.tail = {1, 2, 3, 4}};
  newer.message = (struct formwork_message){.size = sizeof newer,
                                            .kind = FORMWORK_EDIT,
                                            .node = 7,
                                            .number = 2,
                                            .count = 9,
                                            .text = "new",
                                            .byte_count = 3};
  post(&newer.message);
  static const size_t sizes[] = {
      0, 4, 7, 8, offsetof(struct formwork_message, node), offsetof(struct formwork_message, count),
      offsetof(struct formwork_message, text)};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    struct formwork_message *older = malloc(sizes[i] < 4 ? 4 : sizes[i]);
    newer.message.size = (uint32_t)sizes[i];
    memcpy(older, &newer.message, sizes[i] < 4 ? 4 : sizes[i]);
    post(older);
    free(older);
  }
  post(NULL);
}

static void post_kinds(void) {
  static const uint32_t kinds[] = {0, 1, 255, 256, 257, 269, 270, 511, 512, 1024, 1025, 1027, 1028,
                                   UINT32_MAX};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) post_text(kinds[i], "x", 1);
}

static void post_lengths(void) {
  char *text = malloc(FORMWORK_TEXT_LIMIT + 1);
  memset(text, 't', FORMWORK_TEXT_LIMIT + 1);
  post_text(FORMWORK_EDIT, NULL, 0);
  post_text(FORMWORK_EDIT, NULL, 1);
  post_text(FORMWORK_EDIT, "", 0);
  post_text(FORMWORK_EDIT, "a\0b", 3);
  post_text(FORMWORK_EDIT, text, FORMWORK_TEXT_LIMIT);
  post_text(FORMWORK_EDIT, text, FORMWORK_TEXT_LIMIT + 1);
  post_text(FORMWORK_EDIT, text, UINT64_MAX);
  post_text(FORMWORK_EDIT, text, (UINT64_C(1) << 32) + 1);
  free(text);
}

static void post_many(void) {
  for (int i = 0; i < 3000; i++) say("%d", i);
}

static int is_all(char wanted, const char *text, size_t byte_count) {
  size_t i = 0;
  while (i < byte_count && text[i] == wanted) i++;
  return i == byte_count;
}

/* Keeps a long text while a shorter one is pending, and then searches for its rest. */
static void keep(void) {
  const struct formwork_message *held = await();
  struct formwork_message copy = *held;
  say("held %lu", (unsigned long)held->byte_count);
  struct pollfd wake = {.fd = host->wake_fd, .events = POLLIN};
  poll(&wake, 1, -1);
  say("message %s", memcmp(&copy, held, sizeof copy) == 0 ? "unchanged" : "changed");
  say("text %s", is_all('s', held->text, held->byte_count) ? "unchanged" : "changed");
  const struct formwork_message *following = await();
  int is_same = following == held && following->text == copy.text;
  say("lent at %s", is_same ? "the same place" : "another");
  say("text now %.*s", (int)following->byte_count, following->text);
  uint64_t rest = copy.byte_count - following->byte_count;
  say("rest %s", is_all(0, copy.text + following->byte_count, rest) ? "wiped" : "left");
}

/* Requests a message five times after the end of the socket, and reports the results. */
static void say_end(void) {
  struct pollfd wake = {.fd = host->wake_fd, .events = POLLIN};
  char text[64] = "";
  poll(&wake, 1, -1);
  for (int i = 0; i < 5; i++) {
    const struct formwork_message *message = next();
    if (message == NULL) strcat(text, " none");
    else strcat(text, message->kind == FORMWORK_DETACH ? " detach" : " other");
  }
  say("end:%s", text);
}

static void set_raw(void) {
  struct termios modes;
  tcgetattr(host->in_fd, &modes);
  cfmakeraw(&modes);
  tcsetattr(host->in_fd, TCSANOW, &modes);
}

static void set_flags(void) {
  fcntl(host->in_fd, F_SETFL, fcntl(host->in_fd, F_GETFL) | O_NONBLOCK);
}

/* Hangs despite signals. */
static void hang(void) {
  say("hangs");
  for (;;) pause();
}

/* Blocks the timer as well. */
static void block(void) {
  sigset_t timer;
  sigemptyset(&timer);
  sigaddset(&timer, SIGALRM);
  sigprocmask(SIG_BLOCK, &timer, NULL);
  hang();
}

/* Whole lines without echo, after a message about it. */
static void hide(void) {
  struct termios modes;
  tcgetattr(host->in_fd, &modes);
  modes.c_lflag |= ICANON;
  modes.c_lflag &= ~(tcflag_t)ECHO;
  say("hides");
  tcsetattr(host->in_fd, TCSANOW, &modes);
  for (;;) pause();
}

/* Key by key, as at a prompt, after a message about it. */
static void prompt(void) {
  struct termios modes;
  tcgetattr(host->in_fd, &modes);
  modes.c_lflag |= ISIG;
  say("prompts");
  tcsetattr(host->in_fd, TCSANOW, &modes);
  for (;;) pause();
}

/* Makes the terminal raw after each signal. */
static void set_raw_again(void) {
  say("insists");
  for (;;) {
    set_raw();
    pause();
  }
}

static void crash(void) { *(volatile int *)8 = 1; }

static int leaves;

static void leave(void) { leaves = 1; }

static void quit(void) { exit(3); }

static const struct {
  const char *name;
  void (*act)(void);
} commands[] = {
    {"environment", say_environment},
    {"descriptors", say_descriptors},
    {"limits", say_limits},
    {"signals", say_signals},
    {"host", say_host},
    {"sizes", post_sizes},
    {"kinds", post_kinds},
    {"lengths", post_lengths},
    {"many", post_many},
    {"keep", keep},
    {"end", say_end},
    {"raw", set_raw},
    {"flags", set_flags},
    {"hang", hang},
    {"blocks", block},
    {"hides", hide},
    {"prompts", prompt},
    {"raw again", set_raw_again},
    {"crash", crash},
    {"exit", quit},
    {"leave", leave},
};

static void execute(const char *name) {
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
    if (strcmp(commands[i].name, name) == 0) commands[i].act();
  }
  say("done");
}

static int32_t run(const struct formwork_host *given) {
  const char *result = getenv("RETURN");
  host = given;
  for (;;) {
    const struct formwork_message *message = await();
    if (message->byte_count > 0 && message->text[message->byte_count] != 0) say("no NUL");
    if (message->kind == FORMWORK_ATTACH && message->byte_count > 0) {
      char name[64];
      snprintf(name, sizeof name, "%s", message->text);
      execute(name);
      if (leaves) return 0;
      continue;
    }
    struct formwork_message answer = *message;
    answer.kind += 256;
    post(&answer);
    if (message->kind == FORMWORK_DETACH) return result == NULL ? 0 : atoi(result);
  }
}

/* Its table. FAULT is the rule that it violates. */

static int is_fault(const char *name) {
  const char *fault = getenv("FAULT");
  return fault != NULL && strcmp(fault, name) == 0;
}

__attribute__((constructor)) static void begin(void) {
  if (is_fault("file changed")) chmod(getenv("FILE"), 0700);
  if (is_fault("ends early")) _exit(4);
}

#ifdef MISSING_SYMBOL
void formwork_missing_symbol(void);
void call_missing_symbol(void) { formwork_missing_symbol(); }
#endif

#ifndef WITHOUT_ENTRY
static char long_text[258];

static const char *text_of(const char *name, const char *text) {
  char fault[32];
  snprintf(fault, sizeof fault, "%s null", name);
  if (is_fault(fault)) return NULL;
  snprintf(fault, sizeof fault, "%s empty", name);
  if (is_fault(fault)) return "";
  snprintf(fault, sizeof fault, "%s long", name);
  if (is_fault(fault)) return long_text;
  snprintf(fault, sizeof fault, "%s longest", name);
  return is_fault(fault) ? long_text + 1 : text;
}

const struct formwork_front_end *formwork_front_end(uint32_t abi_major, uint32_t abi_minor) {
  static struct formwork_front_end table;
  memset(long_text, 'n', sizeof long_text - 1);
  table = (struct formwork_front_end){
      .size = sizeof table,
      .abi_major = is_fault("major") ? 2 : 1,
      .abi_minor = 9,
      .needs = 0xFFFFFFFE,
      .identifier = text_of("identifier", "puppet"),
      .name = text_of("name", "Puppet"),
      .version = text_of("version", "2.1"),
      .run = is_fault("run") ? NULL : run,
  };
  if (is_fault("size")) table.size--;
  if (is_fault("larger")) table.size += 8;
  return abi_major == 1 && abi_minor == FORMWORK_ABI_MINOR && !is_fault("declined") ? &table : NULL;
}
#endif
