import Foundation
import FormworkJSON
import TestSupport
import Testing

/// The tables of HTML's constraints from web-platform-tests.
enum HTMLSuite {
  struct Row {
    /// The file, the table and the index of the row: `tooLong.json/cases/3`.
    let name: String
    let table: String
    let node: JSONNode

    /// The type of the control, which only some tables have.
    var control: String? { node["type"]?.string }

    var reasonToSkip: String? {
      HTMLSuite.skippedRows[name] ?? control.flatMap { HTMLSuite.skippedControls[$0] }
    }
  }

  /// The files; `patternMismatch.json` is about rules that the core does not have.
  static let files = [
    "email.json", "number.json", "stepMismatch.json", "tooLong.json", "tooShort.json", "valid.json",
    "valueMissing.json",
  ]

  static let isThere = Suites.folder != nil

  /// Returns all rows of a file, in order.
  static func rows(of file: String) throws -> [Row] {
    let folder = try #require(Suites.folder)
    let document = try String(contentsOfFile: "\(folder)/html-constraints/\(file)", encoding: .utf8)
    guard case .object(let members) = try JSONReader.read(document).value else { return [] }
    return members.filter { $0.name != "files" }.flatMap { member in
      (member.node["cases"] ?? member.node).elements.enumerated().map { index, node in
        Row(name: "\(file)/\(member.name)/\(index)", table: member.name, node: node)
      }
    }
  }
}

extension HTMLSuite {
  /// An unknown element of a row.
  struct Unexpected: Error {
    let what: String
  }
}

extension JSONNode {
  var string: String? { if case .string(let string) = value { string } else { nil } }
  var bool: Bool? { if case .bool(let bool) = value { bool } else { nil } }
  var elements: [JSONNode] { if case .array(let elements) = value { elements } else { [] } }

  func text(of name: String) throws -> String {
    guard let text = self[name]?.string else {
      throw HTMLSuite.Unexpected(what: "no text \(name) in \(text())")
    }
    return text
  }

  func flag(of name: String) throws -> Bool {
    guard let flag = self[name]?.bool else {
      throw HTMLSuite.Unexpected(what: "no flag \(name) in \(text())")
    }
    return flag
  }
}
