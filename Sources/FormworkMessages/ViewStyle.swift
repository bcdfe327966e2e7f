/// A format of numbers and times.
///
/// A ``Catalogue`` has a style, so that a view model's messages do not depend on it:
///
/// ```swift
/// let message = .key("home.population", count: 100_000)
/// catalogue.styled(.everyday).text(for: message)  // "There are 100,000 accounts."
/// catalogue.styled(.records).text(for: message)   // "There are 100-000 accounts."
/// ```
public struct ViewStyle: Sendable {
  /// The name for the user.
  public let name: String
  let number: @Sendable (Int) -> String
  let time: @Sendable (Timestamp, Timestamp.FormattingContext) -> Message

  /// Creates a style with a name for the user; words in times are messages of the catalogue.
  public init(
    _ name: String, number: @escaping @Sendable (Int) -> String,
    time: @escaping @Sendable (Timestamp, Timestamp.FormattingContext) -> Message
  ) {
    (self.name, self.number, self.time) = (name, number, time)
  }

  /// Digits only, and times in ISO 8601: `100000`, `2026-11-23T14:05:00+01:00`.
  public static let plain = ViewStyle("plain", number: { String($0) }, time: Timestamp.iso8601)

  /// An easily readable style: `100,000`, and the duration since a time.
  public static let everyday = ViewStyle(
    "everyday", number: { $0.grouped(by: ",") }, time: Timestamp.ago)

  /// A style for records: `100-000`, and times in ISO 8601.
  public static let records = ViewStyle(
    "records", number: { $0.grouped(by: "-") }, time: Timestamp.iso8601)

  /// The styles that the user can choose.
  public static let all = [plain, everyday, records]
}

extension Int {
  fileprivate func grouped(by separator: Character) -> String {
    var text = ""
    for (place, digit) in String(magnitude).reversed().enumerated() {
      if place > 0 && place.isMultiple(of: 3) { text.append(separator) }
      text.append(digit)
    }
    return (self < 0 ? "-" : "") + String(text.reversed())
  }
}
