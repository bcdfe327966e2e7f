/// The least and the greatest that may be, as a range has them: `0...150`, `18...`, `...65`.
public protocol Limits<Bound> {
  /// What is limited.
  associatedtype Bound

  /// The least; `nil` is no limit.
  var lowerLimit: Bound? { get }

  /// The greatest; `nil` is no limit.
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
