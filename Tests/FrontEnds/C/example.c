/*
 * A front end in one file of C. It asks for the focused node, reads lines of a terminal, and
 * changes none of its modes except the echo.
 */
#include "formwork.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

FORMWORK_ELF_NOTE;

/* A terminal truncates lines at 4095 bytes: refuse a line of this length. */
enum { PROPERTY_COUNT = FORMWORK_FIRST_ROW + 1, TERMINAL_LIMIT = 4095 };

struct node {
  struct node *next;
  uint32_t id, parent, kind;
  char *text[PROPERTY_COUNT]; /* NULL without a text */
  int64_t number[PROPERTY_COUNT];
  bool is_new[PROPERTY_COUNT]; /* changed since the last output */
};

static struct {
  const struct formwork_host *host;
  struct node *nodes; /* siblings are in order */
  uint64_t revision;
  uint32_t focus;    /* the node with the focus, or 0 */
  uint32_t asked;    /* the node whose prompt is open, or 0 */
  uint32_t answered; /* the node to leave after the host has accepted the answer, or 0 */
  char *refusal;     /* the reason for which a button does nothing, or NULL */
  bool is_void;      /* ignore input at the prompt */
  bool is_consistent, awaits_flush, is_busy, has_ended;
  int32_t input; /* opened separately, for the terminal of in_fd */
  struct termios found;
} now;

/* --- The view tree. The list keeps the order of siblings. --- */

static struct node *find(uint32_t id) {
  struct node *node = now.nodes;
  while (node != NULL && node->id != id) node = node->next;
  return node;
}

static void place(struct node *node, uint32_t position) {
  struct node **at = &now.nodes;
  while (*at != NULL && ((*at)->parent != node->parent || position-- > 0)) at = &(*at)->next;
  node->next = *at;
  *at = node;
}

static void insert(const struct formwork_message *message) {
  struct node *node = calloc(1, sizeof *node);
  if (node == NULL) return;
  node->id = message->node, node->parent = message->parent, node->kind = message->node_kind;
  place(node, message->position);
}

static void move(const struct formwork_message *message) {
  struct node **at = &now.nodes, *node = find(message->node);
  if (node == NULL) return;
  while (*at != node) at = &(*at)->next;
  *at = node->next;
  place(node, message->position);
}

/* Removes a node and its descendants, or all nodes for 0. */
static void forget(uint32_t id) {
  for (struct node **at = &now.nodes, *node; (node = *at) != NULL;) {
    if (id == 0 || node->id == id || (node->parent != 0 && find(node->parent) == NULL)) {
      *at = node->next;
      for (int i = 0; i < PROPERTY_COUNT; i++) free(node->text[i]);
      free(node);
      at = &now.nodes; /* descendants may precede it */
    } else {
      at = &node->next;
    }
  }
}

static void set_text(struct node *node, uint32_t property, const char *text) {
  free(node->text[property]);
  node->text[property] = text == NULL ? NULL : strdup(text);
}

/* Whether a screen with this status waits for the host, not for the user. */
static bool is_busy(int64_t status) {
  return status == FORMWORK_STATUS_LOADING || status == FORMWORK_STATUS_WAITING ||
         status == FORMWORK_STATUS_CHECKING || status == FORMWORK_STATUS_SUBMITTING;
}

static void set(const struct formwork_message *message) {
  struct node *node = find(message->node);
  if (node == NULL || message->property >= PROPERTY_COUNT) return;
  set_text(node, message->property, message->flags & FORMWORK_HAS_TEXT ? message->text : NULL);
  node->number[message->property] = message->number;
  node->is_new[message->property] = true;
  if (node->id == now.asked && message->property == FORMWORK_VALUE) now.is_void = true;
  if (node->kind == FORMWORK_SCREEN) now.is_busy = is_busy(node->number[FORMWORK_STATUS]);
}

static void handle(const struct formwork_message *message) {
  switch (message->kind) {
    case FORMWORK_ATTACH:
      forget(0);
      now.focus = now.answered = 0;
      now.is_busy = false;
      now.is_void = true;
      break;
    case FORMWORK_INSERT: insert(message); break;
    case FORMWORK_SET: set(message); break;
    case FORMWORK_MOVE: move(message); break;
    case FORMWORK_REMOVE: forget(message->node); break;
    case FORMWORK_FOCUS: now.focus = message->node; break;
    case FORMWORK_REFUSED:
      free(now.refusal);
      now.refusal = message->byte_count == 0 ? NULL : strdup(message->text);
      break;
    case FORMWORK_FLUSH: now.revision = message->revision, now.awaits_flush = false; break;
    default: return; /* not used here, or of a later version */
  }
  now.is_consistent = message->kind == FORMWORK_FLUSH;
}

/* --- Output. --- */

static void say(const struct node *node, int property, const char *format) {
  const char *text = node->text[property];
  if (text != NULL && *text != 0) dprintf(now.host->out_fd, format, text);
}

static bool is_wrong(const struct node *node) {
  int64_t status = node->number[FORMWORK_STATUS];
  return status == FORMWORK_STATUS_INVALID || status == FORMWORK_STATUS_REFUSED;
}

/* Whether the node does something when it is pressed, and has no content. */
static bool is_pressed(const struct node *node) {
  return node->kind == FORMWORK_BUTTON || node->kind == FORMWORK_ROW;
}

/* Prints new texts, rows and explanations of faults, wherever the focus is. */
static void tell(void) {
  static const int readable[] = {
      FORMWORK_LABEL, FORMWORK_VALUE, FORMWORK_EXPLANATION, FORMWORK_DETAIL};
  if (now.refusal != NULL) dprintf(now.host->out_fd, "%s\n", now.refusal);
  free(now.refusal);
  now.refusal = NULL;
  for (struct node *node = now.nodes; node != NULL; node = node->next) {
    if (node->kind == FORMWORK_SCREEN || node->kind == FORMWORK_GROUP ||
        (FORMWORK_NOTE <= node->kind && node->kind <= FORMWORK_ALERT)) {
      for (int i = 0; i < 4; i++)
        if (node->is_new[readable[i]]) say(node, readable[i], "%s\n");
    } else if (node->kind == FORMWORK_ROW) {
      if (node->is_new[FORMWORK_LABEL]) say(node, FORMWORK_LABEL, "%s\n");
    } else if (node->is_new[FORMWORK_EXPLANATION] && is_wrong(node)) {
      say(node, FORMWORK_LABEL, "%s: ");
      say(node, FORMWORK_EXPLANATION, "%s\n");
    }
    memset(node->is_new, 0, sizeof node->is_new);
  }
}

/* Switches the echo on or off. Returns 0, or an errno if that failed. */
static int32_t set_echo(bool is_on) {
  struct termios modes = now.found;
  if (!is_on) modes.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
  if (tcsetattr(now.host->in_fd, TCSANOW, &modes) != 0) return errno;
  if (tcgetattr(now.host->in_fd, &modes) != 0) return errno;
  return is_on || !(modes.c_lflag & ECHO) ? 0 : ENOTSUP;
}

static int32_t ask(const struct node *node) {
  int number = 0, out = now.host->out_fd;
  int32_t error = set_echo(node->kind != FORMWORK_SECRET_FIELD);
  if (error != 0) return error;
  tell();
  say(node, FORMWORK_DETAIL, "%s\n");
  for (const struct node *option = now.nodes; option != NULL; option = option->next) {
    if (option->kind != FORMWORK_OPTION || option->parent != node->id) continue;
    dprintf(out, "%s%d ", option->number[FORMWORK_SELECTED] ? "*" : "", ++number);
    say(option, FORMWORK_LABEL, "%s\n");
  }
  say(node, FORMWORK_LABEL, "%s");
  say(node, FORMWORK_VALUE, " [%s]");
  if (node->kind == FORMWORK_TOGGLE) dprintf(out, node->number[FORMWORK_VALUE] ? " [y]" : " [n]");
  dprintf(out, is_pressed(node) ? "? (y, or b to go back) " : ": ");
  now.asked = node->id;
  now.is_void = false;
  return 0;
}

/* Closes a prompt without an answer, or one that is outdated. */
static void close_prompt(void) {
  set_echo(true);
  dprintf(now.host->out_fd, "\n");
  now.asked = 0;
}

/* --- Input. --- */

static void post(uint32_t kind, uint32_t node, uint32_t flags, const char *text) {
  struct formwork_message message = {
      .size = sizeof message, .kind = kind, .revision = now.revision, .node = node,
      .flags = flags | (text == NULL ? 0 : FORMWORK_HAS_TEXT), .text = text};
  if (text != NULL) message.byte_count = strlen(text);
  if (kind == FORMWORK_EDIT) message.number = (int64_t)message.byte_count;
  if (kind == FORMWORK_COMMIT || kind == FORMWORK_GO || kind == FORMWORK_ACTIVATE)
    now.awaits_flush = true;
  now.host->post(now.host->context, &message);
}

static void enter(struct node *field, const char *line) {
  if (field->kind == FORMWORK_TOGGLE) {
    post(FORMWORK_CHOOSE, field->id, *line == 'y' ? FORMWORK_ON : 0, NULL);
    post(FORMWORK_COMMIT, field->id, 0, NULL);
    now.answered = field->id;
  } else if (field->kind == FORMWORK_CHOICE || field->kind == FORMWORK_CHOICES) {
    /* The number of an option selects it, and the prompt repeats until Enter. */
    long number = strtol(line, NULL, 10);
    for (const struct node *option = now.nodes; option != NULL; option = option->next) {
      uint32_t flags = option->number[FORMWORK_SELECTED] ? 0 : FORMWORK_ON;
      if (option->kind == FORMWORK_OPTION && option->parent == field->id && --number == 0)
        post(FORMWORK_CHOOSE, option->id, flags, NULL);
    }
    post(FORMWORK_COMMIT, field->id, 0, NULL);
  } else {
    post(FORMWORK_EDIT, field->id, 0, line);
    post(FORMWORK_COMMIT, field->id, 0, line);
    /* The host does not echo accepted edits, and a secret is not kept. */
    if (field->kind != FORMWORK_SECRET_FIELD) set_text(field, FORMWORK_VALUE, line);
    now.answered = field->id;
  }
}

static void answer(const char *line) {
  struct node *node = find(now.asked);
  bool is_button = node != NULL && is_pressed(node);
  if (node != NULL && node->kind == FORMWORK_SECRET_FIELD) close_prompt();
  now.asked = 0;
  if (is_button && *line == 'y') post(FORMWORK_ACTIVATE, node->id, 0, NULL);
  else if (is_button && *line == 'b') post(FORMWORK_GO, 0, FORMWORK_PREVIOUS, NULL);
  else if (is_button || *line == 0) post(FORMWORK_GO, 0, FORMWORK_NEXT, NULL);
  else if (node != NULL) enter(node, line);
}

/* At ^C the terminal discards input that poll has reported, so a read must not wait. The descriptor is opened again,
   because the shell shares the flag of in_fd. */
static int32_t open_input(int32_t in_fd) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", in_fd);
  int32_t input = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  /* After su(1) the terminal may belong to another user: then reading may wait. */
  return input < 0 ? fcntl(in_fd, F_DUPFD_CLOEXEC, 0) : input;
}

static void read_line(void) {
  char line[TERMINAL_LIMIT + 2] = "";
  ssize_t length = read(now.input, line, sizeof line - 1);
  if (length < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (length <= 0) {
    post(FORMWORK_QUIT, 0, 0, NULL);
    now.has_ended = true;
  } else {
    line[strcspn(line, "\n")] = 0;
    if (strlen(line) < TERMINAL_LIMIT) answer(line);
    else close_prompt();
  }
  explicit_bzero(line, sizeof line);
}

/* --- The conversation. --- */

/* Leaves an answered field, or asks for the focused node. */
static int32_t turn(void) {
  struct node *node = find(now.focus);
  bool is_answered = node != NULL && node->id == now.answered;
  now.answered = 0;
  if (is_answered && !is_wrong(node)) return post(FORMWORK_GO, 0, FORMWORK_NEXT, NULL), 0;
  /* Repeat an unchanged explanation. */
  if (is_answered) node->is_new[FORMWORK_EXPLANATION] = true;
  if (now.asked != 0) {
    if (now.asked == now.focus && !now.is_void) return 0;
    close_prompt();
    tcflush(now.host->in_fd, TCIFLUSH); /* the input was for the old prompt */
  }
  return node == NULL || now.is_busy ? 0 : ask(node);
}

static int32_t run(const struct formwork_host *host) {
  const struct formwork_message *message;
  bool is_attached = true;
  int32_t error = 0;
  memset(&now, 0, sizeof now);
  now.host = host;
  if (tcgetattr(host->in_fd, &now.found) != 0) return errno;
  if ((now.input = open_input(host->in_fd)) < 0) return errno;
  while (true) {
    while (is_attached && (message = host->next(host->context)) != NULL) {
      if (message->kind == FORMWORK_DETACH) is_attached = false;
      else handle(message);
    }
    if (is_attached && now.is_consistent && !now.awaits_flush && !now.has_ended) error = turn();
    if (!is_attached || error != 0) break;
    bool is_reading = now.asked != 0 && now.is_consistent && !now.awaits_flush && !now.has_ended;
    struct pollfd ready[] = {
        {.fd = host->wake_fd, .events = POLLIN},
        {.fd = is_reading ? now.input : -1, .events = POLLIN}};
    if (poll(ready, 2, -1) > 0 && ready[0].revents == 0 && ready[1].revents != 0) read_line();
  }
  if (now.asked != 0) close_prompt();
  if (now.is_consistent) tell();
  free(now.refusal);
  forget(0);
  close(now.input);
  return error;
}

/* --- The table for the host. --- */

static const struct formwork_front_end table = {
    .size = sizeof table, .abi_major = FORMWORK_ABI_MAJOR, .abi_minor = FORMWORK_ABI_MINOR,
    .needs = FORMWORK_NEEDS_TERMINAL | FORMWORK_MODES_NAMED, /* it uses none of them */
    .identifier = "example-c", .name = "Example in C", .version = "1.0", .run = run};

FORMWORK_EXPORT
const struct formwork_front_end *formwork_front_end(uint32_t abi_major, uint32_t abi_minor) {
  (void)abi_minor; /* within a major version, structs only grow at their ends */
  return abi_major == FORMWORK_ABI_MAJOR ? &table : NULL;
}
