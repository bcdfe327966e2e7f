/*
 * A front end that draws nothing, but measures the costs of the contract, and prints a line of JSON.
 *
 * First it measures reading one message of a long view tree, compared to a function call that fills the
 * same struct. Then it measures the time from an edit to its flush, compared to a byte that goes to
 * another process through a pipe and comes back through another. With two processors, each end of the
 * pipes has its own: Linux would sometimes use one for both, which takes a twentieth of the time.
 */
#define _GNU_SOURCE
#include "formwork.h"

#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

FORMWORK_ELF_NOTE;

enum { TRIPS = 4000, WARM_UP = 400 };

static const struct formwork_host *host;
static uint64_t revision;
static uint32_t focus, first, second;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static const struct formwork_message *take(void) {
  struct pollfd wake = {.fd = host->wake_fd, .events = POLLIN};
  const struct formwork_message *message;
  while ((message = host->next(host->context)) == NULL) poll(&wake, 1, -1);
  if (message->kind == FORMWORK_FOCUS) focus = message->node;
  if (message->kind == FORMWORK_FLUSH) revision = message->revision;
  if (message->kind == FORMWORK_INSERT && message->node_kind == FORMWORK_TEXT_FIELD) {
    if (first == 0) first = message->node;
    else if (second == 0) second = message->node;
  }
  return message;
}

static void post(uint32_t kind, uint32_t node, const char *text, uint64_t byte_count) {
  struct formwork_message message = {.size = sizeof message, .kind = kind, .revision = revision};
  message.node = node;
  message.text = text;
  message.byte_count = byte_count;
  message.number = (int64_t)byte_count;
  host->post(host->context, &message);
}

static void await_flush(void) {
  while (take()->kind != FORMWORK_FLUSH) continue;
}

/* Returns the nanoseconds for one message, without the first one, whose request may create all others. */
static double time_messages(void) {
  double start = 0, end = 0;
  long count = 0;
  while (second == 0) {
    while (take()->kind == FORMWORK_FLUSH) continue;
    start = now();
    for (count = 1; take()->kind != FORMWORK_FLUSH; count++) continue;
    end = now();
  }
  return (end - start) / (double)count;
}

static const struct formwork_message *fill(void *context) {
  struct formwork_message *message = context;
  *message = (struct formwork_message){.size = sizeof *message, .kind = FORMWORK_SET, .node = 7};
  return message;
}

static double time_calls(void) {
  const struct formwork_message *(*volatile call)(void *) = fill;
  struct formwork_message message;
  double start = now();
  for (int i = 0; i < 1000000; i++) call(&message);
  return (now() - start) / 1e6;
}

static int compare(const void *one, const void *other) {
  double difference = *(const double *)one - *(const double *)other;
  return (difference > 0) - (difference < 0);
}

static void print_distribution(const char *name, double *times) {
  qsort(times, TRIPS, sizeof *times, compare);
  dprintf(host->out_fd, ", \"%s\": %.1f, \"%s99\": %.1f", name, times[TRIPS / 2], name,
          times[TRIPS * 99 / 100]);
}

static double times[TRIPS];

static void time_edits(void) {
  while (focus != second) {
    post(FORMWORK_GO, second, NULL, 0);
    await_flush();
  }
  for (int i = -WARM_UP; i < TRIPS; i++) {
    double start = now();
    post(FORMWORK_EDIT, second, "ab", i & 1 ? 2 : 1);
    await_flush();
    if (i >= 0) times[i] = now() - start;
  }
}

/* Restricts the process to one of its processors, counted from 0, or to the last one if there are fewer. */
static void keep_to(const cpu_set_t *all, int place) {
  cpu_set_t one;
  CPU_ZERO(&one);
  for (int i = 0, last = -1; i < CPU_SETSIZE && place >= 0; i++) {
    if (!CPU_ISSET(i, all)) continue;
    if (last >= 0) CPU_CLR(last, &one);
    CPU_SET(i, &one);
    last = i;
    place--;
  }
  sched_setaffinity(0, sizeof one, &one);
}

static int time_pipes(void) {
  cpu_set_t all;
  if (sched_getaffinity(0, sizeof all, &all) != 0) return -1;
  int there[2], back[2];
  char byte = 0;
  if (pipe(there) != 0 || pipe(back) != 0) return -1;
  pid_t child = fork();
  if (child < 0) return -1;
  keep_to(&all, child == 0 ? 1 : 0);
  if (child == 0) {
    close(there[1]);
    while (read(there[0], &byte, 1) == 1 && write(back[1], &byte, 1) == 1) continue;
    _exit(0);
  }
  for (int i = -WARM_UP; i < TRIPS; i++) {
    double start = now();
    if (write(there[1], &byte, 1) != 1 || read(back[0], &byte, 1) != 1) return -1;
    if (i >= 0) times[i] = now() - start;
  }
  close(there[1]);
  waitpid(child, NULL, 0);
  sched_setaffinity(0, sizeof all, &all);
  return 0;
}

static int32_t run(const struct formwork_host *given) {
  host = given;
  double message = time_messages();
  dprintf(host->out_fd, "{\"message\": %.2f, \"call\": %.2f", message, time_calls());
  time_edits();
  print_distribution("edit", times);
  if (time_pipes() == 0) print_distribution("pipe", times);
  dprintf(host->out_fd, "}\n");
  post(FORMWORK_QUIT, 0, NULL, 0);
  while (take()->kind != FORMWORK_DETACH) continue;
  return 0;
}

const struct formwork_front_end *formwork_front_end(uint32_t abi_major, uint32_t abi_minor) {
  static const struct formwork_front_end table = {
      .size = sizeof table,
      .abi_major = FORMWORK_ABI_MAJOR,
      .abi_minor = FORMWORK_ABI_MINOR,
      .identifier = "stopwatch",
      .name = "Stopwatch",
      .version = "1.0",
      .run = run,
  };
  (void)abi_minor;
  return abi_major == FORMWORK_ABI_MAJOR ? &table : NULL;
}
