package import FormworkFrontEnd

/// An action that is possible everywhere in a form, with its keys and its word.
package enum Intent: CaseIterable {
  case next, previous, submit, reveal, switchFrontEnd, editOutside, help, section, skip, rewind
  case reset, reload

  private struct Row {
    /// The name of the function in `.editrc`, which never changes: users may have bound it to keys.
    let function: String
    let chords: [String]
    let word: String?
    /// The keys that perform the action without ^X, in front ends that read keys.
    var keys: [TerminalKey] = []
  }

  private var row: Row {
    switch self {
    case .next: Row(function: "next", chords: ["n", "^N"], word: "next")
    case .previous:
      Row(function: "previous", chords: ["p", "^P"], word: "back", keys: [.backTab])
    case .submit:
      Row(function: "submit", chords: ["s"], word: "submit", keys: [.function(10), .control("S")])
    case .reveal: Row(function: "reveal", chords: ["v", "^V"], word: nil)
    case .switchFrontEnd: Row(function: "front-end", chords: ["f", "^F"], word: "front-end")
    case .editOutside: Row(function: "edit", chords: ["e", "^E"], word: nil)
    case .help: Row(function: "help", chords: ["?", "h"], word: "help", keys: [.function(1)])
    case .section: Row(function: "section", chords: ["g", "^G"], word: "section")
    case .skip: Row(function: "skip", chords: ["N", "k", "^K"], word: "skip")
    case .rewind: Row(function: "rewind", chords: ["P"], word: "rewind")
    // Not ^C, which leaves.
    case .reset: Row(function: "reset", chords: ["c"], word: "clear")
    case .reload: Row(function: "reload", chords: ["r", "^R"], word: "reload")
    }
  }

  package var function: String { "formwork-\(row.function)" }

  /// The keys after ^X, in the words of editrc(5).
  package var chords: [String] { row.chords }

  /// The letters of the control keys that perform the action without ^X.
  package var controls: [Unicode.Scalar] {
    row.keys.compactMap { if case .control(let letter) = $0 { letter } else { nil } }
  }

  /// The word for a prompt that takes lines, without its colon; `nil` if the action needs a cursor.
  package var word: String? { row.word }

  package init?(chord key: Unicode.Scalar) {
    let isControl = key.value < 0x20
    let spelled = isControl ? "^\(Unicode.Scalar(UInt8(key.value) + 0x40))" : String(key)
    guard let intent = Self.allCases.first(where: { $0.chords.contains(spelled) }) else {
      return nil
    }
    self = intent
  }

  package init?(_ key: TerminalKey) {
    guard let intent = Self.allCases.first(where: { $0.row.keys.contains(key) }) else { return nil }
    self = intent
  }
}
