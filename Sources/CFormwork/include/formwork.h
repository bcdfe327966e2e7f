/*
 * formwork.h - the contract between a host of forms and a front end, version 1.1.
 *
 * A front end is a shared object that exports one function, formwork_front_end, and carries one
 * ELF note (FORMWORK_NOTE_NAME) that a host reads before it runs any code of the file. The host
 * calls `run` once for each time the front end is attached; that call is the instance. Inside
 * it the front end asks `next` for display messages, draws at each FLUSH, and reports with `post`
 * what the person did. An input message has no result: the answer is a display message.
 *
 * Texts are UTF-8 with a byte count, at most FORMWORK_TEXT_LIMIT bytes. In display messages a NUL
 * follows them, and control characters have been replaced by U+FFFD (but newline and tab in the
 * value of a text area, and the tabs between a row's cells). An empty text means none. An EDIT or
 * COMMIT with more than 100 combining marks in a row is refused as HINDERED. Nothing is ever freed
 * across this line.
 *
 * Nodes stand in the order of their positions, from their INSERT to their REMOVE; what depends on an
 * answer comes and goes with it. The focus is at a field or a button, never at an option. COMMIT has the
 * field judged and leaves the focus: GO moves it. BUSY says that the person waits for what STATUS names.
 * Without FRACTION the end of a PROGRESS is not known; FIRST_ROW counts from 0. Draw at FLUSH; between
 * two of them only what the host does not know, such as an echo. The page WritingAFrontEnd says more.
 *
 * Every struct begins with its size as its maker knew it and only grows at the end: read no field
 * that lies beyond `size`. Ignore message kinds, node kinds, properties and flags you do not know.
 * What is marked 1.1 is told only to a front end whose table has at least that minor version.
 */
#ifndef FORMWORK_H
#define FORMWORK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FORMWORK_ABI_MAJOR 1u
#define FORMWORK_ABI_MINOR 1u

/* The longest text that crosses the line, in bytes, without the NUL. Longer: refused, never cut. */
#define FORMWORK_TEXT_LIMIT 65536u

/* The ELF note: this name, this type, and two 32-bit words, major and minor, as its content. */
#define FORMWORK_NOTE_NAME "Formwork"
#define FORMWORK_NOTE_TYPE 1u

/* A front end in C or C++ writes this once, at file scope, and has the note. */
#define FORMWORK_ELF_NOTE                                                                       \
  __attribute__((section(".note.formwork"), used, aligned(4))) static const struct {            \
    uint32_t name_size, content_size, type;                                                     \
    char name[(sizeof FORMWORK_NOTE_NAME + 3) / 4 * 4];                                         \
    uint32_t major, minor;                                                                      \
  } formwork_note = {sizeof FORMWORK_NOTE_NAME, 2 * sizeof(uint32_t), FORMWORK_NOTE_TYPE,       \
                     FORMWORK_NOTE_NAME, FORMWORK_ABI_MAJOR, FORMWORK_ABI_MINOR}

/* The only name that a front end has to export. */
#define FORMWORK_ENTRY "formwork_front_end"

/* What its definition begins with in C and C++: others see it, also with -fvisibility=hidden. */
#ifdef __cplusplus
#define FORMWORK_EXPORT extern "C" __attribute__((visibility("default")))
#else
#define FORMWORK_EXPORT __attribute__((visibility("default")))
#endif

/* Message kinds. The column "carries" names the fields of struct formwork_message that count. */
enum formwork_message_kind {
  /* Display messages, host to front end. */
  FORMWORK_ATTACH = 1,  /* text: title, flags (LOST). Forget everything; a full picture follows. It
                           comes within one run, too: for another screen, and after a stop. */
  FORMWORK_INSERT = 2,  /* node, parent (0: none), position, node_kind, text: the stable name */
  FORMWORK_SET = 3,     /* node, property, flags (HAS_TEXT: text | HAS_NUMBER: number | none) */
  FORMWORK_MOVE = 4,    /* node, position: its index among its siblings once moved */
  FORMWORK_REMOVE = 5,  /* node, with all that is below it */
  FORMWORK_FOCUS = 6,   /* node the person is at; 0: the screen as a whole */
  FORMWORK_SUGGEST = 7, /* node, revision (that of the COMPLETE), number, count: byte range that
                           text would replace. An empty text ends the list. */
  FORMWORK_RESIZED = 8, /* number: columns, count: rows */
  FORMWORK_FLUSH = 9,   /* revision. The picture is consistent: draw. Show nothing in between. */
  FORMWORK_DETACH = 10, /* number: enum formwork_reason. Post what is not posted yet, restore the
                           terminal, return from run. */
  FORMWORK_HISTORY = 11, /* node, text: what was entered there before, the oldest first. Comes before
                            the FLUSH that moves the focus there, and again for what is new. */
  FORMWORK_REFUSED = 12, /* 1.1. node, number: enum formwork_refusal, text: what to tell the person, or
                            none. An EDIT, COMMIT or ACTIVATE was not taken. The SETs of what stands
                            there follow before the FLUSH. Of the screen, behind an ATTACH: what could
                            not be done before it, such as an EDIT_OUTSIDE. */

  /* Input messages, front end to host. Each carries revision: that of the last FLUSH seen. None, not
     even LOG, may be posted before the first.
     After COMMIT, GO, ACTIVATE, BACK or RESET, read no key before the next FLUSH, which always comes.
     After CHOOSE and COMPLETE one comes, too; wait for it where the next key depends on it. */
  FORMWORK_EDIT = 257,         /* node: a field (1.0: the focus), text, number: cursor in bytes. At
                                  each change */
  FORMWORK_COMMIT = 258,       /* node: a field (1.0: the focus), flags (HAS_TEXT): the person accepts
                                  the text, or, where none is said, what stands there */
  FORMWORK_CHOOSE = 259,       /* node: an option or a toggle, flags (ON) */
  FORMWORK_ACTIVATE = 260,     /* node: a button, a row, or a column to sort by */
  FORMWORK_GO = 261,           /* node; or 0 and flags (NEXT or PREVIOUS; with SECTION: out of it) */
  FORMWORK_BACK = 262,         /* leave the screen; at an alert its button of the role CANCEL. With
                                  flags (INSIST), and in 1.0: at a question whether to leave, yes */
  FORMWORK_WINDOW = 263,       /* node: a LIST, number: first row, count: rows on view, 1000 at most;
                                  without one, the first 200, or those from the ROW with the focus on. A
                                 FLUSH follows */
  FORMWORK_EDIT_OUTSIDE = 264, /* node: detach, let $VISUAL edit its text, attach */
  FORMWORK_COMPLETE = 265,     /* node, text, number: cursor in bytes. Suggestions follow; of those for an
                                  older one that were not taken, the end alone. */
  FORMWORK_RELOAD = 266,       /* load the screen's data anew */
  FORMWORK_QUIT = 267,         /* input has ended */
  FORMWORK_SWITCH = 268,       /* text: name of the front end to go on with; empty: the next one */
  FORMWORK_LOG = 269,          /* text: a line for the host's log; never a secret */
  FORMWORK_RESET = 270         /* node: the focus, which is to be as if nothing had been entered */
};

enum formwork_flag {
  FORMWORK_HAS_TEXT = 1u << 0,
  FORMWORK_HAS_NUMBER = 1u << 1,
  FORMWORK_ON = 1u << 2,
  FORMWORK_NEXT = 1u << 3,
  FORMWORK_PREVIOUS = 1u << 4,
  FORMWORK_LOST = 1u << 5,    /* 1.1. The terminal may show anything by now: clear it */
  FORMWORK_INSIST = 1u << 6,  /* 1.1 */
  FORMWORK_SECTION = 1u << 7  /* 1.1 */
};

/* Why a front end is detached. */
enum formwork_reason {
  FORMWORK_REASON_NONE = 0,         /* told to a front end of 1.0 */
  FORMWORK_REASON_DONE = 1,         /* the last screen was left, or input has ended */
  FORMWORK_REASON_SWITCHED = 2,     /* another front end goes on */
  FORMWORK_REASON_EDIT_OUTSIDE = 3, /* a program outside edits a text; ATTACH of a new run follows */
  FORMWORK_REASON_SIGNAL = 4        /* a signal ends the program */
};

/* Why something was not taken. */
enum formwork_refusal {
  FORMWORK_REFUSAL_NONE = 0,
  FORMWORK_REFUSAL_STALE = 1,    /* the host has changed it since that revision */
  FORMWORK_REFUSAL_NOT_SEEN = 2, /* the revision is of a FLUSH that is yet to come */
  FORMWORK_REFUSAL_NO_NODE = 3,  /* no such node, or it takes no such message */
  FORMWORK_REFUSAL_NOT_NOW = 4,  /* an alert is to be answered first, or the form is busy or done */
  FORMWORK_REFUSAL_NO_TEXT = 5,  /* too long, or not UTF-8 */
  FORMWORK_REFUSAL_HINDERED = 6  /* it cannot be done; the text says why */
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
  FORMWORK_NOTICE = 12, /* comes and goes */
  FORMWORK_ALERT = 13,  /* modal; its buttons are its children */
  FORMWORK_PROGRESS = 14,
  FORMWORK_LIST = 15,  /* rows of which a part is on view. A list in a form is a GROUP */
  FORMWORK_ROW = 16,   /* in a LIST */
  FORMWORK_COLUMN = 17 /* 1.1. In a LIST, before its rows */
};

enum formwork_property {
  FORMWORK_LABEL = 1,       /* text */
  FORMWORK_DETAIL = 2,      /* text: help */
  FORMWORK_PLACEHOLDER = 3, /* text */
  FORMWORK_VALUE = 4,       /* text; a number for secret fields and toggles, and for what says yes or no */
  FORMWORK_CURSOR = 5,      /* number: byte offset in the value; of a secret, code points before it */
  FORMWORK_STATUS = 6,      /* number: enum formwork_status */
  FORMWORK_EXPLANATION = 7, /* text: what is wrong, or what is being waited for */
  FORMWORK_REQUIRED = 8,    /* number: 0 or 1 */
  FORMWORK_ENABLED = 9,     /* number: 0 or 1; absent means 1 */
  FORMWORK_BUSY = 10,       /* number: 0 or 1 */
  FORMWORK_SELECTED = 11,   /* number: 0 or 1 */
  FORMWORK_FRACTION = 12,   /* number: thousandths done */
  FORMWORK_LAYOUT = 13,     /* number, of a LIST: enum formwork_layout */
  FORMWORK_FORMAT = 14,     /* number: enum formwork_format */
  FORMWORK_ROLE = 15,       /* number: enum formwork_role */
  FORMWORK_ROW_COUNT = 16,  /* number, of a LIST */
  FORMWORK_FIRST_ROW = 17,  /* number, of a LIST: the place of the first ROW that is there, from 0 */
  /* Those below are of 1.1. */
  FORMWORK_CELLS = 18,     /* text, of a ROW: what is in its columns, with a tab between two of them */
  FORMWORK_ORDER = 19,     /* number, of a COLUMN: enum formwork_order; absent where it cannot be sorted by */
  FORMWORK_ALIGN = 20,     /* number, of a COLUMN: enum formwork_align */
  FORMWORK_EXTENT = 21,    /* number: usual width in columns of the terminal; of a text area, rows. It
                              limits nothing, and most fields have none */
  FORMWORK_COMPLETES = 22, /* number, 0 or 1: COMPLETE can bring something there. Elsewhere Tab is free */
  FORMWORK_ANSWERED = 23,  /* number, of a GROUP or the SCREEN: how many of its TOTAL are answered */
  FORMWORK_TOTAL = 24,     /* number, of a GROUP or the SCREEN: how many fields are in it, and in groups within;
                              absent where there are none */
  FORMWORK_LASTING = 25    /* number, 0 or 1: to be read once the front end has left. DETACH may come right
                              behind it: what leaves an alternate screen writes it behind that */
};

/* What is true of a node; never how to draw it. Absent means FORMWORK_STATUS_NONE. */
enum formwork_status {
  FORMWORK_STATUS_NONE = 0,
  FORMWORK_STATUS_INCOMPLETE = 1, /* being typed; the explanation is help, not a complaint */
  FORMWORK_STATUS_INVALID = 2,
  FORMWORK_STATUS_WAITING = 3, /* a check waits for a pause in typing; a form waits for checks */
  FORMWORK_STATUS_CHECKING = 4,
  FORMWORK_STATUS_REFUSED = 5,
  FORMWORK_STATUS_UNVERIFIED = 6, /* could not be checked: not the person's fault */
  FORMWORK_STATUS_VALID = 7,
  FORMWORK_STATUS_LOADING = 8,    /* of a screen or a LIST, as is FAILED; the others of a screen */
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
  FORMWORK_ROLE_CANCEL = 2, /* leaves; of an alert: the safe answer, which BACK takes */
  FORMWORK_ROLE_DECLINE = 3,
  FORMWORK_ROLE_DESTROY = 4, /* something is lost: never the default */
  /* Those below are of 1.1, of the buttons of lists and of their items. */
  FORMWORK_ROLE_ADD = 5,
  FORMWORK_ROLE_REMOVE = 6,
  FORMWORK_ROLE_UP = 7,
  FORMWORK_ROLE_DOWN = 8
};

/* How the rows of a LIST are best shown. */
enum formwork_layout {
  FORMWORK_LAYOUT_TABLE = 0, /* a row on a line, its cells in columns */
  FORMWORK_LAYOUT_GRID = 1   /* rows side by side, each with its label */
};

enum formwork_order {
  FORMWORK_ORDER_SORTABLE = 0, /* the rows are in another order; ACTIVATE of the column sorts them */
  FORMWORK_ORDER_ASCENDING = 1,
  FORMWORK_ORDER_DESCENDING = 2
};

enum formwork_align {
  FORMWORK_ALIGN_START = 0,
  FORMWORK_ALIGN_CENTER = 1,
  FORMWORK_ALIGN_END = 2
};

/* One flat struct serves both ways. Fields that a kind does not carry are 0. */
struct formwork_message {
  uint32_t size; /* sizeof(struct formwork_message) as the sender knows it */
  uint32_t kind; /* enum formwork_message_kind */
  uint64_t revision;
  uint32_t node; /* 0 is no node */
  uint32_t parent;
  uint32_t position;
  uint32_t node_kind; /* enum formwork_node_kind */
  uint32_t property;  /* enum formwork_property */
  uint32_t flags;     /* enum formwork_flag */
  int64_t number;
  int64_t count;
  const char *text; /* may be NULL where byte_count is 0 */
  uint64_t byte_count;
};

/* What the host hands to run. All of it is valid until run returns. */
struct formwork_host {
  uint32_t size; /* sizeof(struct formwork_host) as the host knows it */
  uint32_t abi_major;
  uint32_t abi_minor;
  int32_t in_fd;   /* where the person's input comes from */
  int32_t out_fd;  /* where to draw; may be the same terminal, or in_fd itself */
  int32_t wake_fd; /* readable when next has something to give. Poll it, beside in_fd and what else you
                      wait for; never read it. */
  void *context;   /* hand it back unchanged */

  /* [run's thread] The next display message, or NULL where there is none now. Never blocks.
     The message and its text are borrowed until the next call of next. */
  const struct formwork_message *(*next)(void *context);

  /* [run's thread] Hands over an input message; it and its text are borrowed until post returns. */
  void (*post)(void *context, const struct formwork_message *message);

  /* [run's thread] A table of functions named by identifier, or NULL. 1.0 has none. */
  const void *(*extension)(void *context, const char *identifier);
};

enum formwork_need {
  FORMWORK_NEEDS_TERMINAL = 1u << 0, /* in_fd and out_fd have to be a terminal that can move its cursor */

  /* With MODES_NAMED, the USES are all that run may switch on at a terminal, besides attributes of
     characters, a hidden cursor and synchronized updates. Where run is stopped by ^Z, ends in the
     middle or fails, the host switches off just these, whether or not NEEDS_TERMINAL is set; the
     alternate screen is cleared first.
     Without MODES_NAMED it switches off all where NEEDS_TERMINAL is set, and nothing where it is not;
     but all where run had a process of its own and has failed. All of this at a terminal that can
     move its cursor; at others, nothing. */
  FORMWORK_MODES_NAMED = 1u << 1,
  FORMWORK_USES_PASTE = 1u << 2,      /* bracketed paste */
  FORMWORK_USES_POINTER = 1u << 3,    /* reports of the mouse and of the focus */
  FORMWORK_USES_KEYS = 1u << 4,       /* keys that are reported in another way than usual */
  FORMWORK_USES_LINES = 1u << 5,      /* a scroll region, margins, insert mode, no wrapping */
  FORMWORK_USES_CHARACTERS = 1u << 6, /* other character sets */
  FORMWORK_USES_SCREEN = 1u << 7      /* the alternate screen */
};

/* What a front end says of itself. Static: never freed, never changed. */
struct formwork_front_end {
  uint32_t size; /* sizeof(struct formwork_front_end) as the front end knows it */
  uint32_t abi_major;
  uint32_t abi_minor;
  uint32_t needs;         /* enum formwork_need */
  const char *identifier; /* [a-z0-9-]{1,64}, the N of libformwork-front-end-N.so */
  const char *name;       /* for people */
  const char *version;

  /* [main thread] Draws until DETACH, or until it posted QUIT and the DETACH came. Leaves the
     terminal as found on every path. 0, or an errno. */
  int32_t (*run)(const struct formwork_host *host);
};

/* [main thread] The entry. NULL where the front end cannot serve that version of the contract. May
   be called more than once, and then gives the same table. */
FORMWORK_EXPORT
const struct formwork_front_end *formwork_front_end(uint32_t abi_major, uint32_t abi_minor);

#ifdef __cplusplus
}
#endif

#endif
