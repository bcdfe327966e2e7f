/// Tells the person, for a view model, what belongs to no place on the screen.
///
/// Injected, and faked in tests. A screen that says it is one shows notices by its ``Notices``.
public protocol NoticeResponder: AnyObject {
  /// Shows a notice.
  func say(_ message: Message)
}

/// The notices of a screen: above all else, the oldest first.
public struct Notices: Sendable {
  private var nodes: [NodeID] = []

  /// Makes none.
  public init() {}

  /// Whether no notice is shown.
  public var isEmpty: Bool { nodes.isEmpty }

  /// Shows a notice, where there is a screen.
  ///
  /// - Parameters:
  ///   - text: Its text, of one line.
  ///   - isLasting: Whether it is read once the front end has left as well.
  ///   - tree: Where.
  /// - Returns: Its node.
  @discardableResult
  public mutating func say(
    _ text: String, isLasting: Bool = false, in tree: inout ViewTree
  ) -> NodeID? {
    guard let screen = tree.root else { return nil }
    let notice = tree.insert(.notice, name: "notice", under: screen, at: nodes.count)
    nodes.append(notice)
    tree.set(notice, .label, .text(text))
    if isLasting { tree.set(notice, .lasting, .number(1)) }
    return notice
  }

  /// Takes all away.
  ///
  /// - Returns: Their nodes.
  @discardableResult
  public mutating func erase(from tree: inout ViewTree) -> [NodeID] {
    defer { nodes = [] }
    for notice in nodes { tree.remove(notice) }
    return nodes
  }
}
