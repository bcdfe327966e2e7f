import FormworkFrontEnd
import Interaction

/// A function of this front end, by its name in `.editrc`: `bind "^G" formwork-submit`.
enum EditorFunction: String, CaseIterable {
  case accept = "formwork-accept"
  case next = "formwork-next"
  case previous = "formwork-previous"
  case submit = "formwork-submit"
  case reveal = "formwork-reveal"
  case switchFrontEnd = "formwork-front-end"
  case editOutside = "formwork-edit"
  case help = "formwork-help"
  case complete = "formwork-complete"
  case leave = "formwork-leave"
  case erase = "formwork-erase"
  case delete = "formwork-delete"
  case left = "formwork-left"
  case right = "formwork-right"
  case wordLeft = "formwork-word-left"
  case wordRight = "formwork-word-right"
  case home = "formwork-home"
  case end = "formwork-end"
  case up = "formwork-up"
  case down = "formwork-down"
  case searchBack = "formwork-search-back"
  case searchOn = "formwork-search-on"
  case clear = "formwork-clear"
  case section = "formwork-section"
  case skip = "formwork-skip"
  case rewind = "formwork-rewind"
  case reset = "formwork-reset"
  case reload = "formwork-reload"
  /// Ends the reading of a line; no key is bound to it.
  case finish = "formwork-finish"

  private static let terminalKeys: [TerminalKey: EditorFunction] = [
    .enter: .accept, .delete: .delete, .left: .left, .right: .right, .wordLeft: .wordLeft,
    .wordRight: .wordRight, .home: .home, .end: .end, .up: .up, .down: .down,
  ]

  static func of(_ key: TerminalKey) -> EditorFunction? {
    Intent(key).flatMap { EditorFunction($0) } ?? terminalKeys[key]
  }

  init?(_ intent: Intent) { self.init(rawValue: intent.function) }

  /// The control character that libedit gets for the function.
  ///
  /// The same character from the terminal is never passed on.
  var character: Unicode.Scalar {
    Unicode.Scalar(0x80 + UInt8(Self.allCases.firstIndex(of: self) ?? 0))
  }

  /// The functions in place of those of libedit that would fail here; `nil` for nothing.
  ///
  /// libedit would show a prompt in a place that is not visible, read keys past this front end, or lose a text. It
  /// cuts a line to 1,024 characters when it goes to another one of the history, which is kept here instead.
  static let substitutes: [String: EditorFunction?] = [
    "ed-newline": .accept, "ed-end-of-file": .leave, "em-delete-or-list": .leave,
    "vi-list-or-eof": .leave, "ed-clear-screen": .clear, "vi-histedit": .editOutside,
    "ed-prev-history": .up, "ed-next-history": .down,
    "ed-search-prev-history": .searchBack, "ed-search-next-history": .searchOn,
    "em-inc-search-prev": .searchBack, "em-inc-search-next": .searchOn,
    "vi-search-prev": nil, "vi-search-next": nil, "vi-repeat-search-next": nil,
    "vi-repeat-search-prev": nil, "vi-to-history-line": nil, "vi-history-word": nil,
    "vi-undo-line": nil, "vi-comment-out": nil, "vi-alias": nil, "ed-command": nil,
    "ed-quoted-insert": nil,
  ]

  static let defaults: Set<String> = [
    "ed-insert", "ed-unassigned", "ed-sequence-lead-in", "ed-delete-prev-char",
    "vi-delete-prev-char", "em-delete-prev-char", "ed-prev-char", "ed-next-char",
    "ed-delete-next-char", "vi-insert",
  ]

  /// The edits of functions: ours in a text and in a secret, and libedit's in a secret.
  ///
  /// libedit never sees a secret: all its other functions do nothing there.
  static let edits: [String: TextEdit] = [
    "formwork-erase": .erase(.characterBefore), "formwork-delete": .erase(.characterAfter),
    "formwork-left": .move(.characterBefore), "formwork-right": .move(.characterAfter),
    "formwork-word-left": .move(.wordBefore), "formwork-word-right": .move(.wordAfter),
    "formwork-home": .move(.beginning), "formwork-end": .move(.end),
    "ed-delete-prev-char": .erase(.characterBefore),
    "em-delete-prev-char": .erase(.characterBefore),
    "vi-delete-prev-char": .erase(.characterBefore),
    "ed-delete-next-char": .erase(.characterAfter),
    "ed-delete-prev-word": .erase(.wordBefore), "em-delete-next-word": .erase(.wordAfter),
    "ed-kill-line": .erase(.end), "vi-kill-line-prev": .erase(.beginning),
    "em-kill-line": .eraseAll,
    "ed-prev-char": .move(.characterBefore), "ed-next-char": .move(.characterAfter),
    "ed-prev-word": .move(.wordBefore), "em-next-word": .move(.wordAfter),
    "ed-move-to-beg": .move(.beginning), "ed-move-to-end": .move(.end),
  ]

  /// Whether a function is this one, or one that this one replaces on its key.
  func stands(for function: String) -> Bool {
    if function == rawValue || Self.substitutes[function] == self { return true }
    guard let edit = Self.edits[rawValue], self != .wordLeft, self != .wordRight else {
      return false
    }
    return edit == Self.edits[function]
  }

  /// All keys except the terminal's own, which have a meaning whatever their encoding is.
  static let bindings: [(keys: String, key: EditorFunction)] =
    [
      ("^M", .accept), ("^J", .accept), ("^I", .complete), ("^D", .leave), ("^L", .clear),
      ("^H", .erase), ("^?", .erase), ("^B", .left), ("^F", .right), ("^P", .up), ("^N", .down),
      ("^R", .searchBack), ("\\ep", .searchBack), ("\\en", .searchOn),
    ]
    + Intent.allCases.flatMap { intent in
      let keys = intent.chords.map { "^X\($0)" } + intent.controls.map { "^\($0)" }
      return keys.compactMap { keys in EditorFunction(intent).map { (keys, $0) } }
    }

  /// Whether the function's keys are bound for the commands of vi, too.
  var isForCommands: Bool { ![.complete, .erase, .left, .right].contains(self) }
}
