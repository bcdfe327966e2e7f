@_spi(_Unicode) import Swift

extension String {
  /// The text in Unicode's Normalization Form C, in which the texts of accounts are compared and stored.
  ///
  /// A name is the same account from any keyboard. A ``Secret`` has the same form: keyboards and the web
  /// write it, and unlike the forms for compatibility it keeps characters apart that look different
  /// (Unicode Standard Annex 15).
  package var normalForm: String {
    utf8.allSatisfy { $0 < 0x80 } ? self : String(UnicodeScalarView(_nfc))
  }
}
