/*
 * A whole front end that keeps to the contract. Each macro below is one thing that it does right: a
 * fixture that defines one of them otherwise, and then includes this file, does that one thing wrong.
 */
#include "formwork.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
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
#ifndef IDENTIFIER
#define IDENTIFIER "fixture"
#endif
#ifndef TABLE_FOR
#define TABLE_FOR(major) ((major) == FORMWORK_ABI_MAJOR ? &table : NULL)
#endif
#ifndef BEFORE_RUN
#define BEFORE_RUN(host)
#endif
#ifndef AFTER_RUN
#define AFTER_RUN(host)
#endif
#ifndef IS_READABLE
#define IS_READABLE(message) ((message)->size >= sizeof *(message))
#endif
#ifndef KEEP
#define KEEP(text, byte_count) copy_of(text, byte_count)
#define DROP(text) free(text)
#endif
#ifndef HAS
#define HAS(message, flag) (((message)->flags & (flag)) != 0)
#endif
#ifndef ON_UNKNOWN_MESSAGE
#define ON_UNKNOWN_MESSAGE(text)
#endif
#ifndef ON_UNKNOWN_PROPERTY
#define ON_UNKNOWN_PROPERTY(node, text)
#endif
#ifndef ASKS
#define ASKS 1
#endif
#ifndef LABEL_OF
#define LABEL_OF(node) (node)->label
#endif
#ifndef DETAIL_OF
#define DETAIL_OF(node) (node)->detail
#endif
#ifndef ON_FLUSH
#define ON_FLUSH
#endif
#ifndef POSITION
#define POSITION(message) (message)->position
#endif
#ifndef ON_MOVE
#define ON_MOVE move(message)
#endif
#ifndef ON_NEWS
#define ON_NEWS
#endif
#ifndef ON_RESIZED
#define ON_RESIZED columns = message->number, rows = message->count
#endif
#ifndef ON_ATTACH
#define ON_ATTACH forget_all()
#endif
#ifndef ON_SUGGESTION
#define ON_SUGGESTION(text) say_text(text)
#endif
#ifndef ON_REFUSED
#define ON_REFUSED(text) say_text(text)
#endif
#ifndef ON_WAKE
#define ON_WAKE
#endif
#ifndef ON_ESCAPE
#define ON_ESCAPE post(FORMWORK_BACK, 0, 0, NULL, 0)
#endif
#ifndef VALUE_OF
#define VALUE_OF(node) (node)->value
#endif
#ifndef IS_TOLD
#define IS_TOLD(kind) ((kind) >= FORMWORK_NOTE && (kind) <= FORMWORK_PROGRESS)
#endif
#ifndef EXPLAIN
#define EXPLAIN(text) say_text(text)
#endif
#ifndef IS_OFFERED
#define IS_OFFERED(node) ((node)->kind == FORMWORK_OPTION)
#endif
#ifndef NODE_LIMIT
#define NODE_LIMIT 100000
#endif
#ifndef VALUE_LIMIT
#define VALUE_LIMIT FORMWORK_TEXT_LIMIT
#endif
#ifndef SEQUENCE_LENGTH
#define SEQUENCE_LENGTH(byte) ((byte) < 0x80 ? 1 : (byte) < 0xE0 ? 2 : (byte) < 0xF0 ? 3 : 4)
#endif
#ifndef ECHO_OF
#define ECHO_OF(node, text) ((node)->kind == FORMWORK_SECRET_FIELD ? "*" : (text))
#endif
#ifndef MESSAGE_SIZE
#define MESSAGE_SIZE sizeof(struct formwork_message)
#endif
#ifndef REVISION
#define REVISION revision
#endif
#ifndef POSTS_EDITS
#define POSTS_EDITS 1
#endif
#ifndef COMMITS_TEXT
#define COMMITS_TEXT 1
#endif
#ifndef CURSOR_OF
#define CURSOR_OF(text, byte_count) (byte_count)
#endif
#ifndef WAITS_BEHIND
#define WAITS_BEHIND(kind) 1 /* of those that a FLUSH answers */
#endif
#ifndef READS_KEYS
#define READS_KEYS (is_consistent && !is_waiting && !has_ended)
#endif
#ifndef TAKEN
#define TAKEN(count) (count) /* of the keys that were read */
#endif
#ifndef IS_TYPED
#define IS_TYPED(byte) ((byte) >= 0x20 && (byte) != 0x7F)
#endif
#ifndef TAKES_TEXT
#define TAKES_TEXT(node) is_text(node)
#endif
#ifndef IS_ON
#define IS_ON(node) ((node)->number != 0)
#endif
#ifndef ON_FOCUS
#define ON_FOCUS
#endif
#ifndef KEY_COUNT
#define KEY_COUNT 1 /* that are taken with one read */
#endif
#ifndef BEFORE_KEYS
#define BEFORE_KEYS
#endif
#ifndef ON_END
#define ON_END post(FORMWORK_QUIT, 0, 0, NULL, 0)
#endif
#ifndef GOES_ON
#define GOES_ON 1
#endif
#ifndef LEAVES
#define LEAVES 1
#endif
#ifndef RAW_FLAGS
#define RAW_FLAGS (ICANON | ECHO)
#endif
#ifndef MINIMUM
#define MINIMUM 1 /* of the keys that a read waits for */
#endif
#ifndef BEGIN
#define BEGIN(fd, modes) tcsetattr(fd, TCSANOW, modes)
#endif
#ifndef WIPE
#define WIPE(bytes, byte_count) explicit_bzero(bytes, byte_count)
#endif
#ifndef TABLE_SIZE
#define TABLE_SIZE sizeof table
#endif
#ifndef RESTORE
#define RESTORE(fd, modes) tcsetattr(fd, TCSANOW, modes)
#endif
#ifndef NEEDS
#define NEEDS FORMWORK_NEEDS_TERMINAL
#endif
#ifndef GREETING
#define GREETING "\033[?2004h"
#endif
#ifndef FAREWELL
#define FAREWELL "\033[?2004l\n"
#endif
#ifndef OUTPUT_PATIENCE
#define OUTPUT_PATIENCE (-1) /* in milliseconds */
#endif
#ifndef UNTOUCHED_SECRET
#define UNTOUCHED_SECRET(node) post(FORMWORK_COMMIT, (node)->id, 0, NULL, 0)
#endif

/* MARK: What it knows. */

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

__attribute__((unused)) static char *copy_of(const char *text, size_t byte_count) {
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

static void forget(size_t index) {
  DROP(nodes[index].label);
  DROP(nodes[index].detail);
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
      if (poll(&entry, 1, OUTPUT_PATIENCE) == 0) return;
    } else if (errno != EINTR) {
      return;
    }
  }
}

static void say_text(const char *text) {
  if (text != NULL) say(text, strlen(text));
}

/* MARK: To the host. */

static void post(uint32_t kind, uint32_t node, uint32_t flags, const char *text, size_t byte_count) {
  struct formwork_message message = {
      .size = MESSAGE_SIZE,
      .kind = kind,
      .revision = REVISION,
      .node = node,
      .flags = flags,
      .number = kind == FORMWORK_EDIT || kind == FORMWORK_COMPLETE
                    ? (int64_t)CURSOR_OF(text, byte_count)
                    : 0,
      .text = text,
      .byte_count = byte_count,
  };
  if (kind == FORMWORK_COMMIT || kind == FORMWORK_GO || kind == FORMWORK_ACTIVATE ||
      kind == FORMWORK_BACK || kind == FORMWORK_RESET)
    is_waiting = WAITS_BEHIND(kind);
  host->post(host->context, &message);
}

static int is_text(const struct node *node) {
  return node->kind == FORMWORK_TEXT_FIELD || node->kind == FORMWORK_SECRET_FIELD ||
         node->kind == FORMWORK_TEXT_AREA;
}

static int is_field(const struct node *node) {
  return node->kind >= FORMWORK_TEXT_FIELD && node->kind <= FORMWORK_CHOICES;
}

static void commit(const struct node *node) {
  if (!COMMITS_TEXT) {
    post(FORMWORK_COMMIT, node->id, 0, NULL, 0);
  } else if (is_touched && is_text(node)) {
    post(FORMWORK_COMMIT, node->id, FORMWORK_HAS_TEXT, typed, typed_byte_count);
  } else if (node->kind == FORMWORK_TEXT_FIELD && node->value != NULL) {
    post(FORMWORK_COMMIT, node->id, FORMWORK_HAS_TEXT, node->value, node->value_byte_count);
  } else if (node->kind == FORMWORK_SECRET_FIELD) {
    UNTOUCHED_SECRET(node);
  } else {
    post(FORMWORK_COMMIT, node->id, 0, NULL, 0);
  }
  goes_on = 1;
  say("\n", 1);
}

/* A whole character was typed: it stands behind typed_byte_count. */
static void enter_character(const struct node *node) {
  char *character = typed + typed_byte_count;
  character[part_byte_count] = 0;
  if (node->kind == FORMWORK_TOGGLE && (*character == 'y' || *character == 'n')) {
    post(FORMWORK_CHOOSE, node->id, *character == 'y' ? FORMWORK_ON : 0, NULL, 0);
  }
  if (TAKES_TEXT(node) && typed_byte_count + part_byte_count <= FORMWORK_TEXT_LIMIT) {
    say_text(ECHO_OF(node, character));
    typed_byte_count += part_byte_count;
    is_touched = 1;
    if (POSTS_EDITS) post(FORMWORK_EDIT, node->id, FORMWORK_HAS_TEXT, typed, typed_byte_count);
  }
  part_byte_count = 0;
}

static void take_key(unsigned char byte) {
  const struct node *node = find(focus);
  int is_enter = byte == '\r' || byte == '\n';
  if (byte == 0x1B) {
    ON_ESCAPE;
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
  } else if (IS_TYPED(byte)) {
    if (byte >= 0x80 && byte < 0xC0 && part_byte_count == 0) return;
    typed[typed_byte_count + part_byte_count++] = (char)byte;
    unsigned char first = (unsigned char)typed[typed_byte_count];
    if (part_byte_count >= (size_t)SEQUENCE_LENGTH(first)) enter_character(node);
  }
}

static void read_keys(void) {
  unsigned char bytes[KEY_COUNT];
  BEFORE_KEYS;
  ssize_t count = read(host->in_fd, bytes, sizeof bytes);
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (count <= 0) {
    has_ended = 1;
    ON_END;
    return;
  }
  for (ssize_t i = 0; i < TAKEN(count); i++) take_key(bytes[i]);
  WIPE(bytes, sizeof bytes);
}

/* MARK: From the host. */

static void draw(void) {
  const struct node *node = find(focus);
  if (node == NULL || (focus == shown_focus && !is_new)) return;
  say_text(LABEL_OF(node));
  char end[32];
  say(end, (size_t)snprintf(end, sizeof end, "\033[%d;%dH.\r\n", (int)rows, (int)columns));
  say_text(DETAIL_OF(node));
  say(" ", 1);
  if (node->kind == FORMWORK_TEXT_FIELD) say_text(VALUE_OF(node));
  if (node->kind == FORMWORK_TOGGLE && IS_ON(node)) say("y", 1);
  say("\n", 1);
  for (size_t i = 0; i < node_count; i++) {
    if (nodes[i].parent != focus || !IS_OFFERED(&nodes[i])) continue;
    if (IS_ON(&nodes[i])) say("*", 1);
    say_text(nodes[i].label);
    say("\n", 1);
  }
  if (focus != shown_focus) typed_byte_count = part_byte_count = (size_t)(is_touched = 0);
  shown_focus = focus;
  is_new = 0;
}

static void set(const struct formwork_message *message) {
  struct node *node = find(message->node);
  if (node == NULL) return;
  const char *text = HAS(message, FORMWORK_HAS_TEXT) ? message->text : NULL;
  size_t byte_count = text == NULL ? 0 : message->byte_count;
  switch (message->property) {
  case FORMWORK_LABEL:
    DROP(node->label);
    node->label = text == NULL ? NULL : KEEP(text, byte_count);
    is_new |= node->id == focus;
    if (IS_TOLD(node->kind)) say_text(node->label);
    break;
  case FORMWORK_EXPLANATION: EXPLAIN(text); break;
  case FORMWORK_DETAIL:
    DROP(node->detail);
    node->detail = text == NULL ? NULL : KEEP(text, byte_count);
    break;
  case FORMWORK_VALUE:
    free(node->value);
    if (byte_count > VALUE_LIMIT) byte_count = VALUE_LIMIT;
    node->value = text == NULL ? NULL : copy_of(text, byte_count);
    node->value_byte_count = byte_count;
    node->number = message->number;
    is_new |= node->id == focus;
    break;
  case FORMWORK_SELECTED: node->number = message->number; break;
  case FORMWORK_COMPLETES: node->completes = message->number != 0; break;
  default: ON_UNKNOWN_PROPERTY(node, message->text);
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
  if (node_count >= NODE_LIMIT || find(message->node) != NULL) return;
  nodes = realloc(nodes, (node_count + 1) * sizeof *nodes);
  struct node node = {
      .id = message->node, .parent = message->parent, .kind = message->node_kind};
  place(&node, POSITION(message));
}

__attribute__((unused)) static void move(const struct formwork_message *message) {
  struct node *found = find(message->node), node;
  if (found == NULL) return;
  node = *found;
  memmove(found, found + 1, (size_t)(&nodes[--node_count] - found) * sizeof *nodes);
  place(&node, message->position);
}

static void flush(const struct formwork_message *message) {
  revision = message->revision;
  is_consistent = 1;
  ON_FLUSH;
  draw();
  is_waiting = 0;
  if (goes_on) {
    goes_on = 0;
    post(FORMWORK_GO, 0, FORMWORK_NEXT, NULL, 0);
  }
}

static void forget_all(void) {
  WIPE(typed, sizeof typed);
  while (node_count > 0) forget(node_count - 1);
  free(nodes);
  nodes = NULL;
  focus = shown_focus = 0;
  is_waiting = goes_on = is_touched = is_new = is_consistent = 0;
  typed_byte_count = part_byte_count = 0;
}

/* Whether the front end is to leave. */
static int take(const struct formwork_message *message) {
  if (!IS_READABLE(message)) return 0;
  if (message->kind != FORMWORK_FLUSH && message->kind != FORMWORK_DETACH) is_consistent = 0;
  switch (message->kind) {
  case FORMWORK_ATTACH:
    ON_ATTACH;
    say(message->text, message->byte_count);
    say("\n", 1);
    break;
  case FORMWORK_INSERT: insert(message); break;
  case FORMWORK_SET: set(message); break;
  case FORMWORK_REMOVE: forget_tree(message->node); break;
  case FORMWORK_FOCUS: focus = message->node; ON_FOCUS; break;
  case FORMWORK_FLUSH: flush(message); break;
  case FORMWORK_DETACH: return LEAVES;
  case FORMWORK_MOVE: ON_MOVE; break;
  case FORMWORK_RESIZED: ON_RESIZED; break;
  case FORMWORK_SUGGEST: ON_SUGGESTION(message->text); break;
  case FORMWORK_REFUSED: ON_REFUSED(message->text); break;
  case FORMWORK_HISTORY: ON_NEWS; break;
  default: ON_UNKNOWN_MESSAGE(message->text);
  }
  return 0;
}

static void converse(void) {
  while (GOES_ON) {
    const struct formwork_message *message;
    while (ASKS && (message = host->next(host->context)) != NULL) {
      if (take(message)) return;
    }
    struct pollfd entries[] = {{.fd = ASKS ? host->wake_fd : -1, .events = POLLIN},
                               {.fd = READS_KEYS ? host->in_fd : -1, .events = POLLIN}};
    if (poll(entries, 2, -1) < 0) continue;
    if (entries[0].revents != 0) ON_WAKE;
    /* The host comes first: it may have something to say about what is typed. */
    if (entries[0].revents == 0 && entries[1].revents != 0) read_keys();
  }
}

static int32_t run(const struct formwork_host *lent) {
  BEFORE_RUN(lent);
  host = lent;
  has_ended = 0;
  revision = 0;
  struct termios found, raw;
  int is_terminal = tcgetattr(host->in_fd, &found) == 0;
  raw = found;
  raw.c_lflag &= ~(tcflag_t)RAW_FLAGS;
  raw.c_cc[VMIN] = MINIMUM;
  if (is_terminal) BEGIN(host->in_fd, &raw);
  say_text(GREETING);
  converse();
  say_text(FAREWELL);
  if (is_terminal) RESTORE(host->in_fd, &found);
  forget_all();
  AFTER_RUN(lent);
  return 0;
}

/* MARK: What a host finds. */

__attribute__((section(".note.formwork"), used, aligned(4))) static const struct {
  uint32_t name_byte_count, content_byte_count, type;
  char name[12];
  uint32_t major, minor;
} note = {9, 8, FORMWORK_NOTE_TYPE, FORMWORK_NOTE_NAME, NOTE_MAJOR, FORMWORK_ABI_MINOR};

static const struct formwork_front_end table = {
    .size = TABLE_SIZE,
    .abi_major = FORMWORK_ABI_MAJOR,
    .abi_minor = FORMWORK_ABI_MINOR,
    .needs = NEEDS,
    .identifier = IDENTIFIER,
    .name = "Fixture",
    .version = "1.0",
    .run = run,
};

FORMWORK_EXPORT
const struct formwork_front_end *ENTRY(uint32_t abi_major, uint32_t abi_minor) {
  (void)abi_major;
  (void)abi_minor;
  return TABLE_FOR(abi_major);
}
