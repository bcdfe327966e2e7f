import Accounts
import FormworkCore
import FormworkSession

/// The registration form: its fields, and the rules that the policy makes for them.
enum RegistrationForm {
  static let username = Field.text("username", label: "Username")
  static let givenName = Field.text("givenName", label: "Given name")
  static let familyName = Field.text("familyName", label: "Family name")
  static let email = Field.text("email", label: "E-mail").email()
  static let password = Field.secret("password", label: "Password")
  static let passwordAgain = Field.secret("passwordAgain", label: "Password again")
  static let acceptTerms = Field.toggle("acceptTerms", label: "Accept the terms")

  /// The check whether nobody has the username yet.
  static let usernameIsFree = "usernameIsFree"

  /// What a username is made of.
  private static let usernameCharacters = AllowedCharacters(
    named: "username", ranges: ["a"..."z", "A"..."Z", "0"..."9"], others: "._-",
    first: ["a"..."z", "A"..."Z"])

  /// The form under a policy.
  static func definition(for policy: RegistrationPolicy) throws(DefinitionError) -> FormDefinition {
    let reserved = Set(policy.reservedNames.map { $0.lowercased() })
    let names = policy.usernameLength
    let passwords = policy.passwordLength
    return try FormDefinition("registration", title: "Registration", submitLabel: "Register") {
      username.required().characters(usernameCharacters).length(names)
        .detail("\(names.lowerBound) to \(names.upperBound) letters, digits, . _ -")
        .rule("reserved") { value, _ in
          guard case .text(let name) = value, reserved.contains(name.lowercased()) else {
            return nil
          }
          return .customError("reserved")
        }
        .checked(by: RemoteCheck(usernameIsFree))
      givenName
      familyName
      email
      password.required().length(passwords)
        .detail("\(passwords.lowerBound) characters or more; several words are easy to remember")
        .rule("containsUsername", reading: [username.id]) { value, answers in
          guard case .secret(let secret) = value else { return nil }
          return secret.contains(answers[username]) ? .customError("containsUsername") : nil
        }
        .rule("commonPassword") { value, _ in
          guard case .secret(let secret) = value else { return nil }
          return CommonPasswords.contain(secret) ? .customError("commonPassword") : nil
        }
      passwordAgain.required().equals(password)
      acceptTerms.required()
    }
  }

  /// The sentences of this form.
  static let messages = MessageTable.english.overriding([
    "patternMismatch.username": "letters, digits, . _ - only, and a letter first",
    "checking.usernameIsFree": "checking whether \"{text}\" is free",
    "customError.taken": "taken: choose another",
    "customError.reserved": "reserved: choose another",
    "customError.closed": "registration is closed",
    "customError.containsUsername": "must not contain the username",
    "customError.commonPassword": "on the list of common passwords: choose another",
    "customError.equals.passwordAgain": "not the same as the password",
    "valueMissing.acceptTerms": "the terms have to be accepted",
    "refusedElsewhere.customError.closed": "Registration is closed",
    "leaveKeepingQuestion":
      "Leave? What was entered is kept for another time, but for the passwords.",
    "button.cancel": "Leave",
  ])
}
