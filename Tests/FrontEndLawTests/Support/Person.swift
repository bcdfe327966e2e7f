import CFormwork
import FormworkCore
import FormworkHost
import FormworkSession
import TestSupport
import Testing

@testable import FormworkConformance

/// A user at a front end in a separate process, with a terminal and a scripted host.
final class Person {
  let frontEnd: FrontEndKind
  let host: SessionHost

  /// Attaches the front end to a form, with the focus on a field.
  init(
    at frontEnd: FrontEndKind, _ focus: String = "berth", of screen: ScriptedScreen = .sample()
  ) throws {
    screen.tree.setFocus(screen.tree.node(focus))
    self.frontEnd = frontEnd
    host = try Self.host(of: frontEnd, screen)
    try host.attach()
  }

  /// Starts a front end, and waits until it is loaded.
  static func host(
    of frontEnd: FrontEndKind, _ screen: ScriptedScreen = .sample()
  ) throws -> SessionHost {
    let file = try FrontEndLocator.installed().file(for: .file(frontEnd.path))
    return try SessionHost(
      screen, file, by: try Program.path(named: "formwork"), trace: Trace(of: "law", nil),
      deadline: .now + .seconds(300))
  }

  /// Returns the posts from an index on as lines, without edits before other edits of the same node.
  ///
  /// The number of keys that come together depends on the machine.
  private func posts(from start: Int) -> [String] {
    let posts = host.posts[start...].filter { !$0.is(FORMWORK_LOG) }
    return posts.indices.compactMap { index in
      let (post, next) = (posts[index], posts.dropFirst(index + 1).first)
      if post.is(FORMWORK_EDIT), next?.is(FORMWORK_EDIT) == true, next?.node == post.node {
        return nil
      }
      var words = [Catalogue.conformance.text(for: post.kindName)]
      if let node = screen.tree[NodeID(rawValue: post.node)] { words.append(node.name) }
      if post.flags & FORMWORK_NEXT.rawValue != 0 { words.append("next") }
      if post.flags & FORMWORK_PREVIOUS.rawValue != 0 { words.append("previous") }
      if !post.text.isEmpty { words.append(post.string) }
      return words.joined(separator: " ")
    }
  }

  var screen: ScriptedScreen { host.screen }

  /// Returns a node by its name; there is one.
  func node(_ name: String) throws -> FormworkCore.NodeID { try #require(screen.tree.node(name)) }

  /// The text that was written to the terminal.
  var shown: String {
    String(decoding: TerminalOutput(host.allOutput).text, as: UTF8.self)
  }

  /// Does something, and waits until the front end waits.
  ///
  /// - Returns: The posts that followed.
  @discardableResult
  func does(_ keys: String) throws -> [String] {
    let start = host.posts.count
    try host.type(keys)
    try rest()
    return posts(from: start)
  }

  /// Sends the changes of the screen, other messages, and a flush from the host.
  ///
  /// - Returns: The posts that followed.
  @discardableResult
  func isTold(_ messages: [ScriptMessage] = []) throws -> [String] {
    let start = host.posts.count
    try host.tell(messages)
    try rest()
    return posts(from: start)
  }

  /// Sends the whole screen again.
  ///
  /// - Returns: The posts that followed.
  func isShownAll() throws -> [String] {
    let start = host.posts.count
    host.session.attach()
    try host.show()
    try rest()
    return posts(from: start)
  }

  /// Waits until the front end has read everything, and then for a while.
  ///
  /// While other tests run, the front end may sleep between two posts of one key, as plain does during a
  /// check.
  private func rest() throws {
    try host.settle(quietCount: 5 * SessionHost.quietCount)
  }

  // MARK: Keys

  private func keys(_ plain: String, _ others: String) -> String {
    frontEnd == .plain ? plain : others
  }

  func typing(_ text: String) -> String { keys("\(text)\r", "\u{5}\u{15}\(text)\r") }
  var back: String { frontEnd == .screen ? "\u{1B}[Z" : keys(":back\r", "\u{18}p") }
  var forth: String { keys(":next\r", "\u{18}n") }
  var submit: String { keys(":submit\r", "\u{13}") }
  var reload: String { keys(":reload\r", "\u{18}r") }
  var secondRow: String { frontEnd == .screen ? "\u{1B}[B\r" : "2\r" }
  var handOver: String { keys("\u{18}f\r", "\u{18}f") }
}
