/// What is wrong with a document.
///
/// Quotes no value of it: there may be passwords in it.
public struct JSONError: Error, Equatable, CustomStringConvertible {
  /// Where it is.
  public let place: JSONPlace

  /// What it is, and the mend.
  public let message: String

  /// One line: where, what, and the mend.
  public var description: String { "\(place): \(message)" }
}
