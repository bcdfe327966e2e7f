/// How the table that a front end gives breaks the contract; the raw value is the key of a part of a
/// sentence.
package enum FrontEndTableFault: String, Sendable {
  case size = "refusal.badTable.size"

  /// `abi_major` differs from that of the note.
  case major = "refusal.badTable.major"

  /// A text is NULL, empty, too long, not UTF-8, or has control characters.
  case text = "refusal.badTable.text"
  case identifier = "refusal.badTable.identifier"

  /// `run` is NULL.
  case run = "refusal.badTable.run"
}
