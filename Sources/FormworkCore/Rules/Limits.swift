/// A range with optional limits: `0...150`, `18...`, `...65`, and `0..<150` for whole numbers.
public protocol Limits<Bound> {
  /// The type of the limits.
  associatedtype Bound

  /// The minimum; `nil` if there is no limit.
  var lowerLimit: Bound? { get }

  /// The maximum; `nil` if there is no limit.
  var upperLimit: Bound? { get }
}

extension ClosedRange: Limits {
  /// The lower bound.
  public var lowerLimit: Bound? { lowerBound }

  /// The upper bound.
  public var upperLimit: Bound? { upperBound }
}

extension PartialRangeFrom: Limits {
  /// The lower bound.
  public var lowerLimit: Bound? { lowerBound }

  /// None.
  public var upperLimit: Bound? { nil }
}

extension PartialRangeThrough: Limits {
  /// None.
  public var lowerLimit: Bound? { nil }

  /// The upper bound.
  public var upperLimit: Bound? { upperBound }
}

extension Range: Limits where Bound: FixedWidthInteger {
  /// The lower bound.
  public var lowerLimit: Bound? { lowerBound }

  /// The number before the upper bound.
  public var upperLimit: Bound? { upperBound - 1 }
}

extension PartialRangeUpTo: Limits where Bound: FixedWidthInteger {
  /// None.
  public var lowerLimit: Bound? { nil }

  /// The number before the upper bound.
  public var upperLimit: Bound? { upperBound - 1 }
}
