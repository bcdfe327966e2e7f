import CFormwork
import FormworkCore
import FormworkTesting

/// The modes of a terminal's screen that control sequences have switched on.
struct ScreenModes {
  /// Needs no bit.
  private static let free = formwork_need(rawValue: 0)

  /// The private modes that a user notices: names, bits of `enum formwork_need`, numbers of xterm.
  private static let modes: [(name: String, use: formwork_need, numbers: [Int])] = [
    ("mode.cursorKeys", FORMWORK_USES_KEYS, [1]),
    ("mode.mouse", FORMWORK_USES_POINTER, [9, 1000, 1002, 1003, 1005, 1006, 1015, 1016]),
    ("mode.focus", FORMWORK_USES_POINTER, [1004]),
    ("mode.alternateScreen", FORMWORK_USES_SCREEN, [47, 1047, 1049]),
    ("mode.margins", FORMWORK_USES_LINES, [69]), ("mode.paste", FORMWORK_USES_PASTE, [2004]),
    ("mode.update", free, [2026]), ("mode.cursor", free, [25]),
    ("mode.wrapping", FORMWORK_USES_LINES, [7]),
  ]

  /// The modes that are on at the start.
  private static let namesAtStart: Set = ["mode.cursor", "mode.wrapping"]

  private static let attributes = "mode.attributes"
  private static let shiftedSet = "mode.characterSet"
  private static let lineDrawing = "mode.lineDrawing"

  /// The modes that ESC 7 saves, and ESC 8 restores, with the cursor.
  ///
  /// - SeeAlso: DEC STD 070, DECSC and DECRC.
  private static let savedNames: Set = [attributes, shiftedSet, lineDrawing]

  /// The modes that differ from those at the start, in words.
  private(set) var differences: [Message] = []

  /// The modes that differed at any time, in words, by the bits of `enum formwork_need`.
  private(set) var used: [UInt32: Message] = [:]

  /// The names of the modes that differ from those at the start.
  private var changed: Set<String> = []

  init(after output: TerminalOutput) {
    // Without ESC 7 before, ESC 8 resets.
    var saved: Set<String> = []
    for sequence in output.sequences {
      let parameters = sequence.parameters
      switch sequence.final {
      case let characters where parameters == "(":
        note(Self.lineDrawing, FORMWORK_USES_CHARACTERS, characters != "B")
      case "h", "l": set(sequence, sequence.final == "h")
      case "r" where !parameters.hasPrefix("?"):
        note("mode.region", FORMWORK_USES_LINES, !parameters.isEmpty)
      case "u" where parameters.hasPrefix(">") || parameters.hasPrefix("<"):
        note("mode.keyReports", FORMWORK_USES_KEYS, parameters.hasPrefix(">"))
      case "\u{E}", "\u{F}":
        note(Self.shiftedSet, FORMWORK_USES_CHARACTERS, sequence.final == "\u{E}")
      case "7" where parameters.isEmpty: saved = changed.intersection(Self.savedNames)
      case "8" where parameters.isEmpty:
        changed = changed.subtracting(Self.savedNames).union(saved)
      case "m" where !parameters.hasPrefix(">"):
        note(Self.attributes, Self.free, !["", "0"].contains(parameters))
      default: break
      }
    }
    let off = changed.intersection(Self.namesAtStart)
    differences =
      changed.subtracting(off).sorted().map { Message("mode.on", ["mode": Message($0)]) }
      + off.sorted().map(Self.isOff)
  }

  /// Switches the modes of a sequence on or off.
  private mutating func set(_ sequence: TerminalOutput.ControlSequence, _ isOn: Bool) {
    if sequence.parameters == "4" { note("mode.insert", FORMWORK_USES_LINES, isOn) }
    guard sequence.parameters.hasPrefix("?") else { return }
    for number in sequence.modes {
      let mode = Self.modes.first { $0.numbers.contains(number) }
      if let mode { note(mode.name, mode.use, isOn) }
    }
  }

  private static func isOff(_ name: String) -> Message {
    Message("mode.off", ["mode": Message(name)])
  }

  private mutating func note(_ name: String, _ use: formwork_need, _ isOn: Bool) {
    let startsOn = Self.namesAtStart.contains(name)
    guard isOn != startsOn else {
      changed.remove(name)
      return
    }
    changed.insert(name)
    used[use.rawValue] = startsOn ? Self.isOff(name) : Message(name)
  }

  /// Returns the modes that were switched on without their bit, if the front end's table has such bits.
  func unnamed(in needs: UInt32) -> [Message] {
    guard needs & FORMWORK_MODES_NAMED.rawValue != 0 else { return [] }
    return used.filter { $0.key & ~needs != 0 }.sorted { $0.key < $1.key }.map(\.value)
  }
}
