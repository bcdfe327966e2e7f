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

  /// A date, such as `2026-11-22`.
  case date

  /// A time of day, such as `14:30`.
  case time

  /// A date and a time of day, such as `2026-11-22 14:30`.
  case dateAndTime

  /// An address of the web.
  case webAddress
}
