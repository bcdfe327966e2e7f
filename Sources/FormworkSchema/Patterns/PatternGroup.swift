/// A group of a pattern, with the facts on which the meaning of references depends.
struct PatternGroup {
  enum Kind { case plain, lookahead, negativeLookahead, lookbehind }

  var kind = Kind.plain

  /// The letters of the flags that are set.
  var flags: Set<Unicode.Scalar> = []

  /// The numbers of repetitions.
  var repeats = 1...1

  /// The offset of the parenthesis in the pattern.
  private(set) var offset = 0

  /// The index of the group around this one.
  private(set) var parent = 0

  /// The number of groups around this one.
  private(set) var depth = 0

  /// The index of the alternative of the parent that contains this group.
  private(set) var place = 0

  /// The index of the last alternative.
  private(set) var alternative = 0

  private(set) var isOpen = true

  /// Whether this group is in a lookbehind or is one.
  var isInLookbehind: Bool { wasInLookbehind || kind == .lookbehind }
  private var wasInLookbehind = false

  /// Whether the group can match an empty text.
  private(set) var mayBeEmpty = false

  /// Whether the last alternative can match an empty text, as far as it is read.
  var mayBeEmptySoFar = true

  /// Whether something in the group that can match an empty text is repeated.
  var hasEmptyLoop = false

  /// A reference in the group to a part of it that a match can pass by.
  var uncertainReference: String?

  /// Creates the whole pattern as a group.
  init() {}

  /// Creates a group in another one.
  init(offset: Int, parent: Int, in other: PatternGroup) {
    (self.offset, self.parent) = (offset, parent)
    (flags, depth, place) = (other.flags, other.depth + 1, other.alternative)
    wasInLookbehind = other.isInLookbehind
  }

  /// Ends the last alternative and begins another one.
  mutating func beginAlternative() {
    mayBeEmpty = mayBeEmpty || mayBeEmptySoFar
    mayBeEmptySoFar = true
    alternative += 1
  }

  /// Ends the group.
  mutating func end() {
    mayBeEmpty = mayBeEmpty || mayBeEmptySoFar
    isOpen = false
  }
}
