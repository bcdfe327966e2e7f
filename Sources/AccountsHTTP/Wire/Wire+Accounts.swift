package import Accounts
import FormworkCore

extension Contact: WireValue {
  package init(_ object: WireObject) throws(WireError) {
    guard let kind: Kind = try object.optionalCase("kind") else {
      throw WireError(path: "kind")
    }
    self.init(
      kind: kind, address: try object.text("address"),
      isPublic: try object.optionalFlag("isPublic") ?? false)
  }

  package func write(to wire: inout WireWriter) {
    wire.write("kind", kind.rawValue)
    wire.write("address", address)
    wire.write("isPublic", isPublic)
  }
}

extension Profile: WireValue {
  package init(_ object: WireObject) throws(WireError) {
    self.init(
      givenName: try object.text("givenName"), familyName: try object.text("familyName"),
      email: try object.text("email"), contacts: try object.values("contacts"))
  }

  package func write(to wire: inout WireWriter) {
    wire.write("givenName", givenName)
    wire.write("familyName", familyName)
    wire.write("email", email)
    wire.write("contacts", contacts)
  }
}

extension Account: WireValue {
  package init(_ object: WireObject) throws(WireError) {
    self.init(
      username: try object.text("username"), givenName: "", familyName: "", email: "",
      termsVersion: try object.optionalNumber("termsVersion"))
    profile = try Profile(object)
  }

  package func write(to wire: inout WireWriter) {
    wire.write("username", username)
    profile.write(to: &wire)
    wire.write("termsVersion", termsVersion)
  }
}

extension Terms: WireValue {
  package init(_ object: WireObject) throws(WireError) {
    self.init(version: try object.number("version"), text: try object.text("text"))
  }

  package func write(to wire: inout WireWriter) {
    wire.write("version", version)
    wire.write("text", text)
  }
}

extension RegistrationPolicy: WireValue {
  package init(_ object: WireObject) throws(WireError) {
    self.init(
      isOpen: try object.flag("isOpen"), usernameLength: try object.value("usernameLength"),
      passwordLength: try object.value("passwordLength"),
      reservedNames: try object.texts("reservedNames"), terms: try object.optionalValue("terms"))
  }

  package func write(to wire: inout WireWriter) {
    wire.write("isOpen", isOpen)
    wire.write("usernameLength", usernameLength)
    wire.write("passwordLength", passwordLength)
    wire.write("reservedNames", reservedNames)
    wire.write("terms", terms)
  }
}

/// The bounds of a length in code points.
extension ClosedRange<Int>: WireValue {
  package init(_ object: WireObject) throws(WireError) {
    let (minimum, maximum) = (try object.number("minimum"), try object.number("maximum"))
    guard 0 <= minimum, minimum <= maximum else { throw WireError(path: "minimum") }
    self = minimum...maximum
  }

  package func write(to wire: inout WireWriter) {
    wire.write("minimum", lowerBound)
    wire.write("maximum", upperBound)
  }
}

/// A change of the policy by an administrator: the new one, and the one that it was based on.
package struct PolicyChange: WireValue {
  package let policy: RegistrationPolicy
  package let previous: RegistrationPolicy

  package init(_ policy: RegistrationPolicy, basedOn previous: RegistrationPolicy) {
    (self.policy, self.previous) = (policy, previous)
  }

  package init(_ object: WireObject) throws(WireError) {
    self.init(try object.value("policy"), basedOn: try object.value("former"))
  }

  package func write(to wire: inout WireWriter) {
    wire.write("policy", policy)
    wire.write("former", previous)
  }
}
