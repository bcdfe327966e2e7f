@testable import FormworkFrontEnd

extension SecretEditor {
  /// Applies an input with the keys of emacs.
  func press(_ input: TerminalInput) -> Outcome {
    guard case .key(let key) = input, let edit = Self.edits[key] else { return apply(input) }
    return apply(edit)
  }

  private static let edits: [TerminalKey: TextEdit] = [
    .backspace: .erase(.characterBefore), .delete: .erase(.characterAfter),
    .control("D"): .erase(.characterAfter), .control("W"): .erase(.wordBefore),
    .meta("\u{7F}"): .erase(.wordBefore), .meta("d"): .erase(.wordAfter),
    .control("K"): .erase(.end), .control("G"): .erase(.beginning), .control("U"): .eraseAll,
    .left: .move(.characterBefore), .right: .move(.characterAfter), .wordLeft: .move(.wordBefore),
    .wordRight: .move(.wordAfter), .home: .move(.beginning), .end: .move(.end),
  ]
}
