package import Accounts
import FormworkCore

extension Member: WireValue {
  package init(_ object: WireObject) throws(WireError) {
    self.init(
      id: Int64(try object.number("id")), username: try object.text("username"),
      givenName: try object.text("givenName"), familyName: try object.text("familyName"),
      email: try object.optionalText("email"), contacts: try object.values("contacts"),
      termsVersion: try object.optionalNumber("termsVersion"),
      record: try object.optionalValue("record"))
  }

  package func write(to wire: inout WireWriter) {
    wire.write("id", id)
    wire.write("username", username)
    wire.write("givenName", givenName)
    wire.write("familyName", familyName)
    wire.write("email", email)
    wire.write("contacts", contacts)
    wire.write("termsVersion", termsVersion)
    wire.write("record", record)
  }
}

extension Member.Record: WireValue {
  package init(_ object: WireObject) throws(WireError) {
    func time(_ name: String) throws(WireError) -> Timestamp? {
      try object.optionalNumber(name).map { Timestamp(milliseconds: Int64($0)) }
    }
    self.init(
      isAdministrator: try object.flag("isAdministrator"), created: try time("created"),
      lastSeen: try time("lastSeen"), lastChanged: try time("lastChanged"),
      version: try object.number("version"))
  }

  package func write(to wire: inout WireWriter) {
    wire.write("isAdministrator", isAdministrator)
    wire.write("created", created?.milliseconds)
    wire.write("lastSeen", lastSeen?.milliseconds)
    wire.write("lastChanged", lastChanged?.milliseconds)
    wire.write("version", version)
  }
}

extension MemberPage: WireValue {
  package init(_ object: WireObject) throws(WireError) {
    let text = try object.optionalText("next")
    let next = text.flatMap { MemberCursor(text: $0) }
    self.init(
      rows: try object.values("rows"), total: try object.count("total"),
      // A later version of the service may write a cursor in another way.
      hasMore: try object.flag("hasMore") || text != nil && next == nil, next: next)
  }

  package func write(to wire: inout WireWriter) {
    wire.write("rows", rows)
    wire.write("total", total)
    wire.write("hasMore", hasMore)
    wire.write("next", next?.text)
  }
}

extension Preferences: WireValue {
  package init(_ object: WireObject) throws(WireError) {
    self.init(
      order: try object.optionalCase("order"), layout: try object.optionalText("layout"),
      style: try object.optionalText("style"))
  }

  package func write(to wire: inout WireWriter) {
    wire.write("order", order?.rawValue)
    wire.write("layout", layout)
    wire.write("style", style)
  }
}

/// A session after a sign-in or a new password, with the member that it belongs to.
package struct SessionReply: WireValue {
  package let session: AccountSession
  package let member: Member?

  package init(_ session: AccountSession, _ member: Member? = nil) {
    (self.session, self.member) = (session, member)
  }

  package init(_ object: WireObject) throws(WireError) {
    guard let session = AccountSession(token: try object.text("token")) else {
      throw WireError(path: "token")
    }
    self.init(session, try object.optionalValue("member"))
  }

  package func write(to wire: inout WireWriter) {
    wire.write("token", session.token)
    wire.write("member", member)
  }
}

extension AccountSession {
  private static let radix = 36

  /// The bearer token, which any instance of the service understands.
  ///
  /// The random number in it has 63 bits, and ends with the password.
  package var token: String {
    "\(String(account, radix: Self.radix)).\(String(credentials, radix: Self.radix))"
  }

  /// Creates the session of a token; `nil` for other texts.
  package init?(token: String) {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let account = Int64(parts[0], radix: Self.radix),
      let credentials = Int64(parts[1], radix: Self.radix)
    else { return nil }
    self.init(account: account, credentials: credentials)
    guard self.token == token else { return nil }
  }
}
