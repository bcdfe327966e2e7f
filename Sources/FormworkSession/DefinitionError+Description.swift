public import FormworkCore

extension DefinitionError: CustomStringConvertible {
  /// The sentence in English: what a definition's error says that is not caught.
  public var description: String { Catalogue.english.text(for: message) }
}
