import FormworkJSON
import FormworkMessages
import FormworkSystem
import Glibc
import TestSupport
import Testing

@testable import FormworkSchema

@Suite struct DocumentFileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Only YAML has single quotation marks, and only JSON refuses them.
  @Test(arguments: [
    ("a.json", #"{"a": 1}"#, true), ("a.JSON", " [1]", true), ("a.json", "a: 1", false),
    ("a.yaml", "a: 1", true), ("a.yml", "{a: 1}", true), ("a.YML", "'a'", true),
    ("a", #"{"a": 1}"#, true), ("a", "\n\t [1]", true), ("a", "\"a\"", true), ("a", "12", true),
    ("a", "a: 1", true), ("a", "{a: 1}", false), ("a.txt", "['a']", false), ("a.txt", "- a", true),
    (".json", "'a'", false), ("json", "'a'", true),
  ])
  func theNameOrTheBeginningDecidesTheFormat(_ name: String, _ text: String, isValid: Bool) throws {
    let path = try directory.write(text, to: name)
    if isValid {
      #expect(try DocumentFile.read(path).count > 0)
    } else {
      let error = #expect(throws: DocumentError.self) { try DocumentFile.read(path) }
      #expect(error?.isFault == true)
    }
  }

  @Test func aFaultNamesTheFileAndThePlace() throws {
    let path = try directory.write("a: 1\na: 2\n", to: "a.yaml")
    #expect(
      english { try DocumentFile.read(path) }
        == "\(path): line 2, column 1: the name \"a\" occurs twice: remove one")
    #expect(
      english { throw DocumentError.unreadable(path: "-", SystemError(code: EIO)) }
        == "standard input: Input/output error: name a file that can be read")
    #expect(
      english { throw DocumentError.unreadable(path: "a\u{1B}\n", SystemError(code: ENOENT)) }
        == "a\u{FFFD}\u{FFFD}: No such file or directory: name a file that can be read")
  }

  @Test func aMissingFileAndADirectoryAreUnreadable() {
    let missing = directory.path(of: "missing.json")
    #expect(
      throws: DocumentError.unreadable(path: missing, SystemError(code: ENOENT))
    ) { try DocumentFile.read(missing) }
    let path = directory.path
    #expect(
      throws: DocumentError.unreadable(path: path, SystemError(code: EISDIR))
    ) { try DocumentFile.read(path) }
  }

  @Test(arguments: ["json", "yaml"])
  func aLongFileIsALimit(format: String) throws {
    var limits = JSONDocument.Limits()
    limits.byteCount = 5
    let fitting = try directory.write("[1,2]", to: "fitting.\(format)")
    let long = try directory.write("[1, 2]", to: "long.\(format)")
    #expect(try DocumentFile.read(fitting, limits: limits).root.count == 2)
    #expect(
      english { try DocumentFile.read(long, limits: limits) }
        == "\(long): line 1, column 1: more than 5 bytes: shorten the document")
    #expect(
      english { try DocumentFile.read("/dev/zero", limits: limits) }
        == "/dev/zero: line 1, column 1: more than 5 bytes: shorten the document")
  }

  @Test func aPipeIsReadOrGivenUp() async throws {
    let path = directory.path(of: "pipe")
    try #require(mkfifo(path, 0o600) == 0)
    #expect(
      english {
        try DocumentFile.read(path, limits: JSONDocument.Limits(), timeout: .milliseconds(1))
      } == """
        \(path): nothing was written to it for 10 seconds: start a program that writes, or name a file
        """)
    // A process that waits for a reader can be given up, but not a thread.
    let (document, written) = try await onThreadOfItsOwn {
      let writer = try Child(["/bin/sh", "-c", "printf '[1]' > \"$0\"", path])
      let limits = JSONDocument.Limits()
      let document = try DocumentFile.read(path, limits: limits, timeout: .seconds(60))
      return (document, try writer.wait())
    }
    #expect(document.root.count == 1)
    #expect(written == Child.Outcome(.exited(0)))
  }
}

extension DocumentError {
  fileprivate var isFault: Bool { if case .fault = self { true } else { false } }
}

private func english(_ body: () throws -> JSONDocument) -> String? {
  #expect(throws: DocumentError.self) { try body() }.map { Catalogue.reading.text(for: $0.message) }
}
