import FormworkCore
import Foundation
import TestSupport
import Testing

@testable import FormworkStorage

@Suite struct SettingsFileTests {
  private let file: StoredFile
  private var settings: SettingsFile {
    SettingsFile(of: "club") { [file] in $0 == "HOME" ? file.directory.path : nil }
  }

  init() throws { file = try StoredFile("club", in: ".config/formwork") }

  /// A value that is set can be read in the same run and the next, and all other text stays.
  @Test(.serialized, arguments: 0..<20 as Range<UInt64>)
  func whatIsSetIsThere(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let mine = "# mine\r\n\nzoom\n styles  other \n"
    try file.write(mine.utf8)
    var expected = ["#": "mine", "styles": "other"]
    for _ in 0..<20 {
      let name = ["style", "order", "zoom"].randomElement(using: &random) ?? ""
      let value = ["plain", "a b", nil].randomElement(using: &random) ?? nil
      try settings.set(name, to: value)
      expected[name] = value
      #expect(try settings.read() == expected)
    }
    #expect(try file.contents().utf8.starts(with: mine.utf8))
  }

  @Test func withoutAFileThereIsNothing() throws {
    #expect(try settings.read() == [:])
    try settings.set("style", to: "plain")
    #expect(try settings.read() == ["style": "plain"])
    let elsewhere = SettingsFile(of: "club") { _ in nil }
    #expect(try elsewhere.read() == [:])
    #expect(throws: Message.key("settings.noHome")) {
      try elsewhere.set("style", to: "plain")
    }
  }

  /// The message is one line with the file and the reason, and the file stays.
  @Test(arguments: [
    (Array("style plain\n".utf8), mode_t(0o666), "others may write to it: chmod 600 it"),
    ([0xFF], 0o600, "is no text in UTF-8: move it away"),
  ])
  func aFileThatCannotBeTrustedIsNotRead(bytes: [UInt8], mode: mode_t, reason: String) throws {
    try file.write(bytes, mode: mode)
    for act in [{ _ = try settings.read() }, { try settings.set("a", to: "b") }] {
      let error = #expect(throws: Message.self) { try act() }
      #expect(
        (error?.message).map(Catalogue.storage.text(for:))
          == "settings \(file.path): \(reason)")
    }
    #expect(try Data(contentsOf: URL(filePath: file.path)) == Data(bytes))
  }
}
