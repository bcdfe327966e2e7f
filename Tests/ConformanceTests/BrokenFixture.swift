/// A front end that breaks the contract in one way, and what is said of it.
struct BrokenFixture: Sendable, CustomStringConvertible {
  /// The source's name, without its ending.
  let name: String

  /// The check that fails.
  let check: String

  /// What its line says.
  let line: String

  /// The checks that the inspection does not come to, for it ends at the first broken rule.
  var unseen: [String] = []

  var description: String { name }

  /// The table: each rule of the contract, broken.
  static let all: [BrokenFixture] = [
    BrokenFixture(
      name: "rewritten_code", check: "file",
      line: "its code would be rewritten (TEXTREL): compile it with -fPIC",
      unseen: ["note", "symbols"]),
    BrokenFixture(
      name: "other_major", check: "note",
      line: "made for version 2.0 of the contract, this host has 1.0: build it with this "
        + "host's formwork.h",
      unseen: ["file", "symbols"]),
    BrokenFixture(
      name: "misnamed_entry", check: "symbols",
      line:
        "does not export the function formwork_front_end: write FORMWORK_EXPORT before its definition"
    ),
    BrokenFixture(
      name: "bad_identifier", check: "table",
      line: "breaks the contract, identifier of its table has to be 1 to 64 of a to z, 0 "
        + "to 9 and -: formwork.h says what it has to be"),
    BrokenFixture(
      name: "large_table", check: "table",
      line: "size of its table is 56: set it to sizeof(struct formwork_front_end)"),
    BrokenFixture(
      name: "new_table", check: "entry",
      line: "the entry gives another table when called again: return the address of one "
        + "static struct formwork_front_end"),
    BrokenFixture(
      name: "any_major", check: "version",
      line: "asked for version 0 of the contract, the entry gives a table of version 1: "
        + "return NULL where abi_major is not FORMWORK_ABI_MAJOR"),
    BrokenFixture(
      name: "exiting", check: "run",
      line: "ends its process: return from run, and leave exit to the host"),
    BrokenFixture(
      name: "gives_up", check: "run",
      line: "gives up with 95 (Operation not supported): run returns 0 unless there is no "
        + "way to go on"),
    BrokenFixture(
      name: "slow_leaver", check: "run",
      line: "is given DETACH by next, and does not return within a second: return at it at once, "
        + "also in the middle of a picture, and let the clean-up take no time"),
    BrokenFixture(
      name: "wake_reader", check: "run",
      line: "reads wake_fd, and what next would have given is lost: poll it, and call next until "
        + "it gives NULL: that empties it"),
    BrokenFixture(
      name: "no_labels", check: "run",
      line: "does not show the label of the field that has the focus: draw FORMWORK_LABEL "
        + "of the node of FOCUS at each FLUSH"),
    BrokenFixture(
      name: "old_revision", check: "posts",
      line: "posts EDIT with revision 0: set it to that of the last FLUSH"),
    BrokenFixture(
      name: "sizeless_messages", check: "posts",
      line: "posts a message whose size is 0: set it to sizeof(struct formwork_message)"),
    BrokenFixture(
      name: "large_messages", check: "posts",
      line: "posts a message whose size is 80: set it to sizeof(struct formwork_message)"),
    BrokenFixture(
      name: "early_logger", check: "posts",
      line: "posts LOG before the first FLUSH: post nothing, not even FORMWORK_LOG, before the "
        + "first FORMWORK_FLUSH"),
    BrokenFixture(
      name: "early_drawer", check: "posts",
      line:
        "draws before the first FLUSH: draw at FORMWORK_FLUSH: what comes before it is a part of a picture"
    ),
    BrokenFixture(
      name: "no_edits", check: "posts",
      line: "posts no EDIT while a text is typed: post FORMWORK_EDIT of the whole text at each "
        + "change, or of a line before its FORMWORK_COMMIT"),
    BrokenFixture(
      name: "no_texts", check: "posts",
      line: "posts no EDIT while a text is typed: post FORMWORK_EDIT of the whole text at each "
        + "change, or of a line before its FORMWORK_COMMIT"),
    BrokenFixture(
      name: "no_edits_of_lines", check: "posts",
      line: "posts no EDIT while a text is typed: post FORMWORK_EDIT of the whole text at each "
        + "change, or of a line before its FORMWORK_COMMIT"),
    BrokenFixture(
      name: "deaf_between_flushes", check: "detach",
      line: "is given DETACH by next, and does not return within a second, when that comes after "
        + "nothing else: return at it at once, also in the middle of a picture, and let the "
        + "clean-up take no time"),
    BrokenFixture(
      name: "blocking_reader", check: "detach",
      line: "does not return within a second of DETACH, when that comes after the beginning of a "
        + "key or character was typed: poll wake_fd whatever else you wait for, never wait in "
        + "read, and return at this one"),
    BrokenFixture(
      name: "lost_burst", check: "typed-ahead",
      line:
        "loses keys that come at once: Enter by itself brings a COMMIT: read one byte at a time, or take all that read gives"
    ),
    BrokenFixture(
      name: "eager_reader", check: "typed-ahead",
      line: "reads keys after COMMIT: read one byte or line at a time, and none before the "
        + "FLUSH that answers it"),
    BrokenFixture(
      name: "greedy_reader", check: "typed-ahead",
      line: "reads keys after COMMIT: read one byte or line at a time, and none before the "
        + "FLUSH that answers it"),
    BrokenFixture(
      name: "reads_behind_go", check: "typed-ahead",
      line: "reads keys after GO: read one byte or line at a time, and none before the FLUSH "
        + "that answers it"),
    BrokenFixture(
      name: "reads_behind_activate", check: "typed-ahead",
      line: "reads keys after ACTIVATE: read one byte or line at a time, and none before the "
        + "FLUSH that answers it"),
    BrokenFixture(
      name: "reads_behind_back", check: "typed-ahead",
      line: "reads keys after BACK: read one byte or line at a time, and none before the FLUSH "
        + "that answers it"),
    BrokenFixture(
      name: "reads_behind_reset", check: "typed-ahead",
      line: "reads keys after RESET: read one byte or line at a time, and none before the FLUSH "
        + "that answers it"),
    BrokenFixture(
      name: "lost_keys", check: "typed-ahead",
      line: "loses keys that are typed before the FLUSH: leave them in the terminal, "
        + "without tcflush or TCSAFLUSH"),
    BrokenFixture(
      name: "flushed_start", check: "typed-ahead",
      line: "loses keys that are typed before it starts: set the terminal with TCSANOW, without "
        + "tcflush, and read no key before the first FORMWORK_FLUSH"),
    BrokenFixture(
      name: "flushed_end", check: "typed-ahead",
      line: "loses keys that are typed before DETACH: put the terminal back with TCSANOW, and "
        + "without tcflush"),
    BrokenFixture(
      name: "early_leaver", check: "end-of-input",
      line: "returns before DETACH: go on until it comes, also once the input has ended"),
    BrokenFixture(
      name: "silent_end", check: "end-of-input",
      line: "posts no QUIT when its input has ended: post FORMWORK_QUIT where read gives 0 "
        + "or EIO, and wait for DETACH"),
    BrokenFixture(
      name: "silent_value", check: "shown",
      line: "does not show \"quay\", the value of the field that has the focus: draw "
        + "FORMWORK_VALUE of the node of FOCUS at each FLUSH that brings it"),
    BrokenFixture(
      name: "silent_keys", check: "shown",
      line: "does not show \"J\", which is typed into the field that has the focus: leave ECHO "
        + "set, or write what is typed"),
    BrokenFixture(
      name: "silent_selection", check: "shown",
      line: "does not show which option is selected: draw FORMWORK_SELECTED of each FORMWORK_OPTION"
    ),
    BrokenFixture(
      name: "silent_toggle", check: "shown",
      line: "does not show whether a toggle is on: draw FORMWORK_VALUE of a FORMWORK_TOGGLE"),
    BrokenFixture(
      name: "silent_refusal", check: "shown",
      line: "does not show why an answer is refused: draw FORMWORK_EXPLANATION of a field "
        + "at the FLUSH that brings it"),
    BrokenFixture(
      name: "hidden_options", check: "shown",
      line: "does not show the options of the choice that has the focus: draw "
        + "FORMWORK_LABEL of each FORMWORK_OPTION below it"),
    BrokenFixture(
      name: "silent_alert", check: "shown",
      line: "does not show \"Cast off?\" of an alert: draw FORMWORK_LABEL of a "
        + "FORMWORK_ALERT and of its buttons, before all else"),
    BrokenFixture(
      name: "silent_row", check: "shown",
      line: "does not show \"Ketch\" of the row that has the focus: draw FORMWORK_LABEL of a "
        + "FORMWORK_ROW, or all of its FORMWORK_CELLS"),
    BrokenFixture(
      name: "silent_help", check: "told",
      line: "does not show \"Where it lies\": draw FORMWORK_DETAIL of the node of FOCUS"),
    BrokenFixture(
      name: "silent_screen", check: "told",
      line: "does not show \"Fog bank\": draw FORMWORK_EXPLANATION of the screen at the "
        + "FLUSH that brings it"),
    BrokenFixture(
      name: "silent_note", check: "told",
      line: "does not show \"Slack water\": draw FORMWORK_LABEL of a FORMWORK_NOTE"),
    BrokenFixture(
      name: "silent_notice", check: "told",
      line: "does not show \"High tide\": draw FORMWORK_LABEL of a FORMWORK_NOTICE at the "
        + "FLUSH that brings it"),
    BrokenFixture(
      name: "silent_button", check: "told",
      line: "does not show \"Ebb tide\" of a REFUSED that answers ACTIVATE: draw the text of "
        + "FORMWORK_REFUSED at the FLUSH behind it"),
    BrokenFixture(
      name: "own_screen", check: "told",
      line: "leaves without a notice that is LASTING: write FORMWORK_LABEL of what has "
        + "FORMWORK_LASTING, behind the alternate screen where you use one"),
    BrokenFixture(
      name: "unplaced", check: "order",
      line: "shows options in another order than their positions: put a node at position "
        + "among its siblings at FORMWORK_INSERT"),
    BrokenFixture(
      name: "deaf_to_moves", check: "order",
      line: "does not put an option where MOVE says: put it at position among its siblings at "
        + "FORMWORK_MOVE"),
    BrokenFixture(
      name: "moves_to_front", check: "order",
      line:
        "does not put an option where MOVE says: put it at position among its siblings at FORMWORK_MOVE"
    ),
    BrokenFixture(
      name: "kept_tree", check: "attach",
      line: "shows \"Grain\" of the screen that was there before ATTACH: forget all nodes at "
        + "FORMWORK_ATTACH"),
    BrokenFixture(
      name: "deaf_to_loss", check: "attach",
      line: "does not show \"Berth\" anew after ATTACH with the flag LOST: clear the terminal, "
        + "and draw all of the picture at its FLUSH"),
    BrokenFixture(
      name: "no_suggestions", check: "suggested",
      line: "neither shows nor takes what completes a text: post FORMWORK_EDIT with the text of "
        + "FORMWORK_SUGGEST in place, or show it"),
    BrokenFixture(
      name: "old_width", check: "resized",
      line: "moves the cursor to column 80 of 40 after RESIZED: lay out by number of "
        + "FORMWORK_RESIZED, the columns"),
    BrokenFixture(
      name: "old_height", check: "resized",
      line: "moves the cursor to row 24 of 10 after RESIZED: lay out by count of "
        + "FORMWORK_RESIZED, the rows"),
    BrokenFixture(
      name: "shows_unknown_kinds", check: "unknown-kinds",
      line: "where messages of unknown kinds come, it shows their text: write default: "
        + "break; in the switch over kind"),
    BrokenFixture(
      name: "tells_unknown_nodes", check: "unknown-nodes",
      line: "where nodes of unknown kinds are inserted, it shows their text: keep the "
        + "place of a node whose node_kind you do not know, and show nothing of it"),
    BrokenFixture(
      name: "shows_unknown_properties", check: "unknown-properties",
      line: "where unknown properties are set, it shows their text: write default: break; "
        + "in the switch over property"),
    BrokenFixture(
      name: "exact_flags", check: "unknown-flags",
      line: "where messages have unknown flags, it does not show \"Berth\": test one flag "
        + "at a time with &, and never all of flags with =="),
    BrokenFixture(
      name: "exact_message_size", check: "larger-messages",
      line: "where a message is larger than formwork.h has it, it is given DETACH by next, and "
        + "does not return within a second: compare size with >= sizeof, and read what you "
        + "know"),
    BrokenFixture(
      name: "exact_host_size", check: "larger-host",
      line: "where the host's table is larger than formwork.h has it, it gives up with 22 "
        + "(Invalid argument): compare size with >= sizeof, and read what you know"),
    BrokenFixture(
      name: "late_reader", check: "borrowed",
      line: "where a message and its text go at the next call of next, it crashes "
        + "(Segmentation fault): copy what you keep of them before you call next again"),
    BrokenFixture(
      name: "fixed_nodes", check: "many-fields",
      line: "of 1,000 fields, it does not show the one that has the focus: make room for "
        + "each node that comes, and let the node of FOCUS be in view"),
    BrokenFixture(
      name: "sated", check: "many-fields",
      line: "does not take what it is told: call next until it gives NULL whenever wake_fd is "
        + "readable"),
    BrokenFixture(
      name: "fixed_text", check: "long-text",
      line: "posts 4096 bytes of a value of 65536: a text may have 65536, and is never cut"),
    BrokenFixture(
      name: "ascii_only", check: "wide-text",
      line: "\"漢字\" was typed, and no EDIT has it: post whole characters only"),
    BrokenFixture(
      name: "half_characters", check: "wide-text",
      line: "posts EDIT with a part of a character of \"👩‍🚀\": post whole characters only"),
    BrokenFixture(
      name: "cursor_in_characters", check: "wide-text",
      line: "posts EDIT of \"Berth 漢字\" with its cursor at byte 1 where \"漢\" was typed, 3 "
        + "bytes: number counts the bytes, not the characters, of text before the cursor"),
    BrokenFixture(
      name: "secret_of_digits", check: "secrets",
      line: "posts the length of a secret for the secret: FORMWORK_VALUE of a secret field "
        + "is a number"),
    BrokenFixture(
      name: "deaf_to_secrets", check: "secrets",
      line:
        "posts no EDIT of what is typed into a secret field: post FORMWORK_EDIT of its field with the whole text, as of a text field"
    ),
    BrokenFixture(
      name: "kept_secret", check: "secrets",
      line: "leaves a secret in memory when run has returned: wipe with explicit_bzero "
        + "each room that it was in"),
    BrokenFixture(
      name: "logged_secret", check: "secrets",
      line: "posts a secret in LOG: only FORMWORK_EDIT and FORMWORK_COMMIT of its field "
        + "may have it"),
    BrokenFixture(
      name: "shown_secret", check: "secrets",
      line: "shows what is typed into a secret field: clear ECHO with tcsetattr before you "
        + "write the prompt, and write no key"),
    BrokenFixture(
      name: "alternate_screen", check: "terminal",
      line: "leaves the terminal with the alternate screen on: undo it before run returns"),
    BrokenFixture(
      name: "hidden_cursor", check: "terminal",
      line: "leaves the terminal with the cursor off: undo it before run returns"),
    BrokenFixture(
      name: "no_signal_keys", check: "terminal",
      line: "clears ISIG of the terminal, so that ^C and ^Z are keys like others: leave "
        + "ISIG set: the host has ^C and ^Z"),
    BrokenFixture(
      name: "no_minimum", check: "terminal",
      line: "sets VMIN to 0, which a shell that finds it takes for the end of its input: set "
        + "VMIN to 1, and read where poll says that there is something"),
    BrokenFixture(
      name: "non_blocking", check: "terminal",
      line: "leaves in_fd or out_fd non-blocking or asynchronous: put back with F_SETFL "
        + "what F_GETFL gave at the beginning of run"),
    BrokenFixture(
      name: "unnamed_mode", check: "terminal",
      line: "switches on what its table does not name (a scroll region): add its "
        + "FORMWORK_USES bit to needs, or it is not undone on ^Z"),
    BrokenFixture(
      name: "raw_terminal", check: "terminal",
      line: "leaves other terminal modes than it found (ECHO, ICANON): put back with "
        + "tcsetattr what tcgetattr gave at the beginning of run"),
    BrokenFixture(
      name: "usual_terminal", check: "terminal",
      line: "leaves other terminal modes than it found (its special characters): put back "
        + "with tcsetattr what tcgetattr gave at the beginning of run"),
    BrokenFixture(
      name: "own_signals", check: "process",
      line: "ignores, handles or blocks signals, or did so when DETACH came: leave signal, "
        + "sigaction and sigprocmask to the host"),
    BrokenFixture(
      name: "own_locale", check: "process",
      line: "sets the locale of the whole process: take newlocale and uselocale for "
        + "setlocale"),
    BrokenFixture(
      name: "own_folder", check: "process",
      line: "changes the working directory: name files by absolute paths, and leave chdir "
        + "to the host"),
    BrokenFixture(
      name: "left_thread", check: "process",
      line: "leaves a thread behind: end it, and wait for it with pthread_join, before run "
        + "returns"),
    BrokenFixture(
      name: "lossy_output", check: "stopped-terminal",
      line: "loses output while the terminal takes none, as after ^S: poll for POLLOUT "
        + "where write takes less or gives EAGAIN, and write the rest"),
    BrokenFixture(
      name: "lossy_screen", check: "stopped-terminal",
      line: "loses output while the terminal takes none, as after ^S: poll for POLLOUT where "
        + "write takes less or gives EAGAIN, and write the rest"),
    BrokenFixture(
      name: "open_descriptor", check: "descriptors",
      line: "60 runs leave 60 descriptors open: close before run returns what run has opened"),
    BrokenFixture(
      name: "lost_memory", check: "memory",
      line: "60 runs gain N bytes: free before run returns what run has allocated"),
    BrokenFixture(
      name: "own_process", check: "runner",
      line: "run by formwork-runner, it gives up with 22 (Invalid argument): use nothing "
        + "of the host but struct formwork_host"),
    BrokenFixture(
      name: "unsuggested", check: "random",
      line: "crashes (Aborted) (--seed 1 does it again): look at what you do with the last messages"
    ),
  ]
}
