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
  case clear = "formwork-clear"
  /// Ends the reading of a line; no person types it.
  case finish = "formwork-finish"

  /// What people are told of them.
  static let explanations = [
    "Enter: take it and go on   ^X n: go on   Shift-Tab, ^X p: go back",
    "^X s: submit   ^X v: show or hide a secret   ^X e: edit with $VISUAL",
    "Tab: complete   ^X f: go on without a line editor   ^X ?: this help",
    "^D on an empty line: leave",
  ]

  /// A key, in the words of editrc(5), and where it is bound.
  struct Binding {
    /// Whom a binding is for.
    enum Reach {
      /// For what is typed, and for vi's commands as well.
      case everywhere
      /// For what is typed.
      case typing
      /// A sequence that begins with Escape. In vi mode Escape is a key of its own, and the rest of
      /// the sequence is typed as a command: so libedit has the arrow keys, too.
      case escaped
    }

    let keys: String
    let key: Key
    let reach: Reach

    init(_ keys: String, _ key: Key, _ reach: Reach = .everywhere) {
      (self.keys, self.key, self.reach) = (keys, key, reach)
    }
  }

  static let bindings: [Binding] = [
    Binding("^M", .accept), Binding("^J", .accept),
    Binding("^Xn", .next), Binding("^X^N", .next),
    Binding("^Xp", .previous), Binding("^X^P", .previous), Binding("\\e[Z", .previous, .escaped),
    // Not ^X^S: terminals stop at ^S.
    Binding("^Xs", .submit),
    Binding("^Xv", .reveal), Binding("^X^V", .reveal),
    Binding("^Xf", .switchFrontEnd), Binding("^X^F", .switchFrontEnd),
    Binding("^Xe", .editOutside), Binding("^X^E", .editOutside),
    Binding("^X?", .help), Binding("^Xh", .help),
    Binding("^I", .complete, .typing), Binding("^D", .leave), Binding("^L", .clear),
    Binding("^H", .erase, .typing), Binding("^?", .erase, .typing),
    Binding("\\e[3~", .delete, .escaped),
    Binding("^B", .left, .typing), Binding("^F", .right, .typing),
    Binding("\\e[D", .left, .escaped), Binding("\\e[C", .right, .escaped),
    Binding("\\eOD", .left, .escaped), Binding("\\eOC", .right, .escaped),
  ]
}
