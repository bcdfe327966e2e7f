/// How a library contradicts itself; the raw value is the key of a part of a sentence.
package enum ELFDamage: String, Sendable {
  /// The file's header is not what the format demands.
  case header = "refusal.damaged.header"

  /// Something lies beyond the end of the file.
  case truncated = "refusal.damaged.truncated"

  /// A table is larger than any that a linker writes.
  case tooLarge = "refusal.damaged.tooLarge"

  /// The segments overlap, or are out of order.
  case segments = "refusal.damaged.segments"

  /// A note is longer than its segment.
  case note = "refusal.damaged.note"

  /// The dynamic section is missing, doubled, endless or incomplete.
  case dynamic = "refusal.damaged.dynamic"

  /// The symbol table leads nowhere.
  case symbols = "refusal.damaged.symbols"
}
