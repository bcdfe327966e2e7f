import Accounts
import FormworkCore
import FormworkJSON

extension Violation {
  /// The rules of accounts that are no rules of HTML, by their keys on the wire.
  private static let rules: [(key: String, violation: Violation)] =
    [("reserved", .reserved), ("taken", .taken)]
    + ["termsChanged", "telephone", "submittedBefore", "longContacts"].map {
      ($0, .customError(key: $0))
    }

  /// The key of a violation on the wire.
  var wireKey: String {
    switch self {
    case .valueMissing: "valueMissing"
    case .tooLong: "tooLong"
    case .tooShort: "tooShort"
    case .patternMismatch(let name): "patternMismatch.\(name)"
    case .typeMismatch(.email): "typeMismatch.email"
    case .typeMismatch(.webAddress): "typeMismatch.webAddress"
    case .badInput(.controlCharacter): "controlCharacter"
    case .customError where tooManyContacts: "tooManyContacts"
    default: Self.rules.first { $0.violation == self }?.key ?? "other"
    }
  }

  /// The limit and the present number, if the violation has them.
  var numbers: (limit: Int?, count: Int?) {
    switch self {
    case .tooLong(let limit, let count), .tooShort(let limit, let count): (limit, count)
    case .badInput(.controlCharacter(let scalar)): (nil, Int(scalar.value))
    case .customError where tooManyContacts: (RegistrationPolicy.contactLimit, nil)
    default: (nil, nil)
    }
  }

  private var tooManyContacts: Bool {
    self == .tooManyContacts(limit: RegistrationPolicy.contactLimit)
  }

  /// Reads a violation; one that this version does not know is shown by its key.
  init(wire object: WireObject) throws(WireError) {
    let key = try object.text("key")
    let parts = key.split(separator: ".", maxSplits: 1).map(String.init)
    switch (parts.first, parts.count == 2 ? parts[1] : nil) {
    case ("valueMissing", nil): self = .valueMissing
    case ("tooLong", nil):
      self = .tooLong(limit: try object.count("limit"), count: try object.count("count"))
    case ("tooShort", nil):
      self = .tooShort(limit: try object.count("limit"), count: try object.count("count"))
    case ("patternMismatch", RegistrationPolicy.usernameCharacters.name?):
      self = .patternMismatch(RegistrationPolicy.usernameCharacters.name)
    case ("typeMismatch", "email"): self = .typeMismatch(.email)
    case ("typeMismatch", "webAddress"): self = .typeMismatch(.webAddress)
    case ("controlCharacter", nil):
      let value = UInt32(exactly: try object.number("count"))
      guard let scalar = value.flatMap(Unicode.Scalar.init) else { throw WireError(path: "count") }
      self = .badInput(.controlCharacter(scalar))
    case ("tooManyContacts", nil): self = .tooManyContacts(limit: try object.count("limit"))
    default:
      self = Self.rules.first { $0.key == key }?.violation ?? .customError(.verbatim(key))
    }
  }
}
