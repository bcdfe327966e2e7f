/// What the view model of a form says of its own accord.
extension Message {
  /// The check runs on this text; `nil` where the text is not to be shown.
  static func checking(by check: String, _ text: String?) -> Message {
    guard let text else { return "checking" }
    return Message("checking", of: check, ["text": .verbatim(text.echoed)])
  }

  /// The field could not be checked.
  static func unverified(_ reason: Reason) -> Message {
    Message("unverified", ["reason": reason.message])
  }

  /// The form could not be loaded.
  public static func loadFailed(_ reason: Reason) -> Message {
    Message("loadFailed", ["reason": reason.message])
  }

  /// The submission waits for the checks of the fields with these labels.
  static func awaitingChecks(_ labels: [Message]) -> Message {
    Message("awaitingChecks", ["labels": .list(labels)])
  }

  /// The store gave no answer.
  public static func submissionFailed(_ reason: Reason) -> Message {
    let key = reason == .timedOut ? "submissionFailed.timedOut" : "submissionFailed"
    return Message(key, ["reason": reason.message])
  }

  /// The store refused something that no field on the screen is about, but maybe a part with this label.
  static func refusedElsewhere(label: Message?, _ violation: Violation) -> Message {
    let reason = violation.message()
    guard case .entry(let key, var arguments, let count) = reason else { return reason }
    arguments["reason"] = reason
    guard let label else { return Message("refusedElsewhere", of: key, arguments, count: count) }
    arguments["label"] = label
    return Message("refusedPart", of: key, arguments, count: count)
  }
}
