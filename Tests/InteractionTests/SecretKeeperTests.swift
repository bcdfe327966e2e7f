import FormworkFrontEnd
import Interaction
import Testing

struct SecretKeeperTests {
  private static let (word, other) = (NodeID(rawValue: 2), NodeID(rawValue: 3))

  /// Returns a view tree with two secret fields, the first of them with a length.
  private static func picture(
    length: Int, from first: UInt32 = 2, hasAlert: Bool = false
  ) -> ViewTreeReplica {
    var picture = ViewTreeReplica()
    picture.apply(.attach(title: "Form", isLost: false))
    for (index, name) in ["word", "other"].enumerated() {
      let id = NodeID(rawValue: first + UInt32(index))
      picture.apply(
        .change(.inserted(id, kind: .secretField, name: name, parent: nil, index: index)))
      picture.apply(.change(.set(id, .value, .number(index == 0 ? length : 0))))
    }
    if hasAlert {
      picture.apply(
        .change(
          .inserted(NodeID(rawValue: 9), kind: .alert, name: "leave", parent: nil, index: 2)))
    }
    picture.apply(.flush(revision: 1))
    return picture
  }

  private static func paste(_ text: String) -> TerminalInput {
    let secret = SecretBytes()
    Array(text.utf8).withUnsafeBytes { secret.append($0) }
    return .paste(secret)
  }

  private static func keeper(typed: String, in picture: ViewTreeReplica) -> SecretKeeper {
    var keeper = SecretKeeper()
    _ = keeper.begin(at: word, in: picture)
    _ = keeper.enter(paste(typed), status: .nothing)
    return keeper
  }

  private static func text(_ editor: SecretEditor?) -> String? {
    editor.flatMap { $0.copyContent().text }
  }

  /// The field has the same path, with any number, and the host has the same length.
  @Test(
    arguments: [(3, 2, "abc"), (3, 7, "abc"), (2, 2, ""), (0, 2, "")] as [(Int, UInt32, String)])
  func aSecretGoesOn(length: Int, from first: UInt32, text: String) {
    var keeper = Self.keeper(typed: "abc", in: Self.picture(length: 0))
    let editor = keeper.begin(
      at: NodeID(rawValue: first), in: Self.picture(length: length, from: first))
    #expect(Self.text(editor) == text)
  }

  @Test func anAlertKeepsItAndAnotherFieldForgetsIt() {
    var keeper = Self.keeper(typed: "abc", in: Self.picture(length: 0))
    keeper.leave(for: nil, in: Self.picture(length: 3, hasAlert: true))
    #expect(Self.text(keeper.editor) == "abc")
    keeper.leave(for: Self.word, in: Self.picture(length: 3))
    #expect(Self.text(keeper.editor) == "abc")
    keeper.leave(for: Self.other, in: Self.picture(length: 3))
    #expect(keeper.editor == nil)
  }

  /// After a submission, an invalid secret is continued, but a refused one is replaced.
  @Test(
    arguments: [
      (.invalid, "d", "abcd"), (.incomplete, "d", "abcd"), (.refused, "d", "d"),
      (.nothing, "d", "d"), (.refused, "d\ne", "abc"), (.refused, "\u{7}", "abc"),
      (.refused, "", "abc"),
    ] as [(NodeStatus, String, String)])
  func aSubmittedSecretGivesWay(status: NodeStatus, typed: String, text: String) {
    var keeper = Self.keeper(typed: "abc", in: Self.picture(length: 0))
    keeper.editor?.isShown = true
    keeper.noteSubmitted()
    #expect(keeper.keptByteCount(status: status) == (text.hasPrefix("abcd") ? 3 : 0))
    _ = keeper.enter(Self.paste(typed), status: status)
    #expect(Self.text(keeper.editor) == text)
    #expect(keeper.editor?.isShown == true)
    _ = keeper.enter(Self.paste("x"), status: .invalid)
    #expect(Self.text(keeper.editor) == "\(text)x")
  }
}
