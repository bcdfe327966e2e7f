import Accounts
import FormworkCore

extension AccountFault {
  var violation: Violation {
    switch self {
    case .missing: .valueMissing
    case .tooShort(let limit, let count): .tooShort(limit: limit, count: count)
    case .tooLong(let limit, let count): .tooLong(limit: limit, count: count)
    case .tooMany(let limit, _): .customError("tooManyContacts", parameters: ["\(limit)"])
    case .controlCharacter(let character): .badInput(.controlCharacter(character))
    case .otherCharacters: .patternMismatch(RegistrationPolicy.usernameCharacters.name)
    case .noAddress(.email): .typeMismatch(.email)
    case .noAddress(.web): .typeMismatch(.webAddress)
    case .noAddress(.telephone): .customError("telephone")
    case .reserved: .customError("reserved")
    case .taken: .customError("taken")
    case .otherTerms: .customError("termsChanged")
    }
  }
}

extension AccountField {
  var id: FieldID {
    switch self {
    case .username: RegistrationForm.username.id
    case .givenName: RegistrationForm.givenName.id
    case .familyName: RegistrationForm.familyName.id
    case .email: RegistrationForm.email.id
    case .contacts: RegistrationForm.contacts.id
    case .contactAddress(let place):
      RegistrationForm.contacts.id.appending(FieldID(rawValue: "\(place)"))
        .appending(RegistrationForm.address.id)
    case .password: RegistrationForm.password.id
    case .terms: RegistrationForm.acceptTerms.id
    }
  }
}

extension [AccountField: AccountFault] {
  /// The faults as refusals, in the order of the form's fields.
  var refusals: [FormIssue] {
    sorted { $0.key < $1.key }.map { FormIssue($0.key.id, $0.value.violation) }
  }
}
