/// A fault of a line of input, which is not quoted, because it may contain a secret.
struct Complaint: Error, Equatable {
  enum Fault: String, CaseIterable {
    /// The line is above the limit.
    case tooLong = "too_long"
    /// The line is not valid JSON in UTF-8.
    case notJSON = "not_json"
    /// The line is no object, or its member `message` names no input message.
    case notMessage = "not_message"
    /// The member is missing.
    case missing
    /// The member does not belong to the message.
    case surplus
    /// The member has a value of another kind, or one that is not allowed.
    case badValue = "bad_value"
    /// The node does not exist.
    case noNode = "no_node"
    /// The node does not accept the message.
    case wrongKind = "wrong_kind"
    /// The message would expose a secret.
    case secret
    /// The text is too long.
    case noText = "no_text"
    /// The revision is that of a future flush.
    case notSeen = "not_seen"
  }

  let fault: Fault
  var member: InputLine.Member?
  var column: Int?

  init(_ fault: Fault, member: InputLine.Member? = nil, column: Int? = nil) {
    (self.fault, self.member, self.column) = (fault, member, column)
  }

  func text(ofLine number: Int) -> String {
    var line = OutgoingLine("complaint")
    line.add("line", number)
    line.add("fault", fault.rawValue)
    if let member { line.add("member", member.rawValue) }
    if let column { line.add("column", column) }
    return line.text
  }
}
