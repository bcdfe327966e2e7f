/// A search by typed letters among the options beside a label.
///
/// The letters are the beginning of the wanted option.
struct OptionSearch: Equatable {
  /// The longest time between two letters of one search.
  private static let patience = Duration.seconds(1)

  /// The typed letters of the search, in lower case.
  private var typed = ""
  private var last: ContinuousClock.Instant?

  /// Takes in a letter.
  ///
  /// One letter, or the same one again and again, goes from one option that begins with it to the next.
  ///
  /// - Parameters:
  ///   - scalar: The letter.
  ///   - now: When it was typed.
  ///   - labels: What the options are called.
  ///   - marked: The place of the option that is marked.
  /// - Returns: The place of the one that is meant; `nil` where none begins like that: then the letter is forgotten.
  mutating func type(
    _ scalar: Unicode.Scalar, at now: ContinuousClock.Instant, among labels: [String],
    marked: Int
  ) -> Int? {
    if let last, last.duration(to: now) > Self.patience { typed = "" }
    last = now
    func place(_ beginning: String, from start: Int) -> Int? {
      let order = labels.indices.map { ($0 + start) % labels.count }
      return order.first { labels[$0].lowercased().hasPrefix(beginning) }
    }
    let letter = String(scalar).lowercased()
    if !typed.isEmpty, let place = place(typed + letter, from: marked) {
      typed += letter
      return place
    }
    guard typed.isEmpty || typed == letter, let place = place(letter, from: marked + 1) else {
      return nil
    }
    typed = letter
    return place
  }
}
