import CEditLine
import FormworkFrontEnd
import Glibc

/// The lines of `~/.editrc`, or of the file that `EDITRC` names, that are safe for libedit.
///
/// libedit copies words into buffers of 1,024 characters without a check, ends the file at an open quote, and takes
/// the name of a program for a pattern of any size. By `settc` it would allocate a terminal of any size, which
/// the user would not see.
struct EditorSettings {
  private static let lineLimit = 1000
  private static let fileLimit = 65_536

  /// The maximum number of lines that bind keys to a text: each is compared with all before it.
  private static let macroLimit = 100

  struct Line: Equatable {
    let number: Int
    let text: String

    /// The text without the characters that libedit removes from its words.
    fileprivate var plain: String { text.filter { !"\"'\\".contains($0) } }

    /// Whether the line binds keys to a text, by which they may lead to each other without end.
    var isMacro: Bool { plain.contains("-s") }

    /// Whether the line is about keys; a failure of any other line does not matter here.
    var isBinding: Bool { plain.contains("bind") }
  }

  enum SkipReason: Int32 {
    // The results of `cel_do`.
    case openQuote = 1
    case unknown, refused
    case tooLong, pattern, notText, settc, loop, tooMany
  }

  private(set) var lines: [Line] = []

  var warning: Message? {
    let reasons = leftOut.mapValues { $0.sorted() }.sorted { $0.value[0] < $1.value[0] }
    var parts = reasons.map { reason, numbers in
      let limit = reason == .tooMany ? Self.macroLimit : Self.lineLimit
      let words = [
        "line": Message.number(numbers[0]),
        "reason": .key("editrc", of: "\(reason)", count: limit),
      ]
      let count = numbers.count - 1
      return Message.key(count == 0 ? "editrc.line" : "editrc.lines", words, count: count)
    }
    if let fault { parts.append(fault) }
    if parts.isEmpty { return nil }
    return .key(
      "editrc.leftOut", ["name": .verbatim(name.systemTextShown), "parts": .sentences(parts)])
  }

  private let name: String
  private var leftOut: [SkipReason: [Int]] = [:]
  private var fault: Message?

  /// - Parameter file: The file; `nil` for the one that `EDITRC` names, or else the one in the home directory.
  init(file: String? = nil) {
    func value(_ name: String) -> String? { secure_getenv(name).map { String(systemText: $0) } }
    let named = file ?? value("EDITRC")
    name = named ?? "~/.editrc"
    let path = named ?? Environment.path("HOME", in: value).map { "\($0)/.editrc" } ?? ""
    var bytes = readBytes(of: path)[...]
    if bytes.count > Self.fileLimit {
      fault = .key("editrc.cut", count: Self.fileLimit)
      // The last line may have been cut, too.
      bytes = bytes[...(bytes.prefix(Self.fileLimit).lastIndex(of: 0x0A) ?? 0)]
    }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() { add(line, number: index + 1) }
  }

  mutating func leaveOut(_ line: Line, because reason: SkipReason) {
    leftOut[reason, default: []].append(line.number)
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>, number: Int) {
    let bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 }
    guard let first = bytes.first, first != UInt8(ascii: "#") else { return }
    let text = bytes.contains(0) ? "" : String(validating: bytes, as: UTF8.self) ?? ""
    let parts = text.split(separator: ":", maxSplits: 1)
    let line = Line(number: number, text: text)
    let reason: SkipReason? =
      if bytes.count > Self.lineLimit {
        .tooLong
      } else if text.isEmpty {
        .notText
      } else if parts.first?.contains("{") == true {
        .pattern
      } else if line.plain.contains("settc") {
        .settc
      } else if line.isMacro && lines.count(where: \.isMacro) >= Self.macroLimit {
        .tooMany
      } else {
        nil
      }
    if let reason { return leaveOut(line, because: reason) }
    // `bind` alone prints all bindings, which is not shown and delays the first question.
    let isListing = parts.last?.split { $0 == " " || $0 == "\t" } == ["bind"]
    if !isListing { lines.append(line) }
  }

  private mutating func readBytes(of path: String) -> [UInt8] {
    // Opening a pipe would wait for its other end.
    let descriptor = open(path.systemCString, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let error = SystemError.last
      if error.code != ENOENT && error.code != ENOTDIR { fault = .unreadable(error) }
      return []
    }
    defer { close(descriptor) }
    let status = stat(of: descriptor)
    guard status?.isRegular == true else {
      // The null device is the usual way to have no settings.
      if status?.isNullDevice != true { fault = .key("editrc.noFile") }
      return []
    }
    do {
      return try [UInt8](readingFrom: descriptor, limit: Self.fileLimit)
    } catch {
      fault = .unreadable(error)
      return []
    }
  }
}

extension Message {
  fileprivate static func unreadable(_ error: SystemError) -> Message {
    .key("editrc.unreadable", ["reason": Message(explaining: error)])
  }
}
