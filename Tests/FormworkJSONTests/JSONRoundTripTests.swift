import Foundation
import FormworkJSON
import TestSupport
import Testing

@Suite struct JSONRoundTripTests {
  @Test(.serialized, arguments: UInt64(0)..<500)
  func randomDocumentsComeBack(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let node = JSONNode.random(using: &generator, depth: 4)
    #expect(try JSONReader.read(node.text()) == node)
    #expect(try JSONReader.read(node.text(isPretty: true)) == node)
  }

  @Test func writesPlainly() throws {
    let node = try JSONReader.read(
      "{\"a\":[1.50,\"\\u001b\\u202e\\u007f\\uffff\\\"\\\\é\"],\"b\":{},\"c\":[]}")
    #expect(
      node.text() == "{\"a\":[1.5,\"\\u001b\\u202e\\u007f\\uffff\\\"\\\\é\"],\"b\":{},\"c\":[]}")
    #expect(
      node.text(isPretty: true) == """
        {
          "a": [
            1.5,
            "\\u001b\\u202e\\u007f\\uffff\\"\\\\é"
          ],
          "b": {},
          "c": []
        }
        """)
  }

  private static let sample = Array(
    "{\"a\": [1, -2.5e+3, true, false, null], \"é\\u00e9\\ud83d\\ude00\": {\"b\": \"😀 text\"}}".utf8
  )

  @Test(.serialized, arguments: 0..<JSONRoundTripTests.sample.count)
  func truncationsAreRefused(_ count: Int) {
    #expect(throws: JSONError.self) { try JSONReader.read(Array(Self.sample.prefix(count))) }
  }

  /// Any bytes are read or refused, and a document can be written and read again.
  @Test(.serialized, arguments: UInt64(0)..<2_000)
  func mutationsDoNoHarm(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var document = Self.sample
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let place = Int.random(in: document.indices, using: &generator)
      document[place] = UInt8.random(in: 0...255, using: &generator)
    }
    do {
      let node = try JSONReader.read(document)
      #expect(try JSONReader.read(node.text()) == node)
    } catch {
      #expect(error.place.line >= 1 && error.place.column >= 1)
    }
  }

  @Test(.enabled(if: Suites.folder != nil, "the shared suites are not there"))
  func realDocumentsComeBack() throws {
    let suites = URL(filePath: try #require(Suites.folder))
    var count = 0
    for folder in [suites, suites.deletingLastPathComponent().appending(path: "forms")] {
      let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard file.pathExtension == "json" else { continue }
        let node = try JSONReader.read([UInt8](Data(contentsOf: file)))
        #expect(try JSONReader.read(node.text(isPretty: true)) == node, "\(file.path)")
        count += 1
      }
    }
    #expect(count > 30)
  }
}

extension JSONNode {
  static func random(
    using generator: inout SeededGenerator, depth: Int
  ) -> JSONNode {
    func text() -> String {
      let pool: [Unicode.Scalar] = ["a", "é", "\"", "\\", "\u{1B}", "\u{202E}", "😀", "\n", "/"]
      let scalars = (0..<Int.random(in: 0...6, using: &generator)).compactMap { _ in
        pool.randomElement(using: &generator)
      }
      return String(String.UnicodeScalarView(scalars))
    }
    switch Int.random(in: 0...(depth > 0 ? 7 : 4), using: &generator) {
    case 0: return JSONNode(.null)
    case 1: return JSONNode(.bool(.random(using: &generator)))
    case 2: return JSONNode(.number(ExactDecimal(.random(in: -1000...1000, using: &generator))))
    case 3: return JSONNode(.number(-0.0125))
    case 4: return JSONNode(.string(text()))
    case 5, 6:
      return JSONNode(
        .array(
          (0..<Int.random(in: 0...4, using: &generator)).map { _ in
            random(using: &generator, depth: depth - 1)
          }))
    default:
      var names: Set<String> = []
      var members: [JSONMember] = []
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        let name = text()
        guard names.insert(name).inserted else { continue }
        members.append(JSONMember(name, random(using: &generator, depth: depth - 1)))
      }
      return JSONNode(.object(members))
    }
  }
}
