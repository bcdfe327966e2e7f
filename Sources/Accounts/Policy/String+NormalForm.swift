@_spi(_Unicode) import Swift

extension String {
  /// The text in Unicode's Normalization Form C, in which the texts of accounts are compared and stored.
  ///
  /// One name is one account whatever keyboard it was typed on. The form is that of a ``Secret``, too:
  /// keyboards and the web write it, it is the shortest of the forms that keep how a text looks, and,
  /// unlike the forms for compatibility, it takes no two characters for one that a person can tell
  /// apart (Unicode Standard Annex 15).
  package var normalForm: String {
    utf8.allSatisfy { $0 < 0x80 } ? self : String(UnicodeScalarView(_nfc))
  }
}
