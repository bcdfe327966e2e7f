import CFormwork

/// The modes of a terminal's screen that control sequences have switched on.
package struct ScreenModes {
  /// A mode, which is on or off.
  package struct Mode: Hashable, Sendable {
    package let name: String
    package let isOn: Bool
  }

  /// No bit, for modes that need none.
  private static let free = formwork_need(rawValue: 0)

  /// The private modes that a user notices: names, bits of `enum formwork_need`, numbers of xterm.
  private static let modes: [(name: String, use: formwork_need, numbers: [Int])] = [
    ("cursorKeys", FORMWORK_USES_KEYS, [1]),
    ("mouse", FORMWORK_USES_POINTER, [9, 1000, 1002, 1003, 1005, 1006, 1015, 1016]),
    ("focus", FORMWORK_USES_POINTER, [1004]),
    ("alternateScreen", FORMWORK_USES_SCREEN, [47, 1047, 1049]),
    ("margins", FORMWORK_USES_LINES, [69]), ("paste", FORMWORK_USES_PASTE, [2004]),
    ("update", free, [2026]), ("cursor", free, [25]), ("wrapping", FORMWORK_USES_LINES, [7]),
  ]

  /// The modes that are on at the start.
  private static let namesAtStart: Set = ["cursor", "wrapping"]

  /// The modes that ESC 7 saves, and ESC 8 restores, with the cursor.
  ///
  /// - SeeAlso: DEC STD 070, DECSC and DECRC.
  private static let savedNames: Set = ["attributes", "characterSet", "lineDrawing"]

  /// The modes that differed at any time, by the bits of `enum formwork_need`.
  package private(set) var used: [UInt32: Mode] = [:]

  /// The names of the modes that differ from those at the start.
  private var changed: Set<String> = []

  package init(after output: TerminalOutput) {
    // Without ESC 7 before, ESC 8 resets.
    var saved: Set<String> = []
    for sequence in output.sequences {
      let parameters = sequence.parameters
      switch sequence.final {
      case let characters where parameters == "(":
        note("lineDrawing", FORMWORK_USES_CHARACTERS, characters != "B")
      case "h" where parameters == "4", "l" where parameters == "4":
        note("insert", FORMWORK_USES_LINES, sequence.final == "h")
      case "h" where parameters.hasPrefix("?"), "l" where parameters.hasPrefix("?"):
        for number in sequence.modes {
          let mode = Self.modes.first { $0.numbers.contains(number) }
          if let mode { note(mode.name, mode.use, sequence.final == "h") }
        }
      case "r" where !parameters.hasPrefix("?"):
        note("region", FORMWORK_USES_LINES, !parameters.isEmpty)
      case "u" where parameters.hasPrefix(">") || parameters.hasPrefix("<"):
        note("keyReports", FORMWORK_USES_KEYS, parameters.hasPrefix(">"))
      case "\u{E}", "\u{F}":
        note("characterSet", FORMWORK_USES_CHARACTERS, sequence.final == "\u{E}")
      case "7" where parameters.isEmpty: saved = changed.intersection(Self.savedNames)
      case "8" where parameters.isEmpty:
        changed = changed.subtracting(Self.savedNames).union(saved)
      case "m" where !parameters.hasPrefix(">"):
        note("attributes", Self.free, !["", "0"].contains(parameters))
      default: break
      }
    }
  }

  private mutating func note(_ name: String, _ use: formwork_need, _ isOn: Bool) {
    if isOn == Self.namesAtStart.contains(name) {
      changed.remove(name)
    } else {
      changed.insert(name)
      used[use.rawValue] = Mode(name: name, isOn: isOn)
    }
  }

  /// The modes that differ from those at the start, first those that are on.
  package var differences: [Mode] {
    let off = changed.intersection(Self.namesAtStart)
    return changed.subtracting(off).sorted().map { Mode(name: $0, isOn: true) }
      + off.sorted().map { Mode(name: $0, isOn: false) }
  }

  /// Returns the modes that were switched on without their bit, if the front end's table has such bits.
  package func unnamed(in needs: UInt32) -> [Mode] {
    guard needs & FORMWORK_MODES_NAMED.rawValue != 0 else { return [] }
    return used.filter { $0.key & ~needs != 0 }.sorted { $0.key < $1.key }.map(\.value)
  }
}
