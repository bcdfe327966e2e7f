/// How the table that a front end gives breaks the contract.
package enum FrontEndTableFault: String, Sendable {
  /// `size` is less than that of version 1.0.
  case size = "its table is smaller than formwork.h says"

  /// `abi_major` differs from that of the note.
  case major = "its table has another version than its note"

  /// A text is NULL, empty, too long, not UTF-8, or has control characters.
  case text = "its identifier, name and version have to be UTF-8 of 1 to 256 bytes"

  /// `identifier` is no name by which a front end could be asked for.
  case identifier = "its identifier has to be 1 to 64 of a to z, 0 to 9 and -"

  /// `run` is NULL.
  case run = "its table has no run function"
}
