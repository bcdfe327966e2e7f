import CFormwork

/// What control sequences have switched on in a terminal's screen, and what of it not off again.
struct ScreenModes {
  /// What a person calls a mode, and the bit of `enum formwork_need` that names it: 0 needs no name.
  private typealias Mode = (name: String, use: formwork_need)

  private static let free = formwork_need(rawValue: 0)

  /// The private modes that a person notices, by the numbers of xterm.
  private static let modes: [String: Mode] = [
    "1": ("application cursor keys", FORMWORK_USES_KEYS),
    "9": ("mouse reports", FORMWORK_USES_POINTER), "1000": ("mouse reports", FORMWORK_USES_POINTER),
    "1002": ("mouse reports", FORMWORK_USES_POINTER),
    "1003": ("mouse reports", FORMWORK_USES_POINTER),
    "1004": ("focus reports", FORMWORK_USES_POINTER),
    "1005": ("mouse reports", FORMWORK_USES_POINTER),
    "1006": ("mouse reports", FORMWORK_USES_POINTER),
    "1015": ("mouse reports", FORMWORK_USES_POINTER),
    "1016": ("mouse reports", FORMWORK_USES_POINTER),
    "47": ("the alternate screen", FORMWORK_USES_SCREEN),
    "1047": ("the alternate screen", FORMWORK_USES_SCREEN),
    "1049": ("the alternate screen", FORMWORK_USES_SCREEN),
    "69": ("margins", FORMWORK_USES_LINES), "2004": ("bracketed paste", FORMWORK_USES_PASTE),
    "2026": ("a synchronized update", free),
  ]

  /// The modes that are on from the start.
  private static let switchedOn: [String: Mode] = [
    "25": ("the cursor", free), "7": ("wrapping", FORMWORK_USES_LINES),
  ]

  private static let attributes = "colours or attributes"
  private static let shiftedSet = "another character set"
  private static let lineDrawing = "line drawing"

  /// What ESC 7 saves, and ESC 8 puts back, with the cursor.
  ///
  /// - SeeAlso: DEC STD 070, DECSC and DECRC.
  private static let savedNames: Set = [attributes, shiftedSet, lineDrawing]

  /// What is otherwise than at the start, in words.
  private(set) var differences: [String] = []

  /// What was otherwise at any time, by the bits of `enum formwork_need`, in words.
  private(set) var used: [UInt32: String] = [:]

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
      case (UInt8(ascii: "h"), "4"): note("insert mode", FORMWORK_USES_LINES, true)
      case (UInt8(ascii: "l"), "4"): note("insert mode", FORMWORK_USES_LINES, false)
      case (UInt8(ascii: "r"), let parameters) where !parameters.hasPrefix("?"):
        note("a scroll region", FORMWORK_USES_LINES, !parameters.isEmpty)
      case (UInt8(ascii: "u"), let parameters) where parameters.hasPrefix(">"):
        note("other reports of keys", FORMWORK_USES_KEYS, true)
      case (UInt8(ascii: "u"), let parameters) where parameters.hasPrefix("<"):
        note("other reports of keys", FORMWORK_USES_KEYS, false)
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
    differences = on.sorted().map { "\($0) on" } + off.sorted().map { "\($0) off" }
  }

  private mutating func set(_ number: String, _ isOn: Bool) {
    if let mode = Self.modes[number] { note(mode.name, mode.use, isOn) }
    guard let mode = Self.switchedOn[number] else { return }
    if isOn { off.remove(mode.name) } else { off.insert(mode.name) }
    if !isOn { used[mode.use.rawValue] = "\(mode.name) off" }
  }

  private mutating func note(_ name: String, _ use: formwork_need, _ isOn: Bool) {
    if isOn { on.insert(name) } else { on.remove(name) }
    if isOn { used[use.rawValue] = name }
  }

  /// What was switched on, and is not named in a front end's table, which names what it may.
  func unnamed(in needs: UInt32) -> [String] {
    guard needs & FORMWORK_MODES_NAMED.rawValue != 0 else { return [] }
    return used.filter { $0.key & ~needs != 0 }.map(\.value).sorted()
  }
}
