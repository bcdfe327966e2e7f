import CFormworkTerminal
import FormworkSystem
import Glibc

/// The streams of a front end.
struct Streams {
  let input: CInt = STDIN_FILENO

  /// The output: standard error if standard output is not a terminal, or if there is no user to prompt.
  ///
  /// In those cases standard output is for results. If neither output is a terminal, the user still sees
  /// the form on standard input: shells open it for reading and writing.
  let output: CInt

  /// Whether there is a user at a terminal that can move its cursor.
  let canMoveCursor: Bool

  /// The value of `TERM`, if terminfo does not know the terminal of the user.
  let unknownKind: String?

  /// The terminal whose modes are preserved; without a terminal, another descriptor.
  let terminal: CInt

  init() {
    let isPerson = isatty(STDIN_FILENO) == 1
    let shown = [STDOUT_FILENO, STDERR_FILENO].first { isatty($0) == 1 }
    output = isPerson ? shown ?? STDIN_FILENO : STDERR_FILENO
    let kind = isPerson && isatty(output) == 1 ? TerminalKind() : .immovable
    canMoveCursor = kind == .movable
    unknownKind = if case .unknown(let name) = kind { name } else { nil }
    terminal = isPerson ? STDIN_FILENO : output
  }

  /// Whether the output accepts data now; it does not on a terminal stopped by ^S or in a full pipe.
  var outputTakesMore: Bool {
    // A program in the background is not blocked by the terminal.
    if fwt_is_elsewhere(output) != 0 { return true }
    // Output that a front end has suspended, by tcflow(3) or a line discipline that writes nothing, is
    // resumed. Output that the user has suspended with ^S is not. Other files are not affected.
    fwt_edit_lines(output)
    tcflow(output, TCOON)
    var entry = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    return poll(&entry, 1, 0) > 0
  }
}

/// The support of a terminal, named by `TERM`, for the sequences of front ends: terminfo(5).
enum TerminalKind: Equatable {
  /// The terminal moves its cursor with the sequences of ECMA-48.
  case movable

  /// The terminal cannot move its cursor, or uses other sequences.
  case immovable

  /// Terminfo has no entry with this name.
  case unknown(String)

  /// The maximum size of an entry in bytes.
  private static let limit = 32_768

  init(
    _ environment: (String) -> String? = Environment.value,
    defaults: [String] = [
      "/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo", "/usr/lib/terminfo",
      "/usr/local/share/terminfo", "/run/current-system/sw/share/terminfo",
    ]
  ) {
    guard let name = environment("TERM"), !["dumb", "emacs", "unknown"].contains(name) else {
      self = .immovable
      return
    }
    let own = environment("TERMINFO")
    if let own, own.hasPrefix("hex:") || own.hasPrefix("b64:") {
      // The variable contains the entry itself, as only modern terminals do.
      self = .movable
      return
    }
    let home = environment("HOME").map { ["\($0)/.terminfo"] } ?? []
    let listed = environment("TERMINFO_DIRS").map {
      $0.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    }
    let folders = [own].compactMap(\.self) + home + (listed ?? []).filter { !$0.isEmpty } + defaults
    if let entry = Self.entry(of: name, in: folders) {
      self = Self.isMovable(entry) ? .movable : .immovable
    } else if !folders.contains(where: { access($0, F_OK) == 0 }) {
      // Without any terminfo, only the usual names are known.
      let usual = ["xterm", "screen", "tmux", "linux", "rxvt", "vt100", "vt220", "ansi"]
      self = usual.contains { name.hasPrefix($0) } ? .movable : .unknown(name)
    } else {
      self = .unknown(name)
    }
  }

  private static func entry(of name: String, in folders: [String]) -> [UInt8]? {
    guard let first = name.utf8.first, !name.contains("/"), first != UInt8(ascii: ".") else {
      return nil
    }
    let hexadecimal = (first < 16 ? "0" : "") + String(first, radix: 16)
    for folder in folders {
      for part in [String(decoding: [first], as: UTF8.self), hexadecimal] {
        let descriptor = open("\(folder)/\(part)/\(name)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { continue }
        defer { close(descriptor) }
        if let bytes = try? [UInt8](readingFrom: descriptor, limit: limit) { return bytes }
      }
    }
    return nil
  }

  /// Whether the compiled entry moves the cursor as front ends do.
  private static func isMovable(_ entry: [UInt8]) -> Bool {
    func short(_ offset: Int) -> Int? {
      guard offset >= 0, offset + 1 < entry.count else { return nil }
      return Int(Int16(truncatingIfNeeded: Int(entry[offset]) | Int(entry[offset + 1]) << 8))
    }
    let sizes = (0..<6).compactMap { short(2 * $0) }
    guard sizes.count == 6, let numberSize = [0o432: 2, 0o1036: 4][sizes[0]],
      sizes.dropFirst().allSatisfy({ $0 >= 0 })
    else { return false }
    // The names and Boolean values are followed by the numbers at an even offset, and by the offsets of
    // strings.
    let numbers = (12 + sizes[1] + sizes[2] + 1) & ~1
    let offsets = numbers + numberSize * sizes[3]
    let texts = offsets + 2 * sizes[4]
    let cursorAddress = 10
    guard sizes[4] > cursorAddress, let offset = short(offsets + 2 * cursorAddress), offset >= 0,
      texts + offset < entry.count
    else { return false }
    let text = String(decoding: entry[(texts + offset)...].prefix { $0 != 0 }, as: UTF8.self)
    let start = "\u{1B}[%i%p1%d;%p2%d"
    return text.hasPrefix(start + "H") || text.hasPrefix(start + "f")
  }
}
