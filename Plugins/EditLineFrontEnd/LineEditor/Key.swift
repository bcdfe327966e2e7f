import Conversation
import FormworkFrontEnd
import Interaction
import Wording

/// What keys do beyond what libedit knows.
///
/// The names are for `.editrc`: `bind "^G" formwork-submit`.
enum Key: String, CaseIterable {
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
  /// Ends the reading of a line; no person types it.
  case finish = "formwork-finish"

  /// The key of ours for one of the terminal's, however that spells it.
  init?(_ key: TerminalKey) {
    if let intent = Intent(key), let own = Key(intent) {
      self = own
      return
    }
    switch key {
    case .enter: self = .accept
    case .delete: self = .delete
    case .left: self = .left
    case .right: self = .right
    case .wordLeft: self = .wordLeft
    case .wordRight: self = .wordRight
    case .home: self = .home
    case .end: self = .end
    case .up: self = .up
    case .down: self = .down
    case .backspace, .tab, .backTab, .escape, .control, .meta, .insert, .pageUp, .pageDown,
      .function, .mouse,
      .unknown:
      return nil
    }
  }

  /// The key of ours for something that a person can do anywhere.
  init?(_ intent: Intent) { self.init(rawValue: intent.function) }

  /// The character that libedit has it by, whatever keys it is bound to: a control that is never handed
  /// on as typed.
  var character: Unicode.Scalar {
    Unicode.Scalar(0x80 + UInt8(Self.allCases.firstIndex(of: self) ?? 0))
  }

  /// The key of ours that libedit has by a character.
  init?(character: Unicode.Scalar) {
    guard let key = Self.allCases.first(where: { $0.character == character }) else { return nil }
    self = key
  }

  /// What a key of libedit's own is made, since that would show a prompt where nothing is seen, read
  /// keys past this front end, or lose a text; `nil` is nothing.
  ///
  /// What was entered before is kept here: libedit cuts a line to 1,024 characters when it goes there.
  static let substitutes: [String: Key?] = [
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

  /// What libedit has for our keys where nothing was bound to them.
  static let defaults: Set<String> = [
    "ed-insert", "ed-unassigned", "ed-sequence-lead-in", "ed-delete-prev-char",
    "vi-delete-prev-char", "em-delete-prev-char", "ed-prev-char", "ed-next-char",
    "ed-delete-next-char", "vi-insert",
  ]

  /// The edits that functions stand for: ours in a text and in a secret, and libedit's in a secret.
  ///
  /// libedit never sees a secret: a function that is not here does nothing there.
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

  /// Whether libedit has a function for the key of a terminal that ours stands for.
  func stands(for function: String) -> Bool {
    switch self {
    case .left: function == "ed-prev-char"
    case .right: function == "ed-next-char"
    case .home: function == "ed-move-to-beg"
    case .end: function == "ed-move-to-end"
    case .delete: function == "ed-delete-next-char"
    default: false
    }
  }

  /// A key, in the words of editrc(5), and where it is bound.
  struct Binding {
    /// What a binding is for.
    enum Reach {
      /// For what is typed, and for vi's commands as well.
      case everywhere
      /// For what is typed.
      case typing
      /// For what is typed with the keys of emacs: in vi mode, Escape is a key of its own.
      case emacs
    }

    let keys: String
    let key: Key
    let reach: Reach

    init(_ keys: String, _ key: Key, _ reach: Reach = .everywhere) {
      (self.keys, self.key, self.reach) = (keys, key, reach)
    }
  }

  /// The terminal's own keys are none of these: they are known by what they mean, however spelled.
  static let bindings: [Binding] =
    [
      Binding("^M", .accept), Binding("^J", .accept),
      Binding("^I", .complete, .typing), Binding("^D", .leave), Binding("^L", .clear),
      Binding("^H", .erase, .typing), Binding("^?", .erase, .typing),
      Binding("^B", .left, .typing), Binding("^F", .right, .typing),
      Binding("^P", .up), Binding("^N", .down),
      Binding("^R", .searchBack), Binding("\\ep", .searchBack, .emacs),
      Binding("\\en", .searchOn, .emacs),
    ]
    + Intent.allCases.flatMap { intent in
      let keys = intent.chords.map { "^X\($0)" } + intent.controls.map { "^\($0)" }
      return keys.compactMap { keys in Key(intent).map { Binding(keys, $0) } }
    }
}
