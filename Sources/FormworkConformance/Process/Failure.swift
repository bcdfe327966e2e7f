import FormworkCore

/// What a front end did that breaks the contract, in one line, with the mend.
struct Failure: Explained, Equatable {
  /// What it did: words to stand behind "it".
  let deed: Message

  /// What its author can do about it.
  let mend: Message?

  /// Whether a check could not be made, and nothing is wrong.
  var isSkip = false

  init(skipping reason: Message) { (deed, mend, isSkip) = (reason, nil, true) }

  init(_ deed: Message, mend: Message? = nil) {
    self.deed = deed
    self.mend = mend
  }

  /// A deed by its key.
  init(
    _ deed: String, _ arguments: [String: Message], count: Int? = nil, mend: Message? = nil
  ) {
    self.init(Message(deed, arguments, count: count), mend: mend)
  }

  var message: Message {
    mend.map { Message("fault.mended", ["deed": deed, "mend": $0]) } ?? deed
  }

  /// The same deed under a circumstance.
  func under(_ circumstance: Message, mend: Message) -> Failure {
    Failure("fault.where", ["circumstance": circumstance, "deed": deed], mend: mend)
  }
}
