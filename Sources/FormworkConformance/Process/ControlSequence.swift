/// A control sequence, a choice of a character set, or a save or restore of the cursor.
///
/// - SeeAlso: ECMA-48, 5.4.
struct ControlSequence: Equatable {
  let parameters: String
  let final: UInt8

  /// The numbers of private modes.
  var modes: [String] { parameters.dropFirst().split(separator: ";").map(String.init) }

  /// The row to which the cursor moves, from 1; `nil` if the sequence has none.
  var row: Int? {
    switch final {
    case UInt8(ascii: "d"): Int(parameters)
    case UInt8(ascii: "H"), UInt8(ascii: "f"): Int(parameters.prefix { $0 != ";" })
    default: nil
    }
  }

  /// The column to which the cursor moves, from 1; `nil` if the sequence has none.
  var column: Int? {
    switch final {
    case UInt8(ascii: "G"), UInt8(ascii: "`"): Int(parameters)
    case UInt8(ascii: "H"), UInt8(ascii: "f"):
      parameters.split(separator: ";", omittingEmptySubsequences: false).dropFirst().first
        .flatMap { Int($0) }
    default: nil
    }
  }

  static func all(in output: [UInt8]) -> [ControlSequence] { parse(output).sequences }

  /// Returns the output without control characters and sequences.
  static func text(of output: [UInt8]) -> [UInt8] { parse(output).text }

  /// Returns the text outside of alternate screens, which stays when these are left.
  static func lastingText(of output: [UInt8]) -> [UInt8] { parse(output).lasting }

  /// Whether the following output is on an alternate screen; `nil` if the sequence does not change that.
  private var isOnAlternateScreen: Bool? {
    guard parameters.hasPrefix("?"), [UInt8(ascii: "h"), UInt8(ascii: "l")].contains(final),
      modes.contains(where: ["47", "1047", "1049"].contains)
    else { return nil }
    return final == UInt8(ascii: "h")
  }

  private static func parse(
    _ output: [UInt8]
  ) -> (sequences: [ControlSequence], text: [UInt8], lasting: [UInt8]) {
    var sequences: [ControlSequence] = []
    var text: [UInt8] = []
    var lasting: [UInt8] = []
    var isAlternate = false
    var rest = output[...]
    while let byte = rest.popFirst() {
      if byte >= 0x20 && byte != 0x7F {
        text.append(byte)
        if !isAlternate { lasting.append(byte) }
        continue
      }
      if byte == 0x0E || byte == 0x0F {
        sequences.append(ControlSequence(parameters: "", final: byte))
      }
      guard byte == 0x1B, let second = rest.popFirst() else { continue }
      switch second {
      case UInt8(ascii: "["):
        let parameters = rest.prefix { $0 < 0x40 }
        rest = rest.dropFirst(parameters.count)
        guard let final = rest.popFirst() else { break }
        let sequence = ControlSequence(
          parameters: String(decoding: parameters, as: UTF8.self), final: final)
        sequences.append(sequence)
        isAlternate = sequence.isOnAlternateScreen ?? isAlternate
      case UInt8(ascii: "("):
        guard let final = rest.popFirst() else { break }
        sequences.append(ControlSequence(parameters: "(", final: final))
      case UInt8(ascii: "7"), UInt8(ascii: "8"):
        sequences.append(ControlSequence(parameters: "", final: second))
      case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"):
        // A string ends with BEL or ESC \.
        while let next = rest.popFirst(), next != 0x07 {
          if next == 0x1B {
            rest = rest.dropFirst()
            break
          }
        }
      default: break
      }
    }
    return (sequences, text, lasting)
  }
}
