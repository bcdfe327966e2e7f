import FormworkCore

@testable import FormworkConformance

/// A front end with one fault, and the failure of the check that finds it.
struct BrokenFixture: Sendable, CustomStringConvertible {
  /// The name of the fault in `Fixtures/front_end.c`.
  let name: String

  /// The name of the check that fails.
  let check: String

  /// The line of the check.
  let line: String

  /// The flags by which the fault is compiled in, if it is one of the file.
  var flags: [String] = []

  /// The checks that the inspection does not reach.
  var unseen: [String] = []

  var description: String { name }

  private init(_ name: String, _ check: String, _ fault: String) {
    self.init(name, check, CheckFailure(fault))
  }

  private init(
    _ name: String, _ check: String, _ failure: CheckFailure, flags: [String] = [],
    unseen: [String] = []
  ) {
    (self.name, self.check, line) = (name, check, failure.message.inEnglish)
    (self.flags, self.unseen) = (flags, unseen)
  }

  /// Every rule of the contract, broken.
  static let all: [BrokenFixture] = [
    BrokenFixture(
      "rewritten_code", "file",
      CheckFailure(.verbatim("its code would be rewritten (TEXTREL): compile it with -fPIC")),
      flags: ["-DIS_REWRITTEN"], unseen: ["note", "symbols"]),
    BrokenFixture(
      "other_major", "note",
      CheckFailure(
        .verbatim(
          "made for version 2.0 of the contract, this host has 1.0: build it with this host's "
            + "formwork.h")),
      flags: ["-DNOTE_MAJOR=2"], unseen: ["file", "symbols"]),
    BrokenFixture(
      "misnamed_entry", "symbols",
      CheckFailure(
        .verbatim(
          "does not export the function formwork_front_end: write FORMWORK_EXPORT before its "
            + "definition")),
      flags: ["-DENTRY=formwork_frontend"]),
    BrokenFixture(
      "bad_identifier", "table",
      CheckFailure(
        .verbatim(
          "breaks the contract, identifier of its table has to be 1 to 64 of a to z, 0 to 9 and -: "
            + "formwork.h says what it has to be"))),
    BrokenFixture("large_table", "table", CheckFailure("badTableSize", ["size": .number(56)])),
    BrokenFixture("new_table", "entry", "otherTable"),
    BrokenFixture(
      "any_major", "version",
      CheckFailure("otherVersion", ["wanted": .number(0), "given": .number(1)])),

    BrokenFixture("exiting", "run", "endsProcess"),
    BrokenFixture("gives_up", "run", gaveUp(95, "Operation not supported")),
    BrokenFixture("slow_leaver", "run", "returnsLate"),
    BrokenFixture("wake_reader", "run", "readsWake"),
    BrokenFixture("no_labels", "run", "noLabel"),
    BrokenFixture("frozen_by_commit", "run", of("COMMIT", "hangs")),
    BrokenFixture(
      "old_revision", "posts",
      CheckFailure("badRevision", ["kind": "EDIT", "revision": .number(0)])),
    BrokenFixture("sizeless_messages", "posts", CheckFailure("badSize", ["size": .number(0)])),
    BrokenFixture("large_messages", "posts", CheckFailure("badSize", ["size": .number(80)])),
    BrokenFixture("early_logger", "posts", of("LOG", "postsEarly")),
    BrokenFixture("early_drawer", "posts", "drawsEarly"),
    BrokenFixture("no_edits", "posts", "noEdit"),
    BrokenFixture("no_texts", "posts", "noEdit"),
    BrokenFixture("no_edits_of_lines", "posts", "noEdit"),
    BrokenFixture(
      "deaf_between_flushes", "detach", CheckFailure("returnsLate").after(.key("when.nothing"))),
    BrokenFixture(
      "blocking_reader", "detach", CheckFailure("doesNotReturn").after(.key("when.halfAKey"))),
    BrokenFixture("lost_burst", "typed-ahead", "losesBurst"),
    BrokenFixture("eager_reader", "typed-ahead", of("COMMIT", "readsAhead")),
    BrokenFixture("greedy_reader", "typed-ahead", of("COMMIT", "readsAhead")),
    BrokenFixture("reads_after_go", "typed-ahead", of("GO", "readsAhead")),
    BrokenFixture("reads_after_activate", "typed-ahead", of("ACTIVATE", "readsAhead")),
    BrokenFixture("reads_after_back", "typed-ahead", of("BACK", "readsAhead")),
    BrokenFixture("reads_after_reset", "typed-ahead", of("RESET", "readsAhead")),
    BrokenFixture("deaf_to_earlier_keys", "typed-ahead", of("COMMIT", "hangs")),
    BrokenFixture("lost_keys", "typed-ahead", "losesKeys"),
    BrokenFixture("flushed_start", "typed-ahead", "losesFirstKeys"),
    BrokenFixture("flushed_end", "typed-ahead", "losesLastKeys"),
    BrokenFixture("early_leaver", "end-of-input", "returnsEarly"),
    BrokenFixture("silent_end", "end-of-input", "noQuit"),

    BrokenFixture("silent_value", "shown", text("quay", "noValue")),
    BrokenFixture("silent_keys", "shown", text("J", "noEcho")),
    BrokenFixture("silent_selection", "shown", "noSelection"),
    BrokenFixture("silent_toggle", "shown", "noToggle"),
    BrokenFixture("silent_refusal", "shown", "noExplanation"),
    BrokenFixture("hidden_options", "shown", "noOptions"),
    BrokenFixture("silent_alert", "shown", text("Cast off?", "noAlert")),
    BrokenFixture("silent_row", "shown", text("Ketch", "noRow")),
    BrokenFixture("silent_list", "shown", text("Ketch", "noList")),
    BrokenFixture("silent_help", "told", text("Where it lies", "missingText", fix: "noHelp")),
    BrokenFixture("silent_screen", "told", text("Fog bank", "missingText", fix: "noStatement")),
    BrokenFixture("silent_note", "told", text("Slack water", "missingText", fix: "noNote")),
    BrokenFixture("silent_notice", "told", text("High tide", "missingText", fix: "noNotice")),
    BrokenFixture("silent_button", "told", text("Ebb tide", "noRefusal")),
    BrokenFixture("own_screen", "told", "noLasting"),
    BrokenFixture("unplaced", "order", "noPosition"),
    BrokenFixture("deaf_to_moves", "order", "noMove"),
    BrokenFixture("moves_to_front", "order", "noMove"),
    BrokenFixture("kept_tree", "attach", text("Grain", "keepsTree")),
    BrokenFixture("deaf_to_loss", "attach", text("Berth", "notAgain")),
    BrokenFixture("no_suggestions", "suggested", "noSuggestion"),
    BrokenFixture(
      "old_width", "resized",
      CheckFailure("oldWidth", ["column": .number(80), "columns": .number(40)])),
    BrokenFixture(
      "old_height", "resized", CheckFailure("oldHeight", ["row": .number(24), "rows": .number(10)])),

    BrokenFixture("shows_unknown_kinds", "unknown-kinds", unknown("unknownKinds")),
    BrokenFixture("tells_unknown_nodes", "unknown-nodes", unknown("unknownNodes")),
    BrokenFixture(
      "shows_unknown_properties", "unknown-properties", unknown("unknownProperties")),
    BrokenFixture(
      "exact_flags", "unknown-flags",
      text("Berth", "missingText").under(
        .key("circumstance.unknownFlags"), fix: .key("fix.unknownFlags"))),
    BrokenFixture(
      "exact_message_size", "larger-messages",
      CheckFailure("returnsLate").under(
        .key("circumstance.largerMessages"), fix: .key("fix.larger"))),
    BrokenFixture(
      "exact_host_size", "larger-host",
      gaveUp(22, "Invalid argument").under(.key("circumstance.largerHost"), fix: .key("fix.larger"))
    ),
    BrokenFixture(
      "late_reader", "borrowed",
      crash("Segmentation fault").under(.key("circumstance.borrowed"), fix: .key("fix.borrowed"))),

    BrokenFixture("fixed_nodes", "many-fields", "fewFields"),
    BrokenFixture("sated", "many-fields", "takesNothing"),
    BrokenFixture(
      "fixed_text", "long-text",
      CheckFailure("cutsText", ["posted": .number(4096), "whole": .number(65_536)])),
    BrokenFixture(
      "ascii_only", "wide-text",
      CheckFailure("losesText", ["typed": "漢字"], fix: "wholeCharacters")),
    BrokenFixture(
      "half_characters", "wide-text",
      CheckFailure(
        "cutsCharacter", ["kind": "EDIT", "text": "👩‍🚀"],
        fix: "wholeCharacters")),
    BrokenFixture(
      "cursor_in_characters", "wide-text",
      CheckFailure(
        "cursorElsewhere",
        ["field": "Berth 漢字", "place": .number(1), "text": "漢"], count: 3,
        fix: "badCursor")),
    BrokenFixture("secret_of_digits", "secrets", "postsLength"),
    BrokenFixture("deaf_to_secrets", "secrets", "noSecret"),
    BrokenFixture("kept_secret", "secrets", "keepsSecret"),
    BrokenFixture("logged_secret", "secrets", of("LOG", "postsSecret")),
    BrokenFixture("shown_secret", "secrets", "showsSecret"),

    BrokenFixture(
      "alternate_screen", "terminal",
      modes(.key("mode.on", ["mode": .key("mode.alternateScreen")]), "leavesScreen")),
    BrokenFixture(
      "hidden_cursor", "terminal",
      modes(.key("mode.off", ["mode": .key("mode.cursor")]), "leavesScreen")),
    BrokenFixture("no_signal_keys", "terminal", "clearsSignalKeys"),
    BrokenFixture("no_minimum", "terminal", "clearsMinimum"),
    BrokenFixture("non_blocking", "terminal", "leavesFlags"),
    BrokenFixture("unnamed_mode", "terminal", modes(.key("mode.region"), "usesUnnamed")),
    BrokenFixture(
      "raw_terminal", "terminal",
      modes(.list(["ECHO", "ICANON"]), "leavesModes")),
    BrokenFixture(
      "usual_terminal", "terminal", modes(.key("mode.specialCharacters"), "leavesModes")),
    BrokenFixture("own_signals", "process", "changesSignals"),
    BrokenFixture("own_locale", "process", "changesLocale"),
    BrokenFixture("own_folder", "process", "changesFolder"),
    BrokenFixture("left_thread", "process", "leavesThreads"),
    BrokenFixture("lossy_output", "stopped-terminal", "losesOutput"),
    BrokenFixture("lossy_screen", "stopped-terminal", "losesOutput"),
    BrokenFixture(
      "open_descriptor", "descriptors",
      CheckFailure("leavesDescriptors", ["runs": .number(60)], count: 60)),
    BrokenFixture(
      "lost_memory", "memory",
      CheckFailure("gainsMemory", ["runs": .number(60), "bytes": "N"])),
    BrokenFixture(
      "own_process", "runner",
      gaveUp(22, "Invalid argument").under(.key("circumstance.runner"), fix: .key("fix.runner"))),
    BrokenFixture(
      "unsuggested", "random",
      CheckFailure(
        .key("fault.again", ["problem": crash("Aborted").problem, "seed": .number(1)]),
        fix: .key("fix.crashes"))),
  ]

  // MARK: Failures

  private static func of(_ kind: String, _ fault: String) -> CheckFailure {
    CheckFailure(fault, ["kind": .verbatim(kind)])
  }

  private static func text(_ text: String, _ fault: String, fix: String? = nil) -> CheckFailure {
    CheckFailure(fault, ["text": .verbatim(text)], fix: fix)
  }

  private static func modes(_ modes: Message, _ fault: String) -> CheckFailure {
    CheckFailure(fault, ["modes": modes])
  }

  private static func crash(_ signal: String) -> CheckFailure {
    CheckFailure("crashes", ["signal": .verbatim(signal)])
  }

  private static func gaveUp(_ code: Int, _ reason: String) -> CheckFailure {
    CheckFailure("givesUp", ["code": .number(code), "reason": .verbatim(reason)])
  }

  private static func unknown(_ news: String) -> CheckFailure {
    CheckFailure(.key("problem.showsUnknown"))
      .under(.key("circumstance", of: news), fix: .key("fix", of: news))
  }
}

extension CheckFailure {
  fileprivate func after(_ circumstance: Message) -> CheckFailure {
    CheckFailure(.key("fault.after", ["problem": problem, "circumstance": circumstance]), fix: fix)
  }
}
