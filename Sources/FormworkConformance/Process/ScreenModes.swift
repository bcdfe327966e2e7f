/// What control sequences have switched on in a terminal's screen and not off again.
struct ScreenModes {
  /// The private modes that a person notices, by the numbers of xterm.
  private static let names: [String: String] = [
    "9": "mouse reports", "1000": "mouse reports", "1002": "mouse reports",
    "1003": "mouse reports", "1004": "focus reports", "1005": "mouse reports",
    "1006": "mouse reports", "1015": "mouse reports", "1": "application cursor keys",
    "47": "the alternate screen", "1047": "the alternate screen",
    "1049": "the alternate screen", "2004": "bracketed paste",
  ]

  /// The modes that are on from the start.
  private static let switchedOn: [String: String] = ["25": "the cursor", "7": "wrapping"]

  /// What is otherwise than at the start, in words.
  let differences: [String]

  /// Reads all that a front end has written.
  init(after output: [UInt8]) {
    var on: Set<String> = []
    var off: Set<String> = []
    var isStyled = false
    for sequence in ControlSequence.all(in: output) {
      switch sequence.final {
      case UInt8(ascii: "h") where sequence.parameters.hasPrefix("?"):
        for mode in sequence.modes {
          on.insert(mode)
          off.remove(mode)
        }
      case UInt8(ascii: "l") where sequence.parameters.hasPrefix("?"):
        for mode in sequence.modes {
          off.insert(mode)
          on.remove(mode)
        }
      case UInt8(ascii: "m"):
        isStyled = !["", "0"].contains(sequence.parameters)
      default: break
      }
    }
    let left = Set(on.compactMap { Self.names[$0] }).sorted().map { "\($0) on" }
    let gone = Set(off.compactMap { Self.switchedOn[$0] }).sorted().map { "\($0) off" }
    differences = left + gone + (isStyled ? ["colours or attributes on"] : [])
  }
}
