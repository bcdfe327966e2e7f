package import Accounts
import FormworkCore
package import FormworkJSON

extension Contact: WireValue {
  package init(_ object: WireObject) throws(WireError) {
    guard let kind: Kind = try object.optionalCase("kind") else {
      throw WireError(path: "kind")
    }
    self.init(
      kind: kind, address: try object.text("address"),
      isPublic: try object.optionalFlag("isPublic") ?? false)
  }

  package var wire: JSONValue {
    .members([
      "kind": .string(kind.rawValue), "address": .string(address), "isPublic": .bool(isPublic),
    ])
  }
}

extension Profile: WireValue {
  package init(_ object: WireObject) throws(WireError) {
    self.init(
      givenName: try object.text("givenName"), familyName: try object.text("familyName"),
      email: try object.text("email"), contacts: try object.values("contacts"))
  }

  package var wire: JSONValue {
    .members([
      "givenName": .string(givenName), "familyName": .string(familyName),
      "email": .string(email), "contacts": .values(contacts),
    ])
  }
}

extension Account: WireValue {
  package init(_ object: WireObject) throws(WireError) {
    self.init(
      username: try object.text("username"), givenName: "", familyName: "", email: "",
      termsVersion: try object.optionalNumber("termsVersion"))
    profile = try Profile(object)
  }

  package var wire: JSONValue {
    .members([
      "username": .string(username), "givenName": .string(givenName),
      "familyName": .string(familyName), "email": .string(email),
      "contacts": .values(contacts), "termsVersion": termsVersion.map { .number($0) },
    ])
  }
}

extension Terms: WireValue {
  package init(_ object: WireObject) throws(WireError) {
    self.init(version: try object.number("version"), text: try object.text("text"))
  }

  package var wire: JSONValue { .members(["version": .number(version), "text": .string(text)]) }
}

extension RegistrationPolicy: WireValue {
  package init(_ object: WireObject) throws(WireError) {
    let username: LengthRange = try object.value("usernameLength")
    let password: LengthRange = try object.value("passwordLength")
    self.init(
      isOpen: try object.flag("isOpen"), usernameLength: username.range,
      passwordLength: password.range, reservedNames: try object.texts("reservedNames"),
      terms: try object.optionalValue("terms"))
  }

  package var wire: JSONValue {
    .members([
      "isOpen": .bool(isOpen), "usernameLength": LengthRange(range: usernameLength).wire,
      "passwordLength": LengthRange(range: passwordLength).wire,
      "reservedNames": .texts(reservedNames), "terms": terms?.wire,
    ])
  }
}

/// The bounds of a length in code points.
private struct LengthRange: WireValue {
  let range: ClosedRange<Int>

  init(range: ClosedRange<Int>) { self.range = range }

  init(_ object: WireObject) throws(WireError) {
    let (minimum, maximum) = (try object.number("minimum"), try object.number("maximum"))
    guard 0 <= minimum, minimum <= maximum else { throw WireError(path: "minimum") }
    range = minimum...maximum
  }

  var wire: JSONValue {
    .members(["minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)])
  }
}

/// A change of the policy by an administrator: the new one, and the one that it was based on.
package struct PolicyChange: WireValue {
  package let policy: RegistrationPolicy
  package let former: RegistrationPolicy

  package init(_ policy: RegistrationPolicy, basedOn former: RegistrationPolicy) {
    (self.policy, self.former) = (policy, former)
  }

  package init(_ object: WireObject) throws(WireError) {
    self.init(try object.value("policy"), basedOn: try object.value("former"))
  }

  package var wire: JSONValue { .members(["policy": policy.wire, "former": former.wire]) }
}
