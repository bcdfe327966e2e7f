/// Where a person is among what was entered into a field before.
struct Recall: Hashable {
  /// The line that is shown; behind the last of them stands what was on the line.
  private(set) var index: Int
  /// What was on the line.
  private let original: Line
  /// What was put there last: where it was changed since, the walk begins anew.
  private(set) var text: String

  /// Goes to the next line in a direction that begins like a text; `nil` where there is none.
  ///
  /// - Parameters:
  ///   - lines: What was entered before, the oldest first.
  ///   - line: What stands on the line.
  ///   - last: Where the person was, if such a line was fetched already.
  ///   - isBack: Whether an older line is wanted.
  ///   - beginning: What it begins with.
  init?(
    in lines: [String], from line: Line, after last: Recall?, isBack: Bool, beginning: String
  ) {
    self = last.flatMap { $0.text == line.text ? $0 : nil } ?? Recall(behind: lines, line)
    repeat {
      index += isBack ? -1 : 1
      guard (0...lines.count).contains(index) else { return nil }
    } while index < lines.count && !lines[index].hasPrefix(beginning)
    text = index < lines.count ? lines[index] : original.text
  }

  private init(behind lines: [String], _ line: Line) {
    (index, original, text) = (lines.count, line, "")
  }
}
