import FormworkFrontEnd

/// What was entered into fields before, and where in it the person is.
struct Recall {
  private var lines: [NodeID: [String]] = [:]
  /// Which of a field's lines stands there, and what stood there before the first was fetched.
  private var place: (index: Int, original: String)?

  /// Adds what was entered last.
  mutating func add(_ line: String, of node: NodeID) { lines[node, default: []].append(line) }

  /// Whether anything was entered there.
  func has(_ node: NodeID) -> Bool { lines[node] != nil }

  /// Begins anew with the newest line: in another field, or once something was entered.
  mutating func end() { place = nil }

  /// Goes from what stands in a field to the line before it, or back.
  ///
  /// - Parameters:
  ///   - text: What stands there: behind the newest line it stands there again.
  ///   - node: The field.
  ///   - isBack: Whether to an older line.
  /// - Returns: What is to stand there; `nil` where there is nothing older or newer.
  mutating func line(from text: String, of node: NodeID, isBack: Bool) -> String? {
    guard let lines = lines[node] else { return nil }
    let (former, original) = place ?? (lines.count, text)
    let index = former + (isBack ? -1 : 1)
    guard (0...lines.count).contains(index) else { return nil }
    place = (index, original)
    return index < lines.count ? lines[index] : original
  }
}
