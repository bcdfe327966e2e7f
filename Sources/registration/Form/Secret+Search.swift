import FormworkCore

extension Secret {
  /// Whether the secret contains a text, ignoring the case of ASCII letters.
  ///
  /// No copy of the secret is made. An empty text is not contained.
  func contains(_ text: String) -> Bool {
    let wanted = text.utf8.map(\.asciiLowercase)
    guard !wanted.isEmpty else { return false }
    return withBytes { bytes in
      guard bytes.count >= wanted.count else { return false }
      return (0...(bytes.count - wanted.count)).contains { start in
        wanted.indices.allSatisfy { bytes[start + $0].asciiLowercase == wanted[$0] }
      }
    }
  }

  /// Whether the secret is equal to a text, ignoring the case of ASCII letters.
  func equals(_ text: String) -> Bool {
    text.utf8.count == byteCount && contains(text)
  }

  /// Whether the secret only repeats a piece of at most `longest` bytes.
  func repeats(upTo longest: Int) -> Bool {
    withBytes { bytes in
      (1...longest).contains { period in
        bytes.count >= period * 2
          && bytes.indices.dropFirst(period).allSatisfy { bytes[$0] == bytes[$0 - period] }
      }
    }
  }

  /// Whether each byte follows the one before by the same step of one: `abcdef`, `987654`.
  var isSequence: Bool {
    withBytes { bytes in
      guard bytes.count > 2 else { return false }
      let steps = zip(bytes, bytes.dropFirst()).map { Int($1) - Int($0) }
      return abs(steps[0]) == 1 && steps.allSatisfy { $0 == steps[0] }
    }
  }
}

extension UInt8 {
  fileprivate var asciiLowercase: UInt8 { (0x41...0x5A).contains(self) ? self + 0x20 : self }
}
