/// A key behind ^X, which means the same to each front end that has it; the names are those of functions.
package enum Chord: String, CaseIterable {
  case next = "formwork-next"
  case previous = "formwork-previous"
  case submit = "formwork-submit"
  case reveal = "formwork-reveal"
  case switchFrontEnd = "formwork-front-end"
  case editOutside = "formwork-edit"
  case help = "formwork-help"
  case section = "formwork-section"
  case skip = "formwork-skip"
  case rewind = "formwork-rewind"
  case reset = "formwork-reset"
  case reload = "formwork-reload"

  /// The keys behind ^X, in the words of editrc(5).
  package var keys: [String] {
    switch self {
    case .next: ["n", "^N"]
    case .previous: ["p", "^P"]
    // Not ^S: terminals stop at it.
    case .submit: ["s"]
    case .reveal: ["v", "^V"]
    case .switchFrontEnd: ["f", "^F"]
    case .editOutside: ["e", "^E"]
    case .help: ["?", "h"]
    case .section: ["g", "^G"]
    case .skip: ["N", "k", "^K"]
    case .rewind: ["P"]
    // Not ^C, which leaves.
    case .reset: ["c"]
    case .reload: ["r", "^R"]
    }
  }

  /// Finds what a key is for behind ^X.
  package init?(key: Unicode.Scalar) {
    let spelled =
      if key.value < 0x20, let letter = Unicode.Scalar(key.value + 0x40) {
        "^\(letter)"
      } else {
        String(key)
      }
    guard let chord = Self.allCases.first(where: { $0.keys.contains(spelled) }) else { return nil }
    self = chord
  }
}
