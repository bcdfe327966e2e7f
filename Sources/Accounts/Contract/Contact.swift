/// A way to reach a person, besides the account's e-mail.
package struct Contact: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case email, web, telephone
  }

  package var kind: Kind

  /// The address in the format of its kind.
  package var address: String

  /// Whether other members may see the contact.
  package var isPublic: Bool

  package init(kind: Kind, address: String, isPublic: Bool = false) {
    self.kind = kind
    self.address = address
    self.isPublic = isPublic
  }

  /// The contact with the address in ``Swift/String/normalForm``, without blanks around it.
  package var normalized: Contact {
    var address = address.normalForm.unicodeScalars.drop { $0 == " " }
    while address.last == " " { address.removeLast() }
    return Contact(kind: kind, address: String(address), isPublic: isPublic)
  }
}
