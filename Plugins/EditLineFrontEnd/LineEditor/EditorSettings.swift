import CEditLine
import Glibc

/// The lines of `~/.editrc`, or of the file that `EDITRC` names, as far as libedit bears them.
///
/// libedit copies what it is told into rooms of 1,024 characters without looking, takes a line whose
/// quote has no end for one that is not there, and a program's name for a pattern of any size.
/// With `settc` it takes any number for the size of its terminal, and asks for as much memory; that
/// terminal is not the person's, so no use is lost.
struct EditorSettings {
  /// The most bytes of a line.
  private static let lineLimit = 1000

  /// The most bytes of the file.
  private static let fileLimit = 65_536

  /// The lines that can be tried, with their numbers.
  private(set) var lines: [(number: Int, text: String)] = []

  /// What is left out, for the person to know; `nil` where it is nothing.
  var complaint: String? {
    var parts: [String] = []
    if let first = leftOut.first {
      let others = leftOut.count == 1 ? "" : " and \(leftOut.count - 1) more"
      parts.append(
        "line \(first)\(others), with more than \(Self.lineLimit) bytes, an open quote, "
          + "settc, or what is no text")
    }
    if isCut { parts.append("what comes behind the first \(Self.fileLimit) bytes") }
    return parts.isEmpty ? nil : "\(name): left out: " + parts.joined(separator: "; ")
  }

  private let name: String
  private var leftOut: [Int] = []
  private var isCut = false

  init() {
    let named = secure_getenv("EDITRC").map { String(cString: $0) }
    name = named ?? "~/.editrc"
    let path = named ?? secure_getenv("HOME").map { String(cString: $0) + "/.editrc" } ?? ""
    let bytes = Self.bytes(of: path)
    isCut = bytes.count > Self.fileLimit
    // The last line may have been cut, too.
    let whole =
      isCut ? bytes[...(bytes.prefix(Self.fileLimit).lastIndex(of: 0x0A) ?? 0)] : bytes[...]
    for (index, line) in whole.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    {
      add(line, number: index + 1)
    }
  }

  /// Notes that libedit takes a line for none.
  mutating func leaveOut(_ number: Int) { leftOut.append(number) }

  private mutating func add(_ bytes: ArraySlice<UInt8>, number: Int) {
    let line = bytes.drop { $0 == 0x20 || $0 == 0x09 }
    guard let first = line.first, first != UInt8(ascii: "#") else { return }
    let program = line.split(separator: UInt8(ascii: ":"), maxSplits: 1).first ?? []
    guard line.count <= Self.lineLimit, !program.contains(UInt8(ascii: "{")),
      !line.contains(0), let text = String(validating: line, as: UTF8.self),
      !text.filter({ !"\"'\\".contains($0) }).contains("settc")
    else { return leaveOut(number) }
    lines.append((number, text))
  }

  /// A byte more than may be, so that it shows; nothing where there is no file.
  private static func bytes(of path: String) -> [UInt8] {
    // Whatever is no file would be waited for.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return [] }
    return [UInt8](unsafeUninitializedCapacity: fileLimit + 1) { buffer, count in
      while count < buffer.count {
        let read = read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
        if read < 0 && errno == EINTR { continue }
        if read <= 0 { return }
        count += read
      }
    }
  }
}
