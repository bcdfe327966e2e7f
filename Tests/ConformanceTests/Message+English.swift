import FormworkConformance
import FormworkCore

extension Message {
  /// The words of the English catalogue.
  var inEnglish: String { Catalogue.conformance.text(for: self) }
}
