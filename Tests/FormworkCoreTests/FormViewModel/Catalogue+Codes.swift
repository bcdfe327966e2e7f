@testable import FormworkCore

extension Catalogue {
  /// Short codes instead of sentences, with all arguments of each message.
  static let codes = Catalogue([
    "valueMissing": "valueMissing", "typeMismatch": "typeMismatch",
    "rangeUnderflow": "rangeUnderflow", "rangeOverflow": "rangeOverflow",
    "stepMismatch": "stepMismatch", "badInput": "badInput", "patternMismatch.letters": "letters",
    "tooLong": "{excess} over {limit}", "tooShort": "{missing} to {limit}",
    "tooShort.zip": "{missing} digits of {limit}",
    "checking": "check of a secret", "checking.check": "check of {text}",
    "checking.free": "free of {text}", "checking.new": "new of {text}",
    "unverified": "unverified, {reason}",
    "reason.timedOut": "timed out", "loadFailed": "not loaded, {reason}",
    "awaitingChecks": "awaiting {labels}", "submissionWithdrawn": "withdrawn",
    "submissionFailed": "failed, {reason}", "waitingForOutcome": "no way back",
    "keyword.uniqueItems": "alike", "customError.equals": "equals",
    "customError.sameKey": "same key", "tooDeep": "too deep",
    "tooManyParts": "too many", "reviewQuestion": "right?", "review.line": "{label}: {value}",
    "review.item": "{item}, {label}: {value}", "review.secret": "{count} hidden",
    "review.yes": "yes", "review.no": "no",
    "button.add": "add {item}", "button.putBack": "put back {item}",
    "button.remove": "remove {item}", "button.moveUp": "move up {item}",
    "button.moveDown": "move down {item}", "listFull": "{label} full with {count}",
    "button.open": "open {item}", "list.item": "{item} {number}",
    "refusedElsewhere": "elsewhere {reason}", "refusedPart": "elsewhere {label}, {reason}",
    "leaveQuestion": "leave?",
    "leaveKeepingQuestion": "leave and keep?", "resumeQuestion": "resume {text}?",
  ])
  .overriding(codes(under: "button", FormButton.allCases.map(\.rawValue), ""))

  private static func codes(under key: String, _ names: [String], _ beginning: String)
    -> [String: Entry]
  {
    Dictionary(uniqueKeysWithValues: names.map { ("\(key).\($0)", .sentence(beginning + $0)) })
  }
}

extension Message {
  var spelled: String { Catalogue.codes.text(for: self) }
}
