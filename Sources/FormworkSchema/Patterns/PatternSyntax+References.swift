/// References to groups.
///
/// In ECMAScript each repetition of a group resets the captures in it, and an optional repetition that matches an empty
/// text fails. In PCRE2 captures stay, and such a repetition ends the loop. A reference is translated only if neither
/// can make a difference. Source: ECMA-262, clause 22.2.2.3.1, RepeatMatcher.
extension PatternSyntax {
  /// Emits a reference to those of the groups that can be set.
  ///
  /// A reference to another group matches an empty text.
  mutating func refer(to numbers: [Int], from offset: Int) {
    emit("(?:")
    for number in numbers where number <= captures.count {
      if isSettable(captures[number - 1], from: offset) { emit("\\g{\(number)}") }
    }
    emit(")")
    if groups[current].isInLookbehind { refuse(part(from: offset)) }
  }

  /// Whether a group can be set when a reference to it at the current position is reached.
  ///
  /// Outside a lookbehind this is not so for groups that are open or follow.
  private mutating func isSettable(_ target: Int, from offset: Int) -> Bool {
    guard obstacle == nil, !groups[target].isOpen else { return false }
    var isCertain = true
    var isRefused = false
    var node = target
    while !groups[node].isOpen {
      let group = groups[node]
      switch group.kind {
      case .negativeLookahead: return false
      case .lookahead: isRefused = isRefused || group.hasEmptyLoop
      case .lookbehind: isRefused = true
      case .plain: break
      }
      let repeats = group.repeats
      if repeats.upperBound > 1 && !isCertain
        || repeats.lowerBound < repeats.upperBound && group.mayBeEmpty
      {
        isRefused = true
      }
      if repeats.lowerBound == 0 { isCertain = false }
      node = group.parent
      if groups[node].isOpen {
        // Only one alternative of a repetition is matched.
        guard group.place == groups[node].alternative else { return false }
      } else if groups[node].alternative > 0 {
        isCertain = false
      }
    }
    if isRefused { refuse(part(from: offset)) }
    if !isCertain { groups[node].uncertainReference = part(from: offset) }
    return true
  }

  /// Whether two groups are in different alternatives, so that at most one of them takes part in a match.
  func areExclusive(_ one: PatternGroup, _ other: PatternGroup) -> Bool {
    var (one, other) = (one, other)
    while one.depth > other.depth { one = groups[one.parent] }
    while other.depth > one.depth { other = groups[other.parent] }
    while one.depth > 0 && one.parent != other.parent {
      (one, other) = (groups[one.parent], groups[other.parent])
    }
    return one.place != other.place
  }

  /// Checks that the groups of all references exist.
  func checkReferences() throws(PatternError) {
    for (name, number, offset) in references {
      let exists = name.map { namedCaptures[$0] != nil } ?? (number <= captures.count)
      if !exists { throw .syntax(.reference, at: offset) }
    }
  }
}
