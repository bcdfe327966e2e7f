/// The parts of what a front end has written to its terminal.
package struct TerminalOutput {
  /// A control sequence, a choice of a character set, or a save or restore of the cursor.
  ///
  /// - SeeAlso: ECMA-48, 5.4.
  package struct ControlSequence: Equatable {
    package let parameters: String
    package let final: Character

    /// The numbers of private modes.
    package var modes: [Int] { parameters.dropFirst().split(separator: ";").compactMap { Int($0) } }

    /// The place to which the cursor moves, from 1; `nil` is the present row or column.
    package var place: (row: Int?, column: Int?) {
      let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map {
        Int($0)
      }
      return switch final {
      case "d": (numbers.first ?? nil, nil)
      case "G", "`": (nil, numbers.first ?? nil)
      case "H", "f": (numbers.first ?? nil, numbers.dropFirst().first ?? nil)
      default: (nil, nil)
      }
    }
  }

  package private(set) var sequences: [ControlSequence] = []

  /// The output without control characters and sequences.
  package private(set) var text: [UInt8] = []

  /// The text outside of alternate screens, which stays when these are left.
  package private(set) var lastingText: [UInt8] = []

  package init(_ output: some Collection<UInt8>) {
    var isAlternate = false
    var rest = Array(output)[...]
    while let byte = rest.popFirst() {
      if byte >= 0x20 && byte != 0x7F {
        text.append(byte)
        if !isAlternate { lastingText.append(byte) }
        continue
      }
      if byte == 0x0E || byte == 0x0F { add("", byte) }
      guard byte == 0x1B, let second = rest.popFirst() else { continue }
      switch Unicode.Scalar(second) {
      case "[":
        let parameters = rest.prefix { $0 < 0x40 }
        rest = rest.dropFirst(parameters.count)
        guard let final = rest.popFirst() else { break }
        let sequence = add(String(decoding: parameters, as: UTF8.self), final)
        if sequence.parameters.hasPrefix("?"), ["h", "l"].contains(sequence.final),
          sequence.modes.contains(where: [47, 1047, 1049].contains)
        {
          isAlternate = sequence.final == "h"
        }
      case "(":
        if let final = rest.popFirst() { add("(", final) }
      case "7", "8": add("", second)
      case "]", "P", "_", "^":
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
  }

  @discardableResult
  private mutating func add(_ parameters: String, _ final: UInt8) -> ControlSequence {
    let sequence = ControlSequence(
      parameters: parameters, final: Character(Unicode.Scalar(final)))
    sequences.append(sequence)
    return sequence
  }
}
