package import FormworkFrontEnd

extension String {
  /// Returns a place relative to a cursor; in a text of several lines, those of its own line.
  package func index(
    of target: TextEdit.Place, from cursor: Index, hasLines: Bool = false
  ) -> Index {
    let (head, tail) = (self[..<cursor], self[cursor...])
    func isOfWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
    switch target {
    case .characterBefore: return head.isEmpty ? cursor : head.index(before: cursor)
    case .characterAfter: return tail.isEmpty ? cursor : tail.index(after: cursor)
    case .wordBefore:
      return head.reversed().drop { !isOfWord($0) }.drop(while: isOfWord).startIndex.base
    case .wordAfter: return tail.drop { !isOfWord($0) }.drop(while: isOfWord).startIndex
    case .beginning:
      let end = hasLines ? head.lastIndex(of: "\n") : nil
      return end.map { index(after: $0) } ?? startIndex
    case .end: return (hasLines ? tail.firstIndex(of: "\n") : nil) ?? endIndex
    }
  }
}
