import CFormwork
import FormworkCore

/// What control sequences have switched on in a terminal's screen, and what of it not off again.
struct ScreenModes {
  /// The key of what a person calls a mode, and the bit of `enum formwork_need` that names it: 0 needs no name.
  private typealias Mode = (name: String, use: formwork_need)

  private static let free = formwork_need(rawValue: 0)

  /// The private modes that a person notices, by the numbers of xterm.
  private static let modes: [String: Mode] = [
    "1": ("mode.cursorKeys", FORMWORK_USES_KEYS),
    "9": ("mode.mouse", FORMWORK_USES_POINTER), "1000": ("mode.mouse", FORMWORK_USES_POINTER),
    "1002": ("mode.mouse", FORMWORK_USES_POINTER),
    "1003": ("mode.mouse", FORMWORK_USES_POINTER),
    "1004": ("mode.focus", FORMWORK_USES_POINTER),
    "1005": ("mode.mouse", FORMWORK_USES_POINTER),
    "1006": ("mode.mouse", FORMWORK_USES_POINTER),
    "1015": ("mode.mouse", FORMWORK_USES_POINTER),
    "1016": ("mode.mouse", FORMWORK_USES_POINTER),
    "47": ("mode.alternateScreen", FORMWORK_USES_SCREEN),
    "1047": ("mode.alternateScreen", FORMWORK_USES_SCREEN),
    "1049": ("mode.alternateScreen", FORMWORK_USES_SCREEN),
    "69": ("mode.margins", FORMWORK_USES_LINES), "2004": ("mode.paste", FORMWORK_USES_PASTE),
    "2026": ("mode.update", free),
  ]

  /// The modes that are on from the start.
  private static let switchedOn: [String: Mode] = [
    "25": ("mode.cursor", free), "7": ("mode.wrapping", FORMWORK_USES_LINES),
  ]

  private static let attributes = "mode.attributes"
  private static let shiftedSet = "mode.characterSet"
  private static let lineDrawing = "mode.lineDrawing"

  /// What ESC 7 saves, and ESC 8 puts back, with the cursor.
  ///
  /// - SeeAlso: DEC STD 070, DECSC and DECRC.
  private static let savedNames: Set = [attributes, shiftedSet, lineDrawing]

  /// What is otherwise than at the start, in words.
  private(set) var differences: [Message] = []

  /// What was otherwise at any time, by the bits of `enum formwork_need`, in words.
  private(set) var used: [UInt32: Message] = [:]

  private var on: Set<String> = []
  private var off: Set<String> = []

  /// Reads all that a front end has written.
  init(after output: [UInt8]) {
    // Without ESC 7 before it, ESC 8 resets.
    var saved: Set<String> = []
    for sequence in ControlSequence.all(in: output) {
      switch (sequence.final, sequence.parameters) {
      case (UInt8(ascii: "h"), let parameters) where parameters.hasPrefix("?"):
        for mode in sequence.modes { set(mode, true) }
      case (UInt8(ascii: "l"), let parameters) where parameters.hasPrefix("?"):
        for mode in sequence.modes { set(mode, false) }
      case (UInt8(ascii: "h"), "4"): note("mode.insert", FORMWORK_USES_LINES, true)
      case (UInt8(ascii: "l"), "4"): note("mode.insert", FORMWORK_USES_LINES, false)
      case (UInt8(ascii: "r"), let parameters) where !parameters.hasPrefix("?"):
        note("mode.region", FORMWORK_USES_LINES, !parameters.isEmpty)
      case (UInt8(ascii: "u"), let parameters) where parameters.hasPrefix(">"):
        note("mode.keyReports", FORMWORK_USES_KEYS, true)
      case (UInt8(ascii: "u"), let parameters) where parameters.hasPrefix("<"):
        note("mode.keyReports", FORMWORK_USES_KEYS, false)
      case (0x0E, ""): note(Self.shiftedSet, FORMWORK_USES_CHARACTERS, true)
      case (0x0F, ""): note(Self.shiftedSet, FORMWORK_USES_CHARACTERS, false)
      case (let set, "("):
        note(Self.lineDrawing, FORMWORK_USES_CHARACTERS, set != UInt8(ascii: "B"))
      case (UInt8(ascii: "7"), ""): saved = on.intersection(Self.savedNames)
      case (UInt8(ascii: "8"), ""): on = on.subtracting(Self.savedNames).union(saved)
      case (UInt8(ascii: "m"), let parameters) where !parameters.hasPrefix(">"):
        note(Self.attributes, Self.free, !["", "0"].contains(parameters))
      default: break
      }
    }
    differences =
      on.sorted().map { Message("mode.on", ["mode": Message($0)]) } + off.sorted().map(Self.isOff)
  }

  private mutating func set(_ number: String, _ isOn: Bool) {
    if let mode = Self.modes[number] { note(mode.name, mode.use, isOn) }
    guard let mode = Self.switchedOn[number] else { return }
    if isOn { off.remove(mode.name) } else { off.insert(mode.name) }
    if !isOn { used[mode.use.rawValue] = Self.isOff(mode.name) }
  }

  private static func isOff(_ name: String) -> Message {
    Message("mode.off", ["mode": Message(name)])
  }

  private mutating func note(_ name: String, _ use: formwork_need, _ isOn: Bool) {
    if isOn { on.insert(name) } else { on.remove(name) }
    if isOn { used[use.rawValue] = Message(name) }
  }

  /// What was switched on, and is not named in a front end's table, which names what it may.
  func unnamed(in needs: UInt32) -> [Message] {
    guard needs & FORMWORK_MODES_NAMED.rawValue != 0 else { return [] }
    return used.filter { $0.key & ~needs != 0 }.sorted { $0.key < $1.key }.map(\.value)
  }
}
