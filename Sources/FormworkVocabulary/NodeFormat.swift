/// What a value looks like.
///
/// The numbers are those of `enum formwork_format`; the list only grows at its end.
public enum NodeFormat: Int, CaseIterable, Sendable {
  /// Anything.
  case plain = 0

  /// An e-mail address.
  case email

  /// A whole number.
  case wholeNumber

  /// A decimal number.
  case decimal
}
