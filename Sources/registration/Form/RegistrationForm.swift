import Accounts
import AccountsSQLite
import FormworkCore
import FormworkHost
import FormworkJSON
import FormworkSession

/// The registration form: its fields, and the rules that the policy makes for them.
enum RegistrationForm {
  static let username = Field.text("username", label: "Username")
  static let givenName = Field.text("givenName", label: "Given name").personName()
  static let familyName = Field.text("familyName", label: "Family name").personName()
  static let email = Field.text("email", label: "E-mail").email()
    .length(...TextLimits.email, unit: .codePoints)
  static let password = Field.secret("password", label: "Password")
  static let passwordAgain = Field.secret("passwordAgain", label: "Password again")
  static let acceptTerms = Field.toggle("acceptTerms", label: "Accept the terms")
    .leftOutOfDrafts()

  /// The check whether the username is free.
  static let usernameIsFree = "usernameIsFree"

  /// How much of the terms is shown in the form: what fits on a screen beside its prompt.
  private static let shownTerms = (lines: 12, bytes: 960)

  /// The form under a policy.
  ///
  /// - Parameters:
  ///   - policy: What is asked.
  ///   - termsHint: How terms are read that are too long to be shown.
  /// - Returns: The definition.
  /// - Throws: What is wrong with the fields.
  static func definition(
    for policy: RegistrationPolicy, termsHint: String
  ) throws(DefinitionError) -> FormDefinition {
    let reserved = policy.reservedKeys
    let names = policy.usernameLimits
    let passwords = policy.passwordLimits
    return try FormDefinition("registration", title: "Registration", submitLabel: "Register") {
      username.required().characters(RegistrationPolicy.usernameCharacters)
        .length(names, unit: .codePoints)
        .detail(
          .verbatim("\(names.lowerBound) to \(names.upperBound) letters a to z, digits, . _ -")
        )
        .rule("reserved") { value, _ in
          guard case .text(let name) = value else { return nil }
          return reserved.contains(UsernameKey(name)) ? AccountFault.reserved.violation : nil
        }
        .checked(by: RemoteCheck(usernameIsFree))
      givenName
      familyName
      email
      password.required().length(passwords)
        .detail(
          .verbatim(
            "\(passwords.lowerBound) characters or more; several words are easy to remember")
        )
        .rule("containsUsername", reading: [username.id]) { value, answers in
          guard case .secret(let secret) = value else { return nil }
          return secret.contains(answers[username]) ? .customError("containsUsername") : nil
        }
        .rule("commonPassword") { value, _ in
          guard case .secret(let secret) = value else { return nil }
          return CommonPasswords.contain(secret) ? .customError("commonPassword") : nil
        }
      passwordAgain.required().equals(password)
      if let terms = policy.terms {
        FormItem.group("terms", label: .verbatim("Terms, version \(terms.version)")) {
          FormItem.note("text", .verbatim(shown(terms, hint: termsHint)))
          acceptTerms.required()
        }
      }
    }
  }

  /// Short terms; of long ones, how to read them.
  private static func shown(_ terms: Terms, hint: String) -> String {
    let lines = terms.text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > shownTerms.lines || terms.text.utf8.count > shownTerms.bytes else {
      return terms.text.replacing("\t", with: "  ")
    }
    let size = lines.count == 1 ? "1 line" : "\(lines.count) lines"
    return "\(size): \(hint)"
  }

  /// The sentences of this form.
  static let messages = Catalogue.english.overriding(Catalogue.accounts.entries)
    .overriding(Catalogue.sqliteStore.entries).overriding(Catalogue.host.entries)
    .overriding(Catalogue.json.entries).overriding([
      "accounts.new": "There is no accounts file at {path} yet: it is made.",
      "input.answers": "Type the answers, a JSON object, and then ^D on a line of its own.",
      "input.terms": "Type the terms, and then ^D on a line of its own.",
      "register.untold": "the account was made; {reason}",
      "patternMismatch.username": "letters a to z, digits, . _ - only, and a letter first",
      "checking.usernameIsFree": "checking whether \"{text}\" is free",
      "customError.blank": "has nothing but blanks: write a name, or leave it empty",
      "customError.taken": "taken: choose another",
      "customError.reserved": "reserved: choose another",
      "customError.closed": "registration is closed",
      "customError.containsUsername": "must not contain the username",
      "customError.commonPassword": "on the list of common passwords: choose another",
      "customError.equals.passwordAgain": "not the same as the password",
      "valueMissing.acceptTerms": "the terms have to be accepted",
      "customError.termsChanged":
        "the terms have changed meanwhile: leave, and open the form again to read them",
      "refusedElsewhere.customError.closed": "Registration is closed",
      "refusedElsewhere.customError.termsChanged":
        "There are terms to be accepted now: leave, and open the form again to read them",
      "leaveKeepingQuestion": .sentence("Leave? \(Registrar.kept)"),
      "button.cancel": "Leave",
    ])

  /// The same for lines that come through a pipe, none of which is quoted: it may be one that was meant
  /// for something else, such as a password.
  static let messagesOfScripts = messages.overriding([
    "shell.unknownCommand": "unknown command: help lists the commands",
    "shell.unknownCommand.near": "unknown command: did you mean {label}?",
    "shell.ambiguousCommand": "ambiguous command: {labels}",
  ])
}

extension Field where Answer == String {
  /// A name of a person: not too long, and with something to be seen in it.
  fileprivate func personName() -> Field {
    length(...TextLimits.name, unit: .codePoints).rule("blank") { value, _ in
      guard case .text(let name) = value, name.isBlank else { return nil }
      return .customError("blank")
    }
  }
}

extension String {
  /// Whether nothing of it can be seen: white space, the blank of braille, and what is ignored.
  var isBlank: Bool {
    unicodeScalars.allSatisfy {
      $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint || $0 == "\u{2800}"
    }
  }
}
