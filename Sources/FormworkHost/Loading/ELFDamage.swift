/// How a library contradicts itself; the raw value is the key of a part of a sentence.
package enum ELFDamage: String, Sendable {
  case header = "refusal.damaged.header"
  case truncated = "refusal.damaged.truncated"

  /// A table is larger than any that a linker writes.
  case tooLarge = "refusal.damaged.tooLarge"

  /// The segments overlap, or are out of order.
  case segments = "refusal.damaged.segments"
  case note = "refusal.damaged.note"

  /// The dynamic section is missing, doubled, endless or incomplete.
  case dynamic = "refusal.damaged.dynamic"
  case symbols = "refusal.damaged.symbols"
}
