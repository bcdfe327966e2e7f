import FormworkCore
import FormworkSystem
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FormworkStorage

@Suite struct SettingsFileTests {
  /// Creates a file in a separate home directory.
  private static func file(in directory: TemporaryDirectory) -> SettingsFile {
    SettingsFile(of: "club") { $0 == "HOME" ? directory.path : nil }
  }

  private static func write(_ text: String, to directory: TemporaryDirectory) throws -> String {
    let folder = directory.path(of: ".config/formwork")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: folder + "/club"))
    return folder + "/club"
  }

  /// A value that is set can be read in the same run and the next, and all other text stays.
  @Test(.serialized, arguments: 0..<20 as Range<UInt64>)
  func whatIsSetIsThere(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let directory = try TemporaryDirectory()
    let path = try Self.write("# mine\r\n\nzoom\n styles  other \n", to: directory)
    var expected = ["#": "mine", "styles": "other"]
    for _ in 0..<20 {
      let name = ["style", "order", "zoom"].randomElement(using: &random) ?? ""
      let value = ["plain", "a b", nil].randomElement(using: &random) ?? nil
      try Self.file(in: directory).set(name, to: value)
      expected[name] = value
      #expect(try Self.file(in: directory).read() == expected)
    }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.utf8.starts(with: "# mine\r\n\nzoom\n styles  other \n".utf8))
  }

  @Test func withoutAFileThereIsNothing() throws {
    let directory = try TemporaryDirectory()
    #expect(try Self.file(in: directory).read() == [:])
    try Self.file(in: directory).set("style", to: "plain")
    #expect(try Self.file(in: directory).read() == ["style": "plain"])
    let elsewhere = SettingsFile(of: "club") { _ in nil }
    #expect(try elsewhere.read() == [:])
    #expect(throws: (any Error).self) { try elsewhere.set("style", to: "plain") }
  }

  /// The message is one line with the file and the reason, and the file stays.
  @Test(
    arguments: [
      ("mode", "others may write to it: chmod 600 it"),
      ("link", "is a symbolic link: put a file there, or nothing"),
      ("text", "is no text in UTF-8: move it away"),
    ])
  func aFileThatCannotBeTrustedIsNotRead(fault: String, reason: String) throws {
    let directory = try TemporaryDirectory()
    let path = try Self.write("style plain\n", to: directory)
    switch fault {
    case "mode": chmod(path, 0o666)
    case "link":
      rename(path, path + ".other")
      symlink(path + ".other", path)
    default: try Data([0xFF]).write(to: URL(filePath: path))
    }
    let file = Self.file(in: directory)
    for act in [{ _ = try file.read() }, { try file.set("a", to: "b") }] {
      let error = #expect(throws: SettingsFileError.self) { try act() }
      #expect(
        (error?.message).map(Catalogue.storage.text(for:)) == "settings \(path): \(reason)")
    }
  }
}
