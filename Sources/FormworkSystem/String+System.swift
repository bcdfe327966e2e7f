import Glibc

/// Texts of the system, such as paths, arguments and variables: bytes that need not be UTF-8.
///
/// A byte that is no part of UTF-8 becomes a stand-in, one of the private characters U+10FE80 to U+10FEFF. In a
/// text of the system these characters count as four such bytes themselves: each sequence of bytes has a text of
/// its own. No stand-in is an ASCII character, so that none is a slash or ends a path.
extension String {
  private static let standIns: ClosedRange<UInt32> = 0x10FE80...0x10FEFF

  /// The UTF-8 of each stand-in, and of few other characters, begins with this byte.
  private var mayHaveStandIns: Bool { utf8.contains(0xF4) }

  /// Creates a text that keeps all bytes of one of the system.
  package init(systemBytes bytes: some Collection<UInt8>) {
    if let text = String(validating: bytes, as: UTF8.self), !text.mayHaveStandIns {
      self = text
      return
    }
    var scalars = String.UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var (source, rest) = (bytes.makeIterator(), bytes[...])
    while true {
      let count: Int
      switch parser.parseScalar(from: &source) {
      case .emptyInput:
        self = String(scalars)
        return
      case .error(let length): count = length
      case .valid(let encoded):
        count = encoded.count
        let scalar = UTF8.decode(encoded)
        if !Self.standIns.contains(scalar.value) {
          scalars.append(scalar)
          rest = rest.dropFirst(count)
          continue
        }
      }
      scalars.append(
        contentsOf: rest.prefix(count).compactMap { Unicode.Scalar(0x10FE00 | UInt32($0)) })
      rest = rest.dropFirst(count)
    }
  }

  /// Creates a text that keeps all bytes of one of the system, up to its NUL.
  package init(systemText text: UnsafePointer<CChar>) {
    self.init(systemBytes: UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }

  /// The bytes of a text of the system.
  package var systemBytes: [UInt8] {
    guard mayHaveStandIns else { return Array(utf8) }
    return unicodeScalars.flatMap { scalar in
      Self.standIns.contains(scalar.value)
        ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
    }
  }

  /// The bytes of a text of the system, as its calls take them: with a NUL at the end.
  package var systemCString: [CChar] { systemBytes.map(CChar.init(bitPattern:)) + [0] }

  /// Whether the text of the system is UTF-8.
  package var isSystemUTF8: Bool {
    !mayHaveStandIns || !unicodeScalars.contains { Self.standIns.contains($0.value) }
  }

  /// The text of the system as a person reads it: a byte that is no part of UTF-8 is written like `\xff`.
  package var systemTextShown: String {
    if isSystemUTF8 { return self }
    return unicodeScalars.map { scalar in
      Self.standIns.contains(scalar.value)
        ? "\\x" + String(scalar.value & 0xFF, radix: 16) : String(scalar)
    }.joined()
  }
}

/// Paths. A slash counts even before a combining mark, which is one `Character` with it.
extension String {
  private static var slash: UInt8 { UInt8(ascii: "/") }

  /// The names in the path, without the slashes between them.
  package var pathComponents: [String] { unicodeScalars.split(separator: "/").map { String($0) } }

  package var isAbsolutePath: Bool { utf8.first == Self.slash }

  package var hasSlash: Bool { utf8.contains(Self.slash) }

  package var lastSlash: Index? { utf8.lastIndex(of: Self.slash) }
}
