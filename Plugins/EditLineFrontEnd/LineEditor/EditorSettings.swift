import CEditLine
import FormworkFrontEnd
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

  /// The most lines that bind keys to a text: each is looked at together with those before it.
  private static let macroLimit = 100

  /// A line that can be tried, and its number.
  struct Line: Equatable {
    let number: Int
    let text: String

    /// Whether the line binds keys to a text, by which keys may lead to each other without end.
    let isMacro: Bool

    /// Whether the line is about keys: what else libedit does not do here is of no use here.
    let isBinding: Bool
  }

  /// Why a line is left out.
  enum Reason: Int32 {
    // As `cel_do` has them.
    case openQuote = 1
    case unknown, refused
    case tooLong, pattern, notText, settc, loop, tooMany

    fileprivate var message: Message {
      let limit = self == .tooMany ? EditorSettings.macroLimit : EditorSettings.lineLimit
      return Message("editrc", of: "\(self)", count: limit)
    }
  }

  /// The lines that can be tried.
  private(set) var lines: [Line] = []

  /// What is left out, for the person to know; `nil` where it is nothing.
  var complaint: Message? {
    var parts: [Message] = []
    let leftOut = leftOut.sorted { $0.number < $1.number }
    for (index, (first, reason)) in leftOut.enumerated()
    where !leftOut[..<index].contains(where: { $0.reason == reason }) {
      let count = leftOut.count { $0.reason == reason } - 1
      let words = ["line": Message.number(first), "reason": reason.message]
      parts.append(Message(count == 0 ? "editrc.line" : "editrc.lines", words, count: count))
    }
    if let fault { parts.append(fault) }
    return parts.isEmpty
      ? nil
      : Message(
        "editrc.leftOut", ["name": .verbatim(name.systemTextShown), "parts": .sentences(parts)])
  }

  private let name: String
  private var leftOut: [(number: Int, reason: Reason)] = []
  private var macroCount = 0

  /// What is wrong with the file, or with a part of it.
  private var fault: Message?

  /// - Parameter file: The file; `nil` is the one that `EDITRC` names, or else the one in the home directory.
  init(file: String? = nil) {
    func value(_ name: String) -> String? { secure_getenv(name).map { String(systemText: $0) } }
    let named = file ?? value("EDITRC")
    name = named ?? "~/.editrc"
    let path = named ?? Environment.path("HOME", in: value).map { "\($0)/.editrc" } ?? ""
    let bytes = readBytes(of: path)
    let isCut = bytes.count > Self.fileLimit
    if isCut { fault = Message("editrc.cut", count: Self.fileLimit) }
    // The last line may have been cut, too.
    let whole =
      isCut ? bytes[...(bytes.prefix(Self.fileLimit).lastIndex(of: 0x0A) ?? 0)] : bytes[...]
    for (index, line) in whole.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    {
      add(line, number: index + 1)
    }
  }

  /// Notes that a line is not used.
  mutating func leaveOut(_ line: Line, because reason: Reason) {
    leftOut.append((line.number, reason))
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>, number: Int) {
    let line = bytes.drop { $0 == 0x20 || $0 == 0x09 }
    guard let first = line.first, first != UInt8(ascii: "#") else { return }
    let program = line.split(separator: UInt8(ascii: ":"), maxSplits: 1).first ?? []
    let text = line.contains(0) ? "" : String(validating: line, as: UTF8.self) ?? ""
    // libedit takes these away from its words.
    let plain = text.filter { !"\"'\\".contains($0) }
    let added = Line(
      number: number, text: text, isMacro: plain.contains("-s"), isBinding: plain.contains("bind"))
    if added.isMacro { macroCount += 1 }
    let reason: Reason? =
      if line.count > Self.lineLimit {
        .tooLong
      } else if text.isEmpty {
        .notText
      } else if program.contains(UInt8(ascii: "{")) {
        .pattern
      } else if plain.contains("settc") {
        .settc
      } else if added.isMacro && macroCount > Self.macroLimit {
        .tooMany
      } else {
        nil
      }
    // `bind` alone only prints all bindings, which is not shown: thousands of it make the first
    // question late.
    let command = text.split(separator: ":", maxSplits: 1).last ?? ""
    let isListing = command.split { $0 == " " || $0 == "\t" } == ["bind"]
    if let reason {
      leaveOut(added, because: reason)
    } else if !isListing {
      lines.append(added)
    }
  }

  /// More bytes than may be, so that it shows; nothing where there is no file.
  private mutating func readBytes(of path: String) -> [UInt8] {
    // Whatever is no file would be waited for.
    let descriptor = open(path.systemCString, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let error = SystemError.last
      if error.code != ENOENT && error.code != ENOTDIR { fault = .unreadable(error) }
      return []
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      // The usual way to have no settings at all: makedev(1, 3).
      let isNull = status.st_mode & S_IFMT == S_IFCHR && status.st_rdev == 0x103
      if !isNull { fault = "editrc.noFile" }
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
    Message("editrc.unreadable", ["reason": Message(explaining: error)])
  }
}
