extension Duration {
  /// Whole milliseconds, rounded up, as `poll` takes them; never negative.
  package var wholeMilliseconds: CInt {
    guard self > .zero else { return 0 }
    let (seconds, attoseconds) = components
    // More than poll can count.
    guard seconds < Int64(CInt.max) / 1000 else { return CInt.max }
    return CInt(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }

  /// Whole seconds, rounded down.
  package var wholeSeconds: Int { Int(components.seconds) }
}
