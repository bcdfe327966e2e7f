/// How numbers and moments look: pure functions from what there is to what a person reads.
///
/// A ``Catalogue`` has one. A view model says what there is, and the same view model shows it in any style:
///
/// ```swift
/// let message = Message("home.population", count: 100_000)
/// catalogue.styled(.everyday).text(for: message)  // "There are 100,000 accounts."
/// catalogue.styled(.records).text(for: message)   // "There are 100-000 accounts."
/// ```
public struct ViewStyle: Sendable {
  /// What a person calls it.
  public let name: String

  let number: @Sendable (Int) -> String
  let moment: @Sendable (Moment, Moment.Surroundings) -> Message

  /// Makes a style.
  ///
  /// - Parameters:
  ///   - name: What a person calls it.
  ///   - number: What a whole number looks like.
  ///   - moment: What a moment looks like; in other words than numbers it is a message of the catalogue.
  public init(
    _ name: String, number: @escaping @Sendable (Int) -> String,
    moment: @escaping @Sendable (Moment, Moment.Surroundings) -> Message
  ) {
    (self.name, self.number, self.moment) = (name, number, moment)
  }

  /// Digits alone, and moments by ISO 8601: `100000`, `2026-11-23T14:05:00+01:00`.
  public static let plain = ViewStyle("plain", number: { String($0) }, moment: Moment.iso8601)

  /// For reading: `100,000`, and how long ago it was.
  public static let everyday = ViewStyle(
    "everyday", number: { $0.grouped(by: ",") }, moment: Moment.ago)

  /// For records: `100-000`, and moments by ISO 8601.
  public static let records = ViewStyle(
    "records", number: { $0.grouped(by: "-") }, moment: Moment.iso8601)

  /// All styles that a person can choose.
  public static let all = [plain, everyday, records]
}

extension Int {
  /// The digits in groups of three.
  fileprivate func grouped(by separator: Character) -> String {
    var text = ""
    for (place, digit) in String(magnitude).reversed().enumerated() {
      if place > 0 && place.isMultiple(of: 3) { text.append(separator) }
      text.append(digit)
    }
    return (self < 0 ? "-" : "") + String(text.reversed())
  }
}
