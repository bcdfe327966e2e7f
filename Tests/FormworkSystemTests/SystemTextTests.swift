import Foundation
import Glibc
import TestSupport
import Testing

@testable import FormworkSystem

/// Texts of the system, which need not be UTF-8.
@Suite struct SystemTextTests {
  @Test(
    arguments: [
      ([], "", true), (Array("/tmp/é🎉".utf8), "/tmp/é🎉", true),
      ([0x78, 0xFF], "x\\xff", false), ([0xFF, 0x2F, 0xFE], "\\xff/\\xfe", false),
      // An incomplete character, and an overlong one.
      ([0xE2, 0x82, 0x2F], "\\xe2\\x82/", false), ([0xC0, 0xAF], "\\xc0\\xaf", false),
      // A surrogate, and the replacement for 0xFF.
      ([0xED, 0xA0, 0x80], "\\xed\\xa0\\x80", false),
      (Array("\u{10FEFF}".utf8), "\\xf4\\x8f\\xbb\\xbf", false),
      // Their neighbours.
      (Array("\u{10FE7F}\u{10FF00}".utf8), "\u{10FE7F}\u{10FF00}", true),
    ] as [([UInt8], String, Bool)])
  func bytesAreKeptAndShown(_ bytes: [UInt8], _ shown: String, isUTF8: Bool) {
    let text = String(systemBytes: bytes)
    #expect(text.systemBytes == bytes)
    #expect(text.systemCString == bytes.map(CChar.init(bitPattern:)) + [0])
    #expect(text.isSystemUTF8 == isUTF8)
    #expect(text.systemTextShown == shown)
    let again = (bytes.map(CChar.init(bitPattern:)) + [0]).withUnsafeBufferPointer {
      $0.baseAddress.map { String(systemText: $0) }
    }
    #expect(again == text)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func eachSequenceOfBytesHasATextOfItsOwn(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // Mostly beginnings and parts of replacements, or similar bytes.
    let alphabet: [UInt8] = [0xF4, 0x8F, 0xBA, 0xBB, 0x80, 0xBF, 0xFF, 0x2F, 0x61, 0xC3, 0xA9]
    let samples = (0..<20).map { _ in
      (0..<Int.random(in: 0...9, using: &random)).map { _ in
        alphabet.randomElement(using: &random) ?? 0
      }
    }
    for bytes in samples {
      let text = String(systemBytes: bytes)
      #expect(text.systemBytes == bytes)
      let parts = bytes.split(separator: 0x2F).map { Array($0) }
      #expect(text.pathComponents.map(\.systemBytes) == parts)
    }
    #expect(Set(samples.map { String(systemBytes: $0) }).count == Set(samples).count)
  }

  /// A slash with a combining mark is one character, but two parts of a path.
  @Test func aSlashCountsBeforeACombiningMark() throws {
    let path = "/a/\u{301}b"
    #expect(path.pathComponents == ["a", "\u{301}b"])
    #expect(Directory.parent(of: path) == "/a")
    #expect("/\u{301}".isAbsolutePath)
    let directory = try TemporaryDirectory()
    let outer = directory.path(of: "outer")
    try #require(mkdir(outer, 0o700) == 0 && mkdir(outer + "/\u{301}inner", 0o700) == 0)
    try #require(chmod(outer, 0o777) == 0)
    #expect(throws: DirectoryDistrust.writable(path: outer)) {
      try DirectoryDistrust.check(outer + "/\u{301}inner")
    }
  }

  /// Swift would pass the UTF-8 of a text, and replace invalid bytes of a received one.
  @Test func theSystemIsGivenTheBytes() throws {
    let calls =
      #/
      (?:^|[^.\w]|Glibc\.)(?:open(?:at)?\([^"]*(?:O_|flags)
      |(?:l?stat|access|mkdir|mknod|rename|unlink|opendir|realpath|readlink|chmod|dlopen|inotify_add_watch
      |fws_open_path|fwe_make_folder|fwe_sweep)\((?!at:|of:|ofEntryAt:)[a-z])
      |String\(cString:\ (?!strerror|strsignal|dlerror|setlocale)
      /#
    // Already a C string, as the template of mkstemp(3) is.
    let exempt =
      #/system(?:CString|Text)|func\ |unlink\(template\)|open\(name|String\(cString:\ \$0\)/#
    var faults: [String] = []
    for folder in ["Sources", "Plugins"] {
      let files = FileManager.default.enumerator(atPath: PackageFile(folder).path)
      for file in (files?.allObjects ?? []).map({ "\($0)" })
      where file.hasSuffix(".swift") && !file.hasPrefix("FormworkTesting") {
        for line in try PackageFile("\(folder)/\(file)").text().split(separator: "\n")
        where line.contains(calls) && !line.contains(exempt) && !line.contains("///") {
          faults.append("\(file): \(line)")
        }
      }
    }
    // The editor's file is named by an array of C characters.
    #expect(faults.filter { !$0.hasPrefix("FormworkHost/Running/ExternalEditor.swift: ") } == [])
  }
}
