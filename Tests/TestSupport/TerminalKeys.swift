/// The keys of a kind of terminal, from its description.
///
/// - SeeAlso: terminfo(5), infocmp(1).
package struct TerminalKeys: Sendable {
  /// A key and the bytes that the terminal sends for it.
  package struct Key: Hashable, Sendable {
    package let name: String
    package let bytes: [UInt8]
  }

  package let keys: [Key]

  /// Reads the description of a terminal, including keys that ncurses does not name.
  package init(_ terminal: String) throws(SupportError) {
    let outcome = try Child.run(["infocmp", "-1", "-x", terminal])
    guard outcome.status == .exited(0) else {
      throw .missing(path: terminal, fix: "install ncurses-base: \(outcome.errorText)")
    }
    keys = outcome.outputText.split(separator: "\n").compactMap { line in
      let capability = line.drop { $0 == "\t" }.dropLast()
      let parts = capability.split(separator: "=", maxSplits: 1)
      guard capability.hasPrefix("k"), parts.count == 2 else { return nil }
      return Key(name: String(parts[0]), bytes: Self.bytes(of: parts[1]))
    }
  }

  /// Decodes a string of terminfo.
  private static func bytes(of string: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(string.utf8)[...]
    while let byte = rest.popFirst() {
      switch (byte, rest.first) {
      case (UInt8(ascii: "\\"), UInt8(ascii: "E")?):
        rest.removeFirst()
        bytes.append(0x1B)
      case (UInt8(ascii: "\\"), let next?):
        rest.removeFirst()
        bytes.append(next)
      case (UInt8(ascii: "^"), UInt8(ascii: "?")?):
        rest.removeFirst()
        bytes.append(0x7F)
      case (UInt8(ascii: "^"), let next?):
        rest.removeFirst()
        bytes.append(next & 0x1F)
      default:
        bytes.append(byte)
      }
    }
    return bytes
  }
}
