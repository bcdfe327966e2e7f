import Accounts
import ArgumentParser
import FormworkCore
import FormworkHost
import FormworkJSON

/// The format of a list of members.
enum MemberFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  case table, json, csv
}

/// Writes members page by page; of the pages before, it keeps only the widths of columns.
struct MemberWriter {
  private let format: MemberFormat
  private let isSignedIn: Bool
  /// The words of a table at a terminal; `nil` for tabs without headings.
  private let headings: Catalogue?
  private var widths: [Int]?
  private var hasRows = false

  /// Creates a writer, of names alone unless the reader has signed in.
  init(_ format: MemberFormat, isSignedIn: Bool, headings: Catalogue? = nil) {
    (self.format, self.isSignedIn, self.headings) = (format, isSignedIn, headings)
  }

  /// Returns the text of the next page.
  mutating func text(of members: [Member]) -> String {
    defer { hasRows = hasRows || !members.isEmpty }
    switch format {
    case .table: return table(of: members)
    case .json:
      return members.enumerated().map { place, member in
        (hasRows || place > 0 ? ",\n" : "[\n") + member.json(isSignedIn: isSignedIn).text()
      }.joined()
    case .csv:
      let names = hasRows ? [] : [MemberCell.names(isSignedIn: isSignedIn)]
      let rows = members.map { member in MemberCell.texts(of: member, isSignedIn: isSignedIn) }
      return (names + rows).map { $0.map(\.csv).joined(separator: ",") + "\r\n" }.joined()
    }
  }

  /// The text after the last page.
  var end: String {
    switch format {
    case .table: ""
    case .json: hasRows ? "\n]\n" : "[]\n"
    case .csv: ""
    }
  }

  private mutating func table(of members: [Member]) -> String {
    var rows = members.map { cells(of: $0) }
    guard let headings else {
      return rows.map { $0.joined(separator: "\t") + "\n" }.joined()
    }
    if widths == nil {
      let columns: [Message] =
        isSignedIn
        ? [
          "members.column.username", "members.column.name", "members.column.email",
          "members.column.seen",
        ] : ["members.column.username", "members.column.name"]
      rows.insert(columns.map { headings.text(for: $0) }, at: 0)
    }
    let widths = widths ?? rows.widths
    self.widths = widths
    return rows.map { $0.aligned(to: widths) + "\n" }.joined()
  }

  private func cells(of member: Member) -> [String] {
    let names = [member.username, member.fullName]
    guard isSignedIn else { return names.map { $0.replacingControls() } }
    let catalogue = headings ?? .records
    let lastSeen = member.record?.lastSeen.map { catalogue.text(for: .moment($0)) }
    return (names + [member.email ?? "", lastSeen ?? ""]).map { $0.replacingControls() }
  }
}

extension Catalogue {
  /// Writes times for other programs: by ISO 8601, in UTC.
  fileprivate static let records = Catalogue([:]).usual(atTerminal: false)

  /// Returns the sentences with everyday numbers and times for a terminal, else plain ones, in UTC.
  func usual(atTerminal isTerminal: Bool) -> Catalogue {
    isTerminal
      ? styled(.everyday) : styled(.plain) { Timestamp.FormattingContext(now: .now) { _ in 0 } }
  }
}

extension [[String]] {
  /// The width of the widest cell of each column.
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

/// A column of CSV.
private enum MemberCell: String, CaseIterable {
  case username, givenName, familyName, email, isAdministrator, created, lastSeen, lastChanged

  static func names(isSignedIn: Bool) -> [String] { known(isSignedIn).map(\.rawValue) }

  static func texts(of member: Member, isSignedIn: Bool) -> [String] {
    known(isSignedIn).map { $0.text(of: member).replacingControls() }
  }

  private static func known(_ isSignedIn: Bool) -> [MemberCell] {
    isSignedIn ? allCases : [.username, .givenName, .familyName]
  }

  private func text(of member: Member) -> String {
    switch self {
    case .username: member.username
    case .givenName: member.givenName
    case .familyName: member.familyName
    case .email: member.email ?? ""
    case .isAdministrator: member.record.map { "\($0.isAdministrator)" } ?? ""
    case .created: member.record?.created?.iso8601 ?? ""
    case .lastSeen: member.record?.lastSeen?.iso8601 ?? ""
    case .lastChanged: member.record?.lastChanged?.iso8601 ?? ""
    }
  }
}

extension Timestamp {
  fileprivate var iso8601: String { Catalogue.records.text(for: .moment(self)) }
}

extension String {
  /// The text as a field of CSV: source is RFC 4180, section 2.
  fileprivate var csv: String {
    unicodeScalars.contains { ["\"", ",", "\r", "\n"].contains($0) }
      ? "\"\(replacing("\"", with: "\"\""))\"" : self
  }
}

extension Member {
  /// Returns the member as an object; what the reader may not see, or was never noted, is null.
  ///
  /// - Parameter isSignedIn: Whether more than names is written.
  /// - Returns: The object.
  func json(isSignedIn: Bool) -> JSONNode {
    let names = [
      ("username", username), ("givenName", givenName), ("familyName", familyName),
    ].map { JSONMember($0, JSONNode(.string($1))) }
    guard isSignedIn else { return JSONNode(.object(names)) }
    func moment(_ moment: Timestamp?) -> JSONNode {
      JSONNode(moment.map { .string($0.iso8601) } ?? .null)
    }
    return JSONNode(
      .object(
        names + [
          JSONMember("email", JSONNode(email.map { .string($0) } ?? .null)),
          JSONMember("contacts", JSONNode(.array(contacts.map(\.json)))),
          JSONMember(
            "isAdministrator", JSONNode(record.map { .bool($0.isAdministrator) } ?? .null)),
          JSONMember("created", moment(record?.created)),
          JSONMember("lastSeen", moment(record?.lastSeen)),
          JSONMember("lastChanged", moment(record?.lastChanged)),
        ]))
  }
}

extension Contact {
  /// The contact as in a file of answers.
  fileprivate var json: JSONNode {
    JSONNode(
      .object([
        JSONMember("kind", JSONNode(.string(kind.rawValue))),
        JSONMember("address", JSONNode(.string(address))),
        JSONMember("isPublic", JSONNode(.bool(isPublic))),
      ]))
  }
}
