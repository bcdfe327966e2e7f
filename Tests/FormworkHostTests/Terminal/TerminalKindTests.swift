import Glibc
import TestSupport
import Testing

@testable import FormworkHost

struct TerminalKindTests {
  /// Returns a compiled entry by term(5), with names of an odd length and one flag.
  private static func entry(moving text: String?, isWide: Bool = false) -> String {
    func short(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)] }
    let names = Array("kind|of a test\0".utf8)
    let table = Array("x\0".utf8) + (text.map { Array($0.utf8) + [0] } ?? [])
    let header = [isWide ? 0o1036 : 0o432, names.count, 2, 3, 11, table.count].flatMap(short)
    let padding = [UInt8](repeating: 0, count: (names.count + 2) % 2)
    let numbers = [UInt8](repeating: 0, count: 3 * (isWide ? 4 : 2))
    let offsets =
      (0..<10).flatMap { _ in short(0xFFFF) } + short(text == nil ? 0xFFFF : 2)
    let bytes = header + names + [1, 0] + padding + numbers + offsets + table
    return String(decoding: bytes.map { $0 == 0xFF ? 0x7F : $0 }, as: UTF8.self)
  }

  private static let movable = "\u{1B}[%i%p1%d;%p2%dH"

  private func kind(
    _ name: String?, in folder: TemporaryDirectory, _ more: [String: String] = [:]
  ) -> TerminalKind {
    var environment = more
    environment["TERM"] = name
    return TerminalKind({ environment[$0] }, defaults: [folder.path])
  }

  @Test(
    arguments: [
      (movable, .movable), (movable + "$<5>", .movable), ("\u{1B}[%i%p1%d;%p2%df", .movable),
      ("\u{1B}Y%p1%\u{27} \u{27}%+%c", .immovable), ("\u{1B}[%i%p2%d;%p1%dH", .immovable),
      ("", .immovable),
    ] as [(String, TerminalKind)], [false, true])
  func anEntryIsOneOfItsSequence(
    _ sequence: (String, TerminalKind), isWide: Bool
  ) throws {
    let folder = try TemporaryDirectory()
    try #require(mkdir(folder.path(of: "k"), 0o700) == 0)
    try folder.write(Self.entry(moving: sequence.0, isWide: isWide), to: "k/kind")
    #expect(kind("kind", in: folder) == sequence.1)
  }

  @Test func whatIsNoEntryMovesNothing() throws {
    let folder = try TemporaryDirectory()
    try #require(mkdir(folder.path(of: "6b"), 0o700) == 0)
    for text in ["", "x", String(Self.entry(moving: Self.movable).prefix(40))] {
      try folder.write(text, to: "6b/kind")
      #expect(kind("kind", in: folder) == .immovable)
    }
  }

  @Test func namesWithoutAnEntry() throws {
    let folder = try TemporaryDirectory()
    for name in [nil, "dumb", "emacs", "unknown"] { #expect(kind(name, in: folder) == .immovable) }
    for name in ["xterm-kitty", "../k/kind", ".", "no-such", "ö"] {
      #expect(kind(name, in: folder) == .unknown(name))
    }
    let none = { (name: String) in TerminalKind({ $0 == "TERM" ? name : nil }, defaults: []) }
    #expect(none("xterm-256color") == .movable)
    #expect(none("vt52") == .unknown("vt52"))
  }

  /// A variable has precedence, as set by the terminal's own program.
  @Test func variablesSayWhereEntriesLie() throws {
    let (usual, own) = (try TemporaryDirectory(), try TemporaryDirectory())
    try #require(mkdir(own.path(of: "k"), 0o700) == 0)
    try own.write(Self.entry(moving: Self.movable), to: "k/kind")
    #expect(kind("kind", in: usual) == .unknown("kind"))
    #expect(kind("kind", in: usual, ["TERMINFO": own.path]) == .movable)
    #expect(kind("kind", in: usual, ["TERMINFO_DIRS": ":/nowhere:\(own.path)"]) == .movable)
    #expect(kind("kind", in: usual, ["TERMINFO": "b64:AAAA"]) == .movable)
    #expect(kind("kind", in: usual, ["HOME": own.path]) == .unknown("kind"))
  }

  /// The entries of this system.
  @Test(arguments: [
    ("xterm", TerminalKind.movable), ("linux", .movable), ("vt100", .movable), ("dumb", .immovable),
    ("vt52", .immovable),
  ])
  func theSystemsOwn(name: String, expected: TerminalKind) {
    #expect(TerminalKind { $0 == "TERM" ? name : nil } == expected)
  }
}
