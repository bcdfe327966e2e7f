/*
 * A whole front end that keeps to the contract, unless its file has the name of a fault: then it has that fault, and no
 * other. Three faults are those of a file, and are compiled in.
 */
#define _GNU_SOURCE
#include "formwork.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#ifndef NOTE_MAJOR
#define NOTE_MAJOR FORMWORK_ABI_MAJOR
#endif
#ifndef ENTRY
#define ENTRY formwork_front_end
#endif
#ifdef IS_REWRITTEN
/* Code that the loader would have to write to. */
int moved;
__asm__(".pushsection .text\n.balign 8\n.quad moved\n.popsection");
#endif

/* MARK: The fault. */

static char fault[64];

/* Whether the front end has this fault. */
static int has(const char *name) { return strcmp(fault, name) == 0; }

__attribute__((constructor)) static void find_fault(void) {
  Dl_info file;
  if (dladdr(fault, &file) == 0) return;
  const char *slash = strrchr(file.dli_fname, '/');
  snprintf(fault, sizeof fault, "%s", slash == NULL ? file.dli_fname : slash + 1);
  char *end = strchr(fault, '.');
  if (end != NULL) *end = 0;
}

/* MARK: The picture. */

struct node {
  uint32_t id, parent, kind;
  char *label, *detail, *value;
  size_t value_byte_count;
  int64_t number;
  int completes;
};

static const struct formwork_host *host;
static struct node *nodes;
static size_t node_count;
static uint32_t focus, shown_focus;
static uint64_t revision;
static char typed[FORMWORK_TEXT_LIMIT + 4]; /* what is entered where the focus is */
static size_t typed_byte_count, part_byte_count;
static int64_t columns = 80, rows = 24;
static int is_touched, is_waiting, goes_on, has_ended, is_consistent, is_new;

static char *copy_of(const char *text, size_t byte_count) {
  char *copy = malloc(byte_count + 1);
  if (byte_count > 0) memcpy(copy, text, byte_count);
  copy[byte_count] = 0;
  return copy;
}

static struct node *find(uint32_t id) {
  for (size_t i = 0; i < node_count; i++)
    if (nodes[i].id == id) return &nodes[i];
  return NULL;
}

/* Keeps a text that is lent until the next message. */
static char *keep(const char *text, size_t byte_count) {
  return has("late_reader") ? (char *)text : copy_of(text, byte_count);
}

static void drop(char *text) {
  if (!has("late_reader")) free(text);
}

static void wipe(void *bytes, size_t byte_count) {
  if (!has("kept_secret")) explicit_bzero(bytes, byte_count);
}

static void forget(size_t index) {
  drop(nodes[index].label);
  drop(nodes[index].detail);
  free(nodes[index].value);
  memmove(&nodes[index], &nodes[index + 1], (--node_count - index) * sizeof *nodes);
}

static void forget_tree(uint32_t id) {
  for (size_t i = node_count; i-- > 0;) {
    if (i < node_count && nodes[i].parent == id) {
      forget_tree(nodes[i].id);
      i = node_count;
    }
  }
  for (size_t i = 0; i < node_count; i++)
    if (nodes[i].id == id) forget(i--);
  if (focus == id) focus = 0;
}

/* MARK: The terminal. */

static void say(const char *text, size_t byte_count) {
  while (byte_count > 0) {
    ssize_t count = write(host->out_fd, text, byte_count);
    if (count > 0) {
      text += count;
      byte_count -= (size_t)count;
    } else if (errno == EAGAIN) {
      struct pollfd entry = {.fd = host->out_fd, .events = POLLOUT};
      int timeout = has("lossy_output") ? 100 : has("lossy_screen") ? 10 : -1;
      if (poll(&entry, 1, timeout) == 0) return;
    } else if (errno != EINTR) {
      return;
    }
  }
}

static void say_text(const char *text) {
  if (text != NULL) say(text, strlen(text));
}

/* MARK: To the host. */

/* The cursor after a text: a number of bytes. */
static int64_t end_of(const char *text, size_t byte_count) {
  int64_t count = 0;
  if (!has("cursor_in_characters")) return (int64_t)byte_count;
  while (byte_count-- > 0) count += (text[byte_count] & 0xC0) != 0x80;
  return count;
}

static int waits_after(uint32_t kind) {
  switch (kind) {
  case FORMWORK_COMMIT: return 1;
  case FORMWORK_GO: return !has("reads_after_go");
  case FORMWORK_ACTIVATE: return !has("reads_after_activate");
  case FORMWORK_BACK: return !has("reads_after_back");
  case FORMWORK_RESET: return !has("reads_after_reset");
  default: return is_waiting;
  }
}

static void post(uint32_t kind, uint32_t node, uint32_t flags, const char *text, size_t byte_count) {
  struct formwork_message message = {
      .size = has("sizeless_messages") ? 0
              : has("large_messages") ? sizeof(struct formwork_message) + 8
                                      : sizeof(struct formwork_message),
      .kind = kind,
      .revision = has("old_revision") ? 0 : revision,
      .node = node,
      .flags = flags,
      .number = kind == FORMWORK_EDIT || kind == FORMWORK_COMPLETE ? end_of(text, byte_count) : 0,
      .text = text,
      .byte_count = byte_count,
  };
  is_waiting = waits_after(kind);
  host->post(host->context, &message);
  if (kind == FORMWORK_COMMIT && has("frozen_by_commit")) pause();
}

static int is_text(const struct node *node) {
  return node->kind == FORMWORK_TEXT_FIELD || node->kind == FORMWORK_SECRET_FIELD ||
         node->kind == FORMWORK_TEXT_AREA;
}

static int is_field(const struct node *node) {
  return node->kind >= FORMWORK_TEXT_FIELD && node->kind <= FORMWORK_CHOICES;
}

static void commit(const struct node *node) {
  if (has("no_texts")) {
    post(FORMWORK_COMMIT, node->id, 0, NULL, 0);
  } else if (is_touched && is_text(node)) {
    post(FORMWORK_COMMIT, node->id, FORMWORK_HAS_TEXT, typed, typed_byte_count);
  } else if (node->kind == FORMWORK_TEXT_FIELD && node->value != NULL) {
    post(FORMWORK_COMMIT, node->id, FORMWORK_HAS_TEXT, node->value, node->value_byte_count);
  } else if (node->kind == FORMWORK_SECRET_FIELD) {
    size_t count = 0;
    if (has("secret_of_digits"))
      count = (size_t)snprintf(typed, sizeof typed, "%ld", (long)node->number);
    post(FORMWORK_COMMIT, node->id, count > 0 ? FORMWORK_HAS_TEXT : 0, count > 0 ? typed : NULL, count);
  } else {
    post(FORMWORK_COMMIT, node->id, 0, NULL, 0);
  }
  goes_on = 1;
  say("\n", 1);
}

static int posts_edits(void) {
  return !has("no_edits") && !has("no_edits_of_lines") && !has("no_texts");
}

/* Shows what was typed into a node. */
static void echo(const struct node *node, const char *text) {
  int is_secret = node->kind == FORMWORK_SECRET_FIELD;
  if (has("silent_keys")) return;
  if (has("logged_secret")) post(FORMWORK_LOG, 0, 0, typed, typed_byte_count);
  say_text(is_secret && !has("shown_secret") ? "*" : text);
}

/* Takes a whole character, which was typed after typed_byte_count bytes. */
static void enter_character(const struct node *node) {
  char *character = typed + typed_byte_count;
  character[part_byte_count] = 0;
  if (node->kind == FORMWORK_TOGGLE && (*character == 'y' || *character == 'n')) {
    post(FORMWORK_CHOOSE, node->id, *character == 'y' ? FORMWORK_ON : 0, NULL, 0);
  }
  int is_deaf = has("deaf_to_secrets") && node->kind == FORMWORK_SECRET_FIELD;
  if (is_text(node) && !is_deaf && typed_byte_count + part_byte_count <= FORMWORK_TEXT_LIMIT) {
    echo(node, character);
    typed_byte_count += part_byte_count;
    is_touched = 1;
    if (posts_edits()) post(FORMWORK_EDIT, node->id, FORMWORK_HAS_TEXT, typed, typed_byte_count);
  }
  part_byte_count = 0;
}

/* Returns the number of bytes of a character that begins with this one. */
static size_t sequence_length(unsigned char byte) {
  if (byte < 0x80 || (byte >= 0xF0 && has("half_characters"))) return 1;
  return byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

static void take_key(unsigned char byte) {
  const struct node *node = find(focus);
  int is_enter = byte == '\r' || byte == '\n';
  if (byte == 0x1B) {
    char rest;
    if (has("blocking_reader")) (void)!read(host->in_fd, &rest, 1);
    else post(FORMWORK_BACK, 0, 0, NULL, 0);
  } else if (node != NULL && node->kind == FORMWORK_BUTTON && is_enter) {
    post(FORMWORK_ACTIVATE, node->id, 0, NULL, 0);
  }
  if (node == NULL || !is_field(node)) return;
  if (is_enter) {
    commit(node);
  } else if (byte == 0x18) {
    post(FORMWORK_RESET, node->id, 0, NULL, 0);
  } else if (byte == '\t' && is_text(node) && node->completes) {
    post(FORMWORK_COMPLETE, node->id, 0, typed, typed_byte_count);
  } else if (byte >= 0x20 && byte != 0x7F && !(byte > 0x7F && has("ascii_only"))) {
    if (byte >= 0x80 && byte < 0xC0 && part_byte_count == 0) return;
    typed[typed_byte_count + part_byte_count++] = (char)byte;
    unsigned char first = (unsigned char)typed[typed_byte_count];
    if (part_byte_count >= sequence_length(first)) enter_character(node);
  }
}

static void read_keys(void) {
  unsigned char bytes[64];
  int takes_many = has("greedy_reader") || has("lost_burst");
  if (has("lost_burst")) poll(NULL, 0, 50); /* until all of them are there */
  ssize_t count = read(host->in_fd, bytes, takes_many ? sizeof bytes : 1);
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (count <= 0) {
    has_ended = 1;
    if (!has("silent_end")) post(FORMWORK_QUIT, 0, 0, NULL, 0);
    return;
  }
  if (has("lost_burst")) count = 1;
  for (ssize_t i = 0; i < count; i++) take_key(bytes[i]);
  wipe(bytes, sizeof bytes);
}

/* MARK: From the host. */

static int is_on(const struct node *node) {
  if (node->kind == FORMWORK_TOGGLE && has("silent_toggle")) return 0;
  if (node->kind == FORMWORK_OPTION && has("silent_selection")) return 0;
  return node->number != 0;
}

static const char *label_of(const struct node *node) {
  return has("no_labels") || (node->kind == FORMWORK_ROW && has("silent_row")) ? "" : node->label;
}

static const char *detail_of(const struct node *node) {
  int is_long = node->detail != NULL && strlen(node->detail) > 80;
  return has(is_long ? "lossy_screen" : "silent_help") ? NULL : node->detail;
}

static void draw(void) {
  const struct node *node = find(focus);
  if (node == NULL || (focus == shown_focus && !is_new)) return;
  say_text(label_of(node));
  char end[32];
  say(end, (size_t)snprintf(end, sizeof end, "\033[%d;%dH.\r\n", (int)rows, (int)columns));
  say_text(detail_of(node));
  say(" ", 1);
  if (node->kind == FORMWORK_TEXT_FIELD && !has("silent_value")) say_text(node->value);
  if (node->kind == FORMWORK_TOGGLE && is_on(node)) say("y", 1);
  say("\n", 1);
  for (size_t i = 0; i < node_count; i++) {
    if (nodes[i].parent != focus || nodes[i].kind != FORMWORK_OPTION) continue;
    if (has("hidden_options")) continue;
    if (is_on(&nodes[i])) say("*", 1);
    say_text(nodes[i].label);
    say("\n", 1);
  }
  if (focus != shown_focus) typed_byte_count = part_byte_count = (size_t)(is_touched = 0);
  shown_focus = focus;
  is_new = 0;
}

/* Whether the label of such a node is shown as soon as it comes. */
static int is_told(uint32_t kind) {
  if (kind == FORMWORK_ALERT && has("silent_alert")) return 0;
  if (kind == FORMWORK_NOTE && has("silent_note")) return 0;
  if (kind == FORMWORK_NOTICE && has("silent_notice")) return 0;
  if (kind == FORMWORK_ROW) return !has("silent_list") && !has("silent_row");
  return kind >= FORMWORK_NOTE && (kind <= FORMWORK_PROGRESS || has("tells_unknown_nodes"));
}

static void explain(const struct node *node, const char *text) {
  if (has("silent_refusal") || (node->kind == FORMWORK_SCREEN && has("silent_screen"))) return;
  say_text(text);
}

static void set(const struct formwork_message *message) {
  struct node *node = find(message->node);
  if (node == NULL) return;
  uint32_t flags = message->flags;
  int has_text = has("exact_flags") ? flags == FORMWORK_HAS_TEXT : (flags & FORMWORK_HAS_TEXT) != 0;
  const char *text = has_text ? message->text : NULL;
  size_t byte_count = text == NULL ? 0 : message->byte_count;
  switch (message->property) {
  case FORMWORK_LABEL:
    drop(node->label);
    node->label = text == NULL ? NULL : keep(text, byte_count);
    is_new |= node->id == focus;
    if (is_told(node->kind)) say_text(node->label);
    break;
  case FORMWORK_EXPLANATION: explain(node, text); break;
  case FORMWORK_DETAIL:
    drop(node->detail);
    node->detail = text == NULL ? NULL : keep(text, byte_count);
    break;
  case FORMWORK_VALUE:
    free(node->value);
    if (byte_count > 4096 && has("fixed_text")) byte_count = 4096;
    node->value = text == NULL ? NULL : copy_of(text, byte_count);
    node->value_byte_count = byte_count;
    node->number = message->number;
    is_new |= node->id == focus;
    break;
  case FORMWORK_SELECTED: node->number = message->number; break;
  case FORMWORK_COMPLETES: node->completes = message->number != 0; break;
  default:
    if (has("shows_unknown_properties")) say_text(message->text);
  }
}

/* Puts a node among its siblings, where there is room for it. */
static void place(const struct node *node, uint32_t position) {
  size_t index = 0;
  while (index < node_count && (nodes[index].parent != node->parent || position-- > 0)) index++;
  memmove(&nodes[index + 1], &nodes[index], (node_count++ - index) * sizeof *nodes);
  nodes[index] = *node;
}

static void insert(const struct formwork_message *message) {
  if ((node_count >= 256 && has("fixed_nodes")) || find(message->node) != NULL) return;
  nodes = realloc(nodes, (node_count + 1) * sizeof *nodes);
  struct node node = {
      .id = message->node, .parent = message->parent, .kind = message->node_kind};
  place(&node, has("unplaced") ? UINT32_MAX : message->position);
}

static void move(const struct formwork_message *message) {
  struct node *found = find(message->node), node;
  if (found == NULL || has("deaf_to_moves")) return;
  node = *found;
  memmove(found, found + 1, (size_t)(&nodes[--node_count] - found) * sizeof *nodes);
  place(&node, has("moves_to_front") ? 0 : message->position);
}

/* Whether there are keys; a front end that waits for new ones alone misses them. */
static int has_keys(void) {
  struct pollfd entry = {.fd = host->in_fd, .events = POLLIN};
  return poll(&entry, 1, 0) > 0;
}

static void flush(const struct formwork_message *message) {
  revision = message->revision;
  is_consistent = 1;
  if (goes_on && has("lost_keys")) tcflush(host->in_fd, TCIFLUSH);
  has_ended |= goes_on && has("deaf_to_earlier_keys") && has_keys();
  draw();
  is_waiting = 0;
  if (goes_on) {
    goes_on = 0;
    post(FORMWORK_GO, 0, FORMWORK_NEXT, NULL, 0);
  }
}

static void forget_all(void) {
  wipe(typed, sizeof typed);
  while (node_count > 0) forget(node_count - 1);
  free(nodes);
  nodes = NULL;
  focus = shown_focus = 0;
  is_waiting = goes_on = is_touched = is_new = is_consistent = 0;
  typed_byte_count = part_byte_count = 0;
}

static void attach(void) {
  if (has("early_logger")) post(FORMWORK_LOG, 0, 0, "hello", 5);
  if (has("kept_tree")) {
    focus = shown_focus = 0;
    return;
  }
  uint32_t kept = shown_focus;
  forget_all();
  if (has("deaf_to_loss")) shown_focus = kept;
}

static void resize(const struct formwork_message *message) {
  if (!has("old_width")) columns = message->number;
  if (!has("old_width") && !has("old_height")) rows = message->count;
}

/* Whether the front end is to leave. */
static int take(const struct formwork_message *message) {
  int is_exact = message->size == sizeof *message;
  if (message->size < sizeof *message || (!is_exact && has("exact_message_size"))) return 0;
  if (message->kind != FORMWORK_FLUSH && message->kind != FORMWORK_DETACH) is_consistent = 0;
  switch (message->kind) {
  case FORMWORK_ATTACH:
    attach();
    say(message->text, message->byte_count);
    say("\n", 1);
    break;
  case FORMWORK_INSERT: insert(message); break;
  case FORMWORK_SET: set(message); break;
  case FORMWORK_REMOVE: forget_tree(message->node); break;
  case FORMWORK_FOCUS: 
    focus = message->node;
    if (has("early_drawer")) draw();
    break;
  case FORMWORK_FLUSH: flush(message); break;
  case FORMWORK_DETACH: return is_consistent || !has("deaf_between_flushes");
  case FORMWORK_MOVE: move(message); break;
  case FORMWORK_RESIZED: resize(message); break;
  case FORMWORK_SUGGEST:
    if (!has("no_suggestions")) say_text(message->text);
    break;
  case FORMWORK_REFUSED:
    if (!has("silent_button")) say_text(message->text);
    break;
  case FORMWORK_HISTORY:
    if (has("unsuggested")) abort();
    break;
  default:
    if (has("shows_unknown_kinds")) say_text(message->text);
  }
  return 0;
}

static int reads_keys(void) {
  return !has_ended && (has("eager_reader") || (is_consistent && !is_waiting));
}

static int asks(void) { return node_count < 500 || !has("sated"); }

static void converse(void) {
  while (!has_ended || !has("early_leaver")) {
    const struct formwork_message *message;
    while (asks() && (message = host->next(host->context)) != NULL) {
      if (take(message)) return;
    }
    struct pollfd entries[] = {{.fd = asks() ? host->wake_fd : -1, .events = POLLIN},
                               {.fd = reads_keys() ? host->in_fd : -1, .events = POLLIN}};
    if (poll(entries, 2, -1) < 0) continue;
    char byte;
    if (entries[0].revents != 0 && has("wake_reader")) (void)!read(host->wake_fd, &byte, 1);
    /* The host comes first: it may have something to say about what is typed. */
    if (entries[0].revents == 0 && entries[1].revents != 0) read_keys();
  }
}

/* MARK: Its process and its terminal. */

static void on_resize(int number) { (void)number; }

static void *stay(void *nothing) {
  while (1) pause();
  return nothing;
}

/* Does what is not to be done to the process; an errno is what run returns at once. */
static int32_t begin(const struct formwork_host *lent) {
  static pthread_t thread;
  if (lent->size != sizeof *lent && has("exact_host_size")) return EINVAL;
  if (lent->context == NULL && has("own_process")) return EINVAL;
  if (has("gives_up")) return ENOTSUP;
  if (has("left_thread") && thread == 0) pthread_create(&thread, NULL, stay, NULL);
  if (has("lossy_output") || has("lossy_screen")) fcntl(lent->out_fd, F_SETFL, O_RDWR | O_NONBLOCK);
  if (has("own_folder")) (void)!chdir("/proc");
  if (has("own_locale")) setlocale(LC_ALL, "");
  if (has("own_signals")) signal(SIGWINCH, on_resize);
  return 0;
}

static void end(const struct formwork_host *lent) {
  static char *volatile lost;
  if (has("exiting")) exit(0);
  if (has("lossy_output") || has("lossy_screen")) fcntl(lent->out_fd, F_SETFL, O_RDWR);
  if (has("lost_memory")) lost = malloc(4096);
  if (has("non_blocking")) fcntl(lent->in_fd, F_SETFL, O_RDWR | O_NONBLOCK);
  if (has("open_descriptor")) (void)!dup(lent->out_fd);
  if (has("own_signals")) signal(SIGWINCH, SIG_DFL);
  if (has("slow_leaver")) sleep(3);
  (void)lost;
}

static void set_modes(struct termios modes) {
  if (!has("no_edits_of_lines")) modes.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
  if (has("no_signal_keys")) modes.c_lflag &= ~(tcflag_t)ISIG;
  modes.c_cc[VMIN] = has("no_minimum") ? 0 : 1;
  tcsetattr(host->in_fd, has("flushed_start") ? TCSAFLUSH : TCSANOW, &modes);
}

static void restore_modes(struct termios modes) {
  if (has("raw_terminal")) return;
  if (has("usual_terminal")) modes.c_cc[VKILL] = 0x15;
  tcsetattr(host->in_fd, has("flushed_end") ? TCSAFLUSH : TCSANOW, &modes);
}

static const char *farewell(void) {
  if (has("alternate_screen")) return "\033[?2004l\033[?1049h\n";
  if (has("hidden_cursor")) return "\033[?2004l\033[?25l\n";
  if (has("own_screen")) return "\033[?2004l\033[?1049l\n";
  if (has("unnamed_mode")) return "\0337\033[2;20r\033[r\0338\033[?2004l\n";
  return "\033[?2004l\n";
}

static int32_t run(const struct formwork_host *lent) {
  int32_t error = begin(lent);
  if (error != 0) return error;
  host = lent;
  has_ended = 0;
  revision = 0;
  struct termios found;
  int is_terminal = tcgetattr(host->in_fd, &found) == 0;
  if (is_terminal) set_modes(found);
  say_text(has("own_screen") ? "\033[?2004h\033[?1049h" : "\033[?2004h");
  converse();
  say_text(farewell());
  if (is_terminal) restore_modes(found);
  forget_all();
  end(lent);
  return 0;
}

/* MARK: What a host finds. */

__attribute__((section(".note.formwork"), used, aligned(4))) static const struct {
  uint32_t name_byte_count, content_byte_count, type;
  char name[12];
  uint32_t major, minor;
} note = {9, 8, FORMWORK_NOTE_TYPE, FORMWORK_NOTE_NAME, NOTE_MAJOR, FORMWORK_ABI_MINOR};

static struct formwork_front_end table = {
    .size = sizeof table,
    .abi_major = FORMWORK_ABI_MAJOR,
    .abi_minor = FORMWORK_ABI_MINOR,
    .needs = FORMWORK_NEEDS_TERMINAL,
    .identifier = "fixture",
    .name = "Fixture",
    .version = "1.0",
    .run = run,
};

FORMWORK_EXPORT
const struct formwork_front_end *ENTRY(uint32_t abi_major, uint32_t abi_minor) {
  (void)abi_minor;
  if (has("large_table")) table.size = sizeof(struct formwork_host);
  if (has("bad_identifier")) table.identifier = "Fixture!";
  if (has("unnamed_mode")) table.needs |= FORMWORK_MODES_NAMED | FORMWORK_USES_PASTE;
  if (abi_major != FORMWORK_ABI_MAJOR && !has("any_major")) return NULL;
  return has("new_table") ? (const void *)copy_of((const char *)&table, sizeof table) : &table;
}
