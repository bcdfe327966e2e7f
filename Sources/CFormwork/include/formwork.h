/*
 * formwork.h - the contract between a host of forms and a front end, version 1.0.
 *
 * A front end is a shared object that exports one function, formwork_front_end, and contains one
 * ELF note (FORMWORK_NOTE_NAME), which a host reads before it runs any code of the file. The host
 * calls `run` once for each attachment of the front end. In this call the front end requests
 * display messages with `next`, draws at each FLUSH, and sends the user's input with `post`. An
 * input message has no result: the answer is a display message.
 *
 * Texts are UTF-8 with a byte count of at most FORMWORK_TEXT_LIMIT. In display messages a NUL
 * follows, and control characters are replaced by U+FFFD, except newline and tab in the value of a
 * text area, and the tabs between a row's cells. An empty text means none. An EDIT or COMMIT with
 * more than 100 combining marks in a row is refused as BLOCKED. Neither side frees memory of the
 * other.
 *
 * Nodes exist from INSERT to REMOVE, in the order of their positions. Conditional nodes come and go
 * with the answers. The focus is at a field, a button or a ROW, or is 0, and is never an option.
 * COMMIT validates the field and keeps the focus, which GO moves. BUSY means that the user has to
 * wait for the operation in STATUS. Without FRACTION the end of a PROGRESS is unknown. FIRST_ROW
 * counts from 0. Draw at FLUSH, and between two of them only what the host does not know, such as
 * typed text. The page WritingAFrontEnd contains the details.
 *
 * Every struct starts with its size in the version of its maker, and grows only at the end: read no
 * field beyond `size`. Ignore unknown message kinds, node kinds, properties and flags: a later minor
 * version may add some.
 */
#ifndef FORMWORK_H
#define FORMWORK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FORMWORK_ABI_MAJOR 1u
#define FORMWORK_ABI_MINOR 0u

/* The maximum length of a text in bytes, without the NUL. Longer ones are refused, never truncated. */
#define FORMWORK_TEXT_LIMIT 65536u

/* The ELF note has this name, this type, and two 32-bit words as content: major and minor. */
#define FORMWORK_NOTE_NAME "Formwork"
#define FORMWORK_NOTE_TYPE 1u

/* Write this once at file scope of a front end in C or C++ to create the note. */
#define FORMWORK_ELF_NOTE                                                                       \
  __attribute__((section(".note.formwork"), used, aligned(4))) static const struct {            \
    uint32_t name_size, content_size, type;                                                     \
    char name[(sizeof FORMWORK_NOTE_NAME + 3) / 4 * 4];                                         \
    uint32_t major, minor;                                                                      \
  } formwork_note = {sizeof FORMWORK_NOTE_NAME, 2 * sizeof(uint32_t), FORMWORK_NOTE_TYPE,       \
                     FORMWORK_NOTE_NAME, FORMWORK_ABI_MAJOR, FORMWORK_ABI_MINOR}

/* The only name that a front end has to export. */
#define FORMWORK_ENTRY "formwork_front_end"

/* The beginning of its definition in C and C++, which exports it despite -fvisibility=hidden. */
#ifdef __cplusplus
#define FORMWORK_EXPORT extern "C" __attribute__((visibility("default")))
#else
#define FORMWORK_EXPORT __attribute__((visibility("default")))
#endif

/* Message kinds. The comments name the fields of struct formwork_message that count. */
enum formwork_message_kind {
  /* Display messages, host to front end. */
  FORMWORK_ATTACH = 1,  /* text: title, flags (LOST). Forget everything: the whole view tree follows. Also
                           sent within a run, for another screen and after a stop. */
  FORMWORK_INSERT = 2,  /* node, parent (0: none), position, node_kind, text: the stable name */
  FORMWORK_SET = 3,     /* node, property, flags (HAS_TEXT: text | HAS_NUMBER: number | none) */
  FORMWORK_MOVE = 4,    /* node, position: its index among its siblings once moved */
  FORMWORK_REMOVE = 5,  /* node, with all its descendants */
  FORMWORK_FOCUS = 6,   /* node, or 0 for the screen as a whole */
  FORMWORK_SUGGEST = 7, /* node, revision (that of the COMPLETE), number, count: byte range that
                           text would replace. An empty text ends the list. */
  FORMWORK_RESIZED = 8, /* number: columns, count: rows */
  FORMWORK_FLUSH = 9,   /* revision. The view tree is consistent: draw. Draw nothing before. */
  FORMWORK_DETACH = 10, /* number: enum formwork_reason. Post what is pending, restore the
                           terminal, return from run. */
  FORMWORK_HISTORY = 11, /* node, text: an earlier entry, the oldest first. Precedes the FLUSH that
                            moves the focus there, and is sent for each new entry. */
  FORMWORK_REFUSED = 12, /* node, number: enum formwork_refusal, text: a message for the user, or
                            none. An EDIT, COMMIT or ACTIVATE was refused. SETs with the current content
                            follow before the FLUSH. About the screen, after an ATTACH: an earlier request
                            failed, such as an EDIT_OUTSIDE. */

  /* Input messages, front end to host. Each has the revision of the last FLUSH. Post none, not even
     LOG, before the first FLUSH.
     After COMMIT, GO, ACTIVATE, BACK or RESET, read no key before the next FLUSH, which always comes.
     Then read on, also keys that were typed before it.
     After CHOOSE and COMPLETE one comes, too: wait for it if the next key depends on it. */
  FORMWORK_EDIT = 257,         /* node: a field, text, number: cursor in bytes. At
                                  each change. */
  FORMWORK_COMMIT = 258,       /* node: a field, flags (HAS_TEXT): the user commits the
                                  text, or, without one, the current content */
  FORMWORK_CHOOSE = 259,       /* node: an option or a toggle, flags (ON) */
  FORMWORK_ACTIVATE = 260,     /* node: a button, a row, or a column to sort by */
  FORMWORK_GO = 261,           /* node; or 0 and flags (NEXT or PREVIOUS; with SECTION: out of it) */
  FORMWORK_BACK = 262,         /* leave the screen; at an alert: its button with the role CANCEL. With
                                  flags (INSIST): confirm a question about leaving */
  FORMWORK_WINDOW = 263,       /* node: a LIST, number: first row, count: visible rows, at most 1000. If not
                                  posted: the first 200, or those from the focused ROW on. A FLUSH
                                  follows */
  FORMWORK_EDIT_OUTSIDE = 264, /* node: detach, let $VISUAL edit its text, attach */
  FORMWORK_COMPLETE = 265,     /* node, text, number: cursor in bytes. Suggestions follow. Of unread ones for
                                  an older text, only the end is sent. */
  FORMWORK_RELOAD = 266,       /* reload the screen's data */
  FORMWORK_QUIT = 267,         /* input has ended */
  FORMWORK_SWITCH = 268,       /* text: name of the front end to continue with; empty: the next one. Read
                                  no key after it: DETACH follows */
  FORMWORK_LOG = 269,          /* text: a line for the host's log; never a secret */
  FORMWORK_RESET = 270         /* node: the focus, whose content is discarded */
};

enum formwork_flag {
  FORMWORK_HAS_TEXT = 1u << 0,
  FORMWORK_HAS_NUMBER = 1u << 1,
  FORMWORK_ON = 1u << 2,
  FORMWORK_NEXT = 1u << 3,
  FORMWORK_PREVIOUS = 1u << 4,
  FORMWORK_LOST = 1u << 5,    /* The contents of the terminal are unknown: clear it */
  FORMWORK_INSIST = 1u << 6,
  FORMWORK_SECTION = 1u << 7
};

/* The reason for which a front end is detached. */
enum formwork_reason {
  FORMWORK_REASON_NONE = 0,         /* also any unknown reason */
  FORMWORK_REASON_DONE = 1,         /* the last screen was left, or input has ended */
  FORMWORK_REASON_SWITCHED = 2,     /* another front end continues */
  FORMWORK_REASON_EDIT_OUTSIDE = 3, /* an external editor runs; ATTACH of a new run follows */
  FORMWORK_REASON_SIGNAL = 4        /* a signal ends the program */
};

/* The reason for which an input message was refused. */
enum formwork_refusal {
  FORMWORK_REFUSAL_NONE = 0,
  FORMWORK_REFUSAL_STALE = 1,    /* the host has changed the node after that revision */
  FORMWORK_REFUSAL_NOT_SEEN = 2, /* the revision is that of a future FLUSH */
  FORMWORK_REFUSAL_NO_NODE = 3,  /* no such node, or it does not accept the message */
  FORMWORK_REFUSAL_NOT_NOW = 4,  /* an alert is open, or the form is busy or done */
  FORMWORK_REFUSAL_NO_TEXT = 5,  /* too long, or not UTF-8 */
  FORMWORK_REFUSAL_BLOCKED = 6  /* impossible for the reason in the text */
};

enum formwork_node_kind {
  FORMWORK_SCREEN = 1,
  FORMWORK_GROUP = 2, /* a section, a list in a form, or an item of one */
  FORMWORK_TEXT_FIELD = 3,
  FORMWORK_SECRET_FIELD = 4, /* its value is the secret's length in code points, a number */
  FORMWORK_TEXT_AREA = 5,
  FORMWORK_TOGGLE = 6,  /* its value is the number 0 or 1 */
  FORMWORK_CHOICE = 7,  /* one of its options is selected, or none */
  FORMWORK_CHOICES = 8, /* any number of its options are selected */
  FORMWORK_OPTION = 9,
  FORMWORK_BUTTON = 10,
  FORMWORK_NOTE = 11,
  FORMWORK_NOTICE = 12, /* temporary */
  FORMWORK_ALERT = 13,  /* modal; its buttons are its children */
  FORMWORK_PROGRESS = 14,
  FORMWORK_LIST = 15,  /* rows, some of them visible, which you draw even if the focus is elsewhere. A list
                          in a form is a GROUP */
  FORMWORK_ROW = 16,   /* in a LIST */
  FORMWORK_COLUMN = 17 /* in a LIST, before its rows */
};

enum formwork_property {
  FORMWORK_LABEL = 1,       /* text */
  FORMWORK_DETAIL = 2,      /* text: help */
  FORMWORK_PLACEHOLDER = 3, /* text; of the SCREEN: how to answer what has no line in a pipe */
  FORMWORK_VALUE = 4,       /* text; number for secret fields, and for toggles and other yes or no */
  FORMWORK_CURSOR = 5,      /* number: byte offset in the value; of a secret, code points before it */
  FORMWORK_STATUS = 6,      /* number: enum formwork_status */
  FORMWORK_EXPLANATION = 7, /* text: the fault, or the reason for waiting */
  FORMWORK_REQUIRED = 8,    /* number: 0 or 1 */
  FORMWORK_ENABLED = 9,     /* number: 0 or 1; absent means 1 */
  FORMWORK_BUSY = 10,       /* number: 0 or 1 */
  FORMWORK_SELECTED = 11,   /* number: 0 or 1 */
  FORMWORK_FRACTION = 12,   /* number: thousandths done */
  FORMWORK_LAYOUT = 13,     /* number, of a LIST: enum formwork_layout */
  FORMWORK_FORMAT = 14,     /* number: enum formwork_format */
  FORMWORK_ROLE = 15,       /* number: enum formwork_role; of a field, SUBMIT: Enter there submits the form;
                              of the SCREEN, SUBMIT: the end of a pipe submits it, if no answer is missing */
  FORMWORK_ROW_COUNT = 16,  /* number, of a LIST */
  FORMWORK_FIRST_ROW = 17,  /* number, of a LIST: the index of the first existing ROW */
  FORMWORK_CELLS = 18,     /* text, of a ROW: the contents of its columns, separated by tabs */
  FORMWORK_ORDER = 19,     /* number, of a COLUMN: enum formwork_order; absent if the rows cannot be sorted by it */
  FORMWORK_ALIGN = 20,     /* number, of a COLUMN: enum formwork_align */
  FORMWORK_EXTENT = 21,    /* number: usual width in columns of the terminal; of a text area, rows. It is
                              no limit, and most fields have none */
  FORMWORK_COMPLETES = 22, /* number, 0 or 1: COMPLETE may have results. Elsewhere Tab is free */
  FORMWORK_ANSWERED = 23,  /* number, of a GROUP or the SCREEN: the answered fields of TOTAL */
  FORMWORK_TOTAL = 24,     /* number, of a GROUP or the SCREEN: the fields in it, including inner groups;
                              absent if there are none */
  FORMWORK_LASTING = 25    /* number, 0 or 1: for reading after the front end has left. DETACH may follow at
                              once: write it after leaving the alternate screen */
};

/* The status of a node, without a way to draw it. Absent means FORMWORK_STATUS_NONE. */
enum formwork_status {
  FORMWORK_STATUS_NONE = 0,
  FORMWORK_STATUS_INCOMPLETE = 1, /* being typed; the explanation is help, not a fault */
  FORMWORK_STATUS_INVALID = 2,
  FORMWORK_STATUS_WAITING = 3, /* a check waits for a pause in typing; a form waits for checks */
  FORMWORK_STATUS_CHECKING = 4,
  FORMWORK_STATUS_REFUSED = 5,
  FORMWORK_STATUS_UNVERIFIED = 6, /* could not be checked: not a fault of the user */
  FORMWORK_STATUS_VALID = 7,
  FORMWORK_STATUS_LOADING = 8,    /* LOADING and FAILED: of a screen or a LIST; the others: of a screen */
  FORMWORK_STATUS_FAILED = 9,
  FORMWORK_STATUS_SUBMITTING = 10,
  FORMWORK_STATUS_DONE = 11
};

enum formwork_format {
  FORMWORK_FORMAT_PLAIN = 0,
  FORMWORK_FORMAT_EMAIL = 1,
  FORMWORK_FORMAT_WHOLE_NUMBER = 2,
  FORMWORK_FORMAT_DECIMAL = 3,
  FORMWORK_FORMAT_DATE = 4,          /* 2026-11-22 */
  FORMWORK_FORMAT_TIME = 5,          /* 14:30 */
  FORMWORK_FORMAT_DATE_AND_TIME = 6, /* 2026-11-22T14:30, or with a space */
  FORMWORK_FORMAT_WEB_ADDRESS = 7
};

enum formwork_role {
  FORMWORK_ROLE_NONE = 0,
  FORMWORK_ROLE_SUBMIT = 1,
  FORMWORK_ROLE_CANCEL = 2, /* leaves; of an alert: the safe answer, also selected by BACK */
  FORMWORK_ROLE_DECLINE = 3,
  FORMWORK_ROLE_DESTROY = 4, /* destroys something: never the default */
  /* Of the buttons of lists and of their items. */
  FORMWORK_ROLE_ADD = 5,
  FORMWORK_ROLE_REMOVE = 6,
  FORMWORK_ROLE_UP = 7,
  FORMWORK_ROLE_DOWN = 8
};

/* The best layout for the rows of a LIST. */
enum formwork_layout {
  FORMWORK_LAYOUT_TABLE = 0, /* a row on a line, its cells in columns */
  FORMWORK_LAYOUT_GRID = 1   /* rows side by side, each with its label */
};

enum formwork_order {
  FORMWORK_ORDER_SORTABLE = 0, /* the rows have another order; ACTIVATE of the column sorts them */
  FORMWORK_ORDER_ASCENDING = 1,
  FORMWORK_ORDER_DESCENDING = 2
};

enum formwork_align {
  FORMWORK_ALIGN_START = 0,
  FORMWORK_ALIGN_CENTER = 1,
  FORMWORK_ALIGN_END = 2
};

/* The message in both directions. Fields that a kind does not use are 0. */
struct formwork_message {
  uint32_t size; /* sizeof(struct formwork_message) in the sender's version */
  uint32_t kind; /* enum formwork_message_kind */
  uint64_t revision;
  uint32_t node; /* 0: no node */
  uint32_t parent;
  uint32_t position;
  uint32_t node_kind; /* enum formwork_node_kind */
  uint32_t property;  /* enum formwork_property */
  uint32_t flags;     /* enum formwork_flag */
  int64_t number;
  int64_t count;
  const char *text; /* may be NULL if byte_count is 0 */
  uint64_t byte_count;
};

/* The host's functions for run. All of it is valid until run returns. */
struct formwork_host {
  uint32_t size; /* sizeof(struct formwork_host) in the host's version */
  uint32_t abi_major;
  uint32_t abi_minor;
  int32_t in_fd;   /* the user's input */
  int32_t out_fd;  /* the output; may be the same terminal, or in_fd itself */
  int32_t wake_fd; /* readable if next has a message. Poll it together with in_fd and your other
                      descriptors, but never read it. */
  void *context;   /* pass it back unchanged */

  /* [run's thread] The next display message, or NULL if there is none. Never blocks.
     The message and its text are borrowed until the next call of next. */
  const struct formwork_message *(*next)(void *context);

  /* [run's thread] Sends an input message. It and its text are borrowed until post returns. */
  void (*post)(void *context, const struct formwork_message *message);

  /* [run's thread] A table of functions named by identifier, or NULL. 1.0 has none. */
  const void *(*extension)(void *context, const char *identifier);
};

enum formwork_need {
  FORMWORK_NEEDS_TERMINAL = 1u << 0, /* in_fd and out_fd must be a terminal that can move its cursor */

  /* With MODES_NAMED, run may switch on only the modes of the USES, besides attributes of characters,
     a hidden cursor and synchronized updates. If run is stopped by ^Z, exits early or fails, the host
     switches off exactly these, with or without NEEDS_TERMINAL. It clears the alternate screen first.
     Without MODES_NAMED, the host switches off all modes if NEEDS_TERMINAL is set, or if run was
     isolated and has failed, and else none. All this applies to a terminal that can move its cursor:
     on others, the host changes nothing. */
  FORMWORK_MODES_NAMED = 1u << 1,
  FORMWORK_USES_PASTE = 1u << 2,      /* bracketed paste */
  FORMWORK_USES_POINTER = 1u << 3,    /* reports of the mouse and of the focus */
  FORMWORK_USES_KEYS = 1u << 4,       /* another encoding of keys */
  FORMWORK_USES_LINES = 1u << 5,      /* a scroll region, margins, insert mode, no wrapping */
  FORMWORK_USES_CHARACTERS = 1u << 6, /* other character sets */
  FORMWORK_USES_SCREEN = 1u << 7      /* the alternate screen */
};

/* The description of a front end. Static: never freed, never changed. */
struct formwork_front_end {
  uint32_t size; /* sizeof(struct formwork_front_end) in the front end's version */
  uint32_t abi_major;
  uint32_t abi_minor;
  uint32_t needs;         /* enum formwork_need */
  const char *identifier; /* [a-z0-9-]{1,64}, the N of libformwork-front-end-N.so */
  const char *name;       /* for people */
  const char *version;

  /* [the host's thread] Draws until DETACH, which also follows a QUIT. Restores the terminal on every
     path. Returns 0, or an errno. */
  int32_t (*run)(const struct formwork_host *host);
};

/* [the host's thread] The entry. Returns NULL if the front end does not support this version of the contract.
   May be called repeatedly, and returns the same table. */
FORMWORK_EXPORT
const struct formwork_front_end *formwork_front_end(uint32_t abi_major, uint32_t abi_minor);

#ifdef __cplusplus
}
#endif

#endif
