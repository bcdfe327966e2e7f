import Foundation
import FormworkJSON
import TestSupport
import Testing

/// The tables of HTML's constraints, taken from web-platform-tests: what stands in a control, and
/// what the control has to say of it.
enum HTMLSuite {
  /// One line of a table.
  struct Row {
    /// The file, the table in it, and the line's place there: `tooLong.json/cases/3`.
    let name: String
    let table: String
    let node: JSONNode

    /// What a person would choose the control by; only some tables say it.
    var control: String? { node["type"]?.string }

    /// Why the row cannot be run, if it cannot.
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

  /// All rows of a file, in its order.
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
  /// Something in a row that no other one has.
  struct Unexpected: Error {
    let what: String
  }
}

extension JSONNode {
  var string: String? { if case .string(let string) = value { string } else { nil } }
  var bool: Bool? { if case .bool(let bool) = value { bool } else { nil } }
  var elements: [JSONNode] { if case .array(let elements) = value { elements } else { [] } }

  /// The member of this name, which has to be a text.
  func text(of name: String) throws -> String {
    guard let text = self[name]?.string else {
      throw HTMLSuite.Unexpected(what: "no text \(name) in \(text())")
    }
    return text
  }

  /// The member of this name, which has to be true or false.
  func flag(of name: String) throws -> Bool {
    guard let flag = self[name]?.bool else {
      throw HTMLSuite.Unexpected(what: "no flag \(name) in \(text())")
    }
    return flag
  }
}
