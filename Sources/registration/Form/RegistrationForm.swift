import Accounts
import FormworkCore

/// The registration form: its fields, and the rules that the policy makes for them.
enum RegistrationForm {
  static let username = Field.text("username", label: .key("field.username")).extent(20)
  static let givenName = Field.text("givenName", label: .key("field.givenName")).personName()
  static let familyName = Field.text("familyName", label: .key("field.familyName")).personName()
  static let email = Field.text("email", label: .key("field.email")).email()
    .length(...TextLimits.email, unit: .codePoints).extent(40)
  static let kind = Field.choice("kind", label: .key("field.kind"), of: Contact.Kind.self) {
    .key("field.kind.\($0.rawValue)")
  }.required()
  static let address = Field.text("address", label: .key("field.address")).extent(40)
  static let isPublic = Field.toggle("isPublic", label: .key("field.isPublic"))
  static let contacts = Section.list(
    "contacts", label: .key("field.contacts"), item: .key("field.contact"),
    0...RegistrationPolicy.contactLimit
  ) {
    kind
    address.required().rule(reading: [kind.id]) { address, answers in
      let contact = Contact(kind: answers[kind], address: address).normalized
      return RegistrationPolicy.fault(of: contact)
    }
    isPublic
  }
  static let password = Field.secret("password", label: .key("field.password")).extent(30)
  static let passwordAgain = Field.secret("passwordAgain", label: .key("field.passwordAgain"))
    .extent(30)
  static let acceptTerms = Field.toggle("acceptTerms", label: .key("field.acceptTerms"))
    .excludedFromDrafts()

  /// All fields, whatever the policy asks for.
  static let answered = [
    username.item, givenName.item, familyName.item, email.item, contacts.item, password.item,
    passwordAgain.item, acceptTerms.item,
  ]

  static let usernameIsFree = "usernameIsFree"

  fileprivate static let termsGroup = "terms"

  static func definition(
    for policy: RegistrationPolicy
  ) throws(DefinitionError) -> FormDefinition {
    let reserved = policy.reservedKeys
    let names = policy.usernameLimits
    let passwords = policy.passwordLimits
    return try FormDefinition(
      "registration", title: .key("registration.title"), submitLabel: .key("registration.submit")
    ) {
      username.required().characters(RegistrationPolicy.usernameCharacters)
        .length(names, unit: .codePoints)
        .detail(.key("field.username.detail", names.arguments))
        .rule { name, _ in reserved.contains(UsernameKey(name)) ? .reserved : nil }
        .checked(by: RemoteCheck(usernameIsFree))
      givenName
      familyName
      email
      contacts
      password.newPassword(passwords, reading: [username.id]) { $0[username] }
      passwordAgain.required().repeating(password)
      if let terms = policy.terms {
        FormItem.group(
          termsGroup, label: .key("terms.title", ["version": .number(terms.version)])
        ) {
          FormItem.note("text", .verbatim(terms.text.replacing("\t", with: "  ")))
          acceptTerms.required()
        }
      }
    }
  }
}

extension FormDefinition {
  /// The version of the terms that the form shows.
  var termsVersion: Int? {
    for case .group(RegistrationForm.termsGroup, .key(_, let arguments, _), _) in items {
      if case .number(let version)? = arguments["version"] { return version }
    }
    return nil
  }
}

extension Field where Answer == String {
  /// Limits the length of a name, and requires a visible character.
  fileprivate func personName() -> Field {
    extent(30).length(...TextLimits.name, unit: .codePoints)
      .rule(.key("customError.blank")) { !$0.isBlank }
  }
}

extension Field where Answer == Secret {
  /// Adds the rules for a new password, which must not contain the name of its owner.
  func newPassword(
    _ length: ClosedRange<Int>, reading reads: [FieldID] = [],
    username: @escaping @Sendable (Answers) -> String
  ) -> Self {
    required().length(length)
      .detail(.key("field.password.detail", count: length.lowerBound))
      .rule(.key("customError.containsUsername"), reading: reads) { secret, answers in
        !secret.contains(username(answers))
      }
      .rule(.key("customError.commonPassword")) { !CommonPasswords.contain($0) }
  }
}

extension String {
  /// Whether the text is invisible: white space, braille blanks and ignorable characters.
  var isBlank: Bool {
    unicodeScalars.allSatisfy {
      // Most characters are visible ASCII, which needs no look at Unicode's tables.
      !("!"..."~").contains($0)
        && ($0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
          || $0 == "\u{2800}")
    }
  }
}
