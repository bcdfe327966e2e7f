/// The lines at a prompt that were understood.
///
/// Confined to one thread. Injected, and kept in memory by tests.
public protocol History: AnyObject {
  /// The lines, the oldest first. They only grow at their end.
  var lines: [String] { get }

  /// Keeps a line, unless it is the last one already, or one that is not to come back.
  func remember(_ line: String)
}

/// A history that ends with the program.
public final class MemoryHistory: History {
  /// The lines, the oldest first.
  public private(set) var lines: [String]

  /// Makes one of some lines.
  public init(_ lines: [String] = []) { self.lines = lines }

  /// Keeps a line, unless it is the last one already.
  public func remember(_ line: String) {
    if line != lines.last { lines.append(line) }
  }
}
