/// How a library contradicts itself; the raw value is part of a sentence.
package enum ELFDamage: String, Sendable {
  /// The file's header is not what the format demands.
  case header = "its header is out of shape"

  /// Something lies beyond the end of the file.
  case truncated = "it ends too early"

  /// A table is larger than any that a linker writes.
  case tooLarge = "one of its tables is too large"

  /// The segments overlap, or are out of order.
  case segments = "its segments are out of order"

  /// A note is longer than its segment.
  case note = "a note is longer than its place"

  /// The dynamic section is missing, doubled, endless or incomplete.
  case dynamic = "its dynamic section is out of shape"

  /// The symbol table leads nowhere.
  case symbols = "its symbol table is out of shape"
}
