/// How the table that a front end gives breaks the contract; the raw value is the key of a part of a
/// sentence.
package enum FrontEndTableFault: String, Sendable {
  /// `size` is less than that of version 1.0.
  case size = "refusal.badTable.size"

  /// `abi_major` differs from that of the note.
  case major = "refusal.badTable.major"

  /// A text is NULL, empty, too long, not UTF-8, or has control characters.
  case text = "refusal.badTable.text"

  /// `identifier` is no name by which a front end could be asked for.
  case identifier = "refusal.badTable.identifier"

  /// `run` is NULL.
  case run = "refusal.badTable.run"
}
