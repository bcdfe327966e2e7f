package import Glibc

/// Texts of the system, such as paths, arguments and variables, whose bytes may be invalid UTF-8.
///
/// Each byte that is invalid UTF-8 becomes a stand-in, a private-use character from U+10FE80 to U+10FEFF. If such a
/// character occurs in a text of the system, its own four bytes become stand-ins, so that all byte sequences have
/// different texts. Stand-ins are not ASCII, so none is a slash or ends a path.
extension String {
  private static let standIns: ClosedRange<UInt32> = 0x10FE80...0x10FEFF

  /// Whether the text contains the first byte in UTF-8 of all stand-ins, and of few other characters.
  private var mayHaveStandIns: Bool { utf8.contains(0xF4) }

  /// Creates a text that preserves all bytes of a text of the system.
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

  /// Creates a text that preserves all bytes of a C string of the system.
  package init(systemText text: UnsafePointer<CChar>) {
    self.init(systemBytes: UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }

  package var systemBytes: [UInt8] {
    guard mayHaveStandIns else { return Array(utf8) }
    return unicodeScalars.flatMap { scalar in
      Self.standIns.contains(scalar.value)
        ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
    }
  }

  /// The bytes of a text of the system with a NUL at the end, for system calls.
  package var systemCString: [CChar] { systemBytes.map(CChar.init(bitPattern:)) + [0] }

  package var isSystemUTF8: Bool {
    !mayHaveStandIns || !unicodeScalars.contains { Self.standIns.contains($0.value) }
  }

  /// The text of the system for the user: invalid bytes are written like `\xff`.
  package var systemTextShown: String {
    if isSystemUTF8 { return self }
    return unicodeScalars.map { scalar in
      Self.standIns.contains(scalar.value)
        ? "\\x" + String(scalar.value & 0xFF, radix: 16) : String(scalar)
    }.joined()
  }
}

extension String {
  /// Returns the text with `%` and two digits for all bytes except ASCII letters and digits, and others.
  ///
  /// Source: RFC 3986, section 2.1.
  package func percentEncoded(except others: String) -> String {
    utf8.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: String(Unicode.Scalar(byte))
      case _ where others.utf8.contains(byte): String(Unicode.Scalar(byte))
      default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}

/// Paths. A slash separates names even before a combining mark, with which it forms one `Character`.
extension String {
  private static var slash: UInt8 { UInt8(ascii: "/") }

  /// The names in the path, without the slashes between them.
  package var pathComponents: [String] { unicodeScalars.split(separator: "/").map { String($0) } }

  package var isAbsolutePath: Bool { utf8.first == Self.slash }

  package var hasSlash: Bool { utf8.contains(Self.slash) }

  package var lastSlash: Index? { utf8.lastIndex(of: Self.slash) }
}

extension tm {
  /// Formats the time by a format of strftime(3), as at most 63 bytes.
  package func text(_ format: String) -> String {
    var bytes = [CChar](repeating: 0, count: 64)
    let count = withUnsafePointer(to: self) { strftime(&bytes, bytes.count, format, $0) }
    return String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
