import FormworkCore

/// How the table that a front end gives breaks the contract; the name of the case ends the key of a part of
/// a sentence.
package enum FrontEndTableFault: String, Sendable {
  case size, identifier, run

  /// `abi_major` differs from that of the note.
  case major

  /// A text is NULL, empty, too long, not UTF-8, or has control characters.
  case text

  /// The part of a sentence.
  var message: Message {
    let limit = self == .text ? FrontEndDescription.textLimit : FrontEndName.lengthLimit
    return Message("refusal.badTable", of: rawValue, count: limit)
  }
}
