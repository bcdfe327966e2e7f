import Accounts
import ArgumentParser
import FormworkCore
import FormworkJSON

enum MemberFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  case table, json, csv
}

/// A writer of members, page by page, which keeps only the widths of columns between pages.
struct MemberWriter {
  private let format: MemberFormat
  private let isSignedIn: Bool
  /// The words of a table at a terminal; `nil` for tabs without headings.
  private let headings: Catalogue?
  private var widths: [Int]?
  private var hasRows = false

  /// Creates a writer, which writes only names unless the reader has signed in.
  init(_ format: MemberFormat, isSignedIn: Bool, headings: Catalogue? = nil) {
    (self.format, self.isSignedIn, self.headings) = (format, isSignedIn, headings)
  }

  mutating func text(of members: [Member]) -> String {
    defer { hasRows = hasRows || !members.isEmpty }
    switch format {
    case .table: return table(of: members)
    case .json:
      return members.enumerated().map { place, member in
        (hasRows || place > 0 ? ",\n" : "[\n") + member.json(isSignedIn: isSignedIn).text()
      }.joined()
    case .csv:
      // CSV has no lists.
      let columns = MemberFact.all(isSignedIn: isSignedIn).filter { $0.name != "contacts" }
      let rows = members.map { member in columns.map { $0.cell(of: member) } }
      return ((hasRows ? [] : [columns.map(\.name)]) + rows)
        .map { $0.joined(separator: ",") + "\r\n" }.joined()
    }
  }

  var end: String {
    format != .json ? "" : hasRows ? "\n]\n" : "[]\n"
  }

  private mutating func table(of members: [Member]) -> String {
    var rows = members.map { cells(of: $0) }
    guard let headings else {
      return rows.map { $0.joined(separator: "\t") + "\n" }.joined()
    }
    if widths == nil {
      let columns = ["username", "name"] + (isSignedIn ? ["email", "seen"] : [])
      rows.insert(columns.map { headings.text(for: .key("members.column", of: $0)) }, at: 0)
    }
    let widths = widths ?? rows.widths
    self.widths = widths
    return rows.map { $0.aligned(to: widths) + "\n" }.joined()
  }

  private func cells(of member: Member) -> [String] {
    let names = [member.username, member.fullName]
    guard isSignedIn else { return names.map { $0.replacingControls() } }
    let catalogue = headings ?? .records
    let lastSeen = member.record?.lastSeen.map { catalogue.text(for: .time($0)) }
    return (names + [member.email ?? "", lastSeen ?? ""]).map { $0.replacingControls() }
  }
}

extension Catalogue {
  /// A catalogue that writes times for other programs: by ISO 8601, in UTC.
  fileprivate static let records = Catalogue([:]).usual(atTerminal: false)

  /// Returns the sentences with everyday numbers and times for a terminal, else plain ones, in UTC.
  func usual(atTerminal isTerminal: Bool) -> Catalogue {
    isTerminal
      ? styled(.everyday) : styled(.plain) { Timestamp.FormattingContext(now: .now) { _ in 0 } }
  }
}

extension [[String]] {
  fileprivate var widths: [Int] {
    (first ?? []).indices.map { column in map { $0[column].columnCount }.max() ?? 0 }
  }
}

extension [String] {
  /// Returns the cells as a line, each as wide as its column; a wider one moves the next ones.
  fileprivate func aligned(to widths: [Int]) -> String {
    var line = ""
    var blanks = 0
    for (cell, width) in zip(self, widths) {
      if !cell.isEmpty {
        line += String(repeating: " ", count: blanks) + cell
        blanks = 0
      }
      blanks += Swift.max(0, width - cell.columnCount) + 2
    }
    return line
  }
}

/// A fact about a member for other programs.
///
/// It is null if the reader may not see it, or if it was never noted.
private struct MemberFact: Sendable {
  let name: String
  let value: @Sendable (Member) -> JSONValue

  private static let names = [
    MemberFact(name: "username") { .string($0.username) },
    MemberFact(name: "givenName") { .string($0.givenName) },
    MemberFact(name: "familyName") { .string($0.familyName) },
  ]

  private static let others = [
    MemberFact(name: "email") { $0.email.map { .string($0) } ?? .null },
    MemberFact(name: "contacts") { .array($0.contacts.map(\.json)) },
    MemberFact(name: "isAdministrator") { $0.record.map { .bool($0.isAdministrator) } ?? .null },
    MemberFact(name: "created") { time($0.record?.created) },
    MemberFact(name: "lastSeen") { time($0.record?.lastSeen) },
    MemberFact(name: "lastChanged") { time($0.record?.lastChanged) },
  ]

  static func all(isSignedIn: Bool) -> [MemberFact] { isSignedIn ? names + others : names }

  private static func time(_ time: Timestamp?) -> JSONValue {
    time.map { .string(Catalogue.records.text(for: .time($0))) } ?? .null
  }

  func cell(of member: Member) -> String {
    switch value(member) {
    case .string(let text): text.replacingControls().csv
    case .bool(let isTrue): "\(isTrue)"
    default: ""
    }
  }
}

extension String {
  /// The text as a field of CSV: source is RFC 4180, section 2.
  fileprivate var csv: String {
    unicodeScalars.contains { ["\"", ",", "\r", "\n"].contains($0) }
      ? "\"\(replacing("\"", with: "\"\""))\"" : self
  }
}

extension Member {
  /// Returns the member as an object, with more than names if the reader has signed in.
  func json(isSignedIn: Bool) -> JSONNode {
    JSONNode(
      .object(
        MemberFact.all(isSignedIn: isSignedIn).map {
          JSONMember($0.name, JSONNode($0.value(self)))
        }))
  }
}

extension Contact {
  /// The contact as in a file of answers.
  fileprivate var json: JSONNode {
    .members([
      "kind": .text(kind.rawValue), "address": .text(address),
      "isPublic": JSONNode(.bool(isPublic)),
    ])
  }
}
