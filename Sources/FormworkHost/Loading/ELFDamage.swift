/// How a library contradicts itself; the name of the case ends the key of a part of a sentence.
package enum ELFDamage: String, Sendable {
  case header, truncated, segments, note, symbols

  /// A table is larger than any that a linker writes.
  case tooLarge

  /// The dynamic section is missing, doubled, endless or incomplete.
  case dynamic
}
