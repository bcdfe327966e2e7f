import FormworkFrontEnd
import Interaction
import Testing

struct PendingSecretTests {
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

  private static func secret(typed: String, in picture: ViewTreeReplica) -> PendingSecret {
    var secret = PendingSecret()
    _ = secret.begin(at: word, in: picture)
    _ = secret.enter(paste(typed), status: .nothing)
    return secret
  }

  private static func text(_ editor: SecretEditor?) -> String? {
    editor.flatMap { $0.copyContent().text }
  }

  /// The field has the same path, with any number, and the host has the same length.
  @Test(
    arguments: [(3, 2, "abc"), (3, 7, "abc"), (2, 2, ""), (0, 2, "")] as [(Int, UInt32, String)])
  func aSecretGoesOn(length: Int, from first: UInt32, text: String) {
    var secret = Self.secret(typed: "abc", in: Self.picture(length: 0))
    let editor = secret.begin(
      at: NodeID(rawValue: first), in: Self.picture(length: length, from: first))
    #expect(Self.text(editor) == text)
  }

  @Test func anAlertKeepsItAndAnotherFieldForgetsIt() {
    var secret = Self.secret(typed: "abc", in: Self.picture(length: 0))
    secret.leave(for: nil, in: Self.picture(length: 3, hasAlert: true))
    #expect(Self.text(secret.editor) == "abc")
    secret.leave(for: Self.word, in: Self.picture(length: 3))
    #expect(Self.text(secret.editor) == "abc")
    secret.leave(for: Self.other, in: Self.picture(length: 3))
    #expect(secret.editor == nil)
  }

  /// After a submission, an invalid secret is continued, but a refused one is replaced.
  @Test(
    arguments: [
      (.invalid, "d", "abcd"), (.incomplete, "d", "abcd"), (.refused, "d", "d"),
      (.nothing, "d", "d"), (.refused, "d\ne", "abc"), (.refused, "\u{7}", "abc"),
      (.refused, "", "abc"),
    ] as [(NodeStatus, String, String)])
  func aSubmittedSecretGivesWay(status: NodeStatus, typed: String, text: String) {
    var secret = Self.secret(typed: "abc", in: Self.picture(length: 0))
    secret.editor?.isShown = true
    secret.noteSubmitted()
    #expect(secret.keptByteCount(status: status) == (text.hasPrefix("abcd") ? 3 : 0))
    _ = secret.enter(Self.paste(typed), status: status)
    #expect(Self.text(secret.editor) == text)
    #expect(secret.editor?.isShown == true)
    _ = secret.enter(Self.paste("x"), status: .invalid)
    #expect(Self.text(secret.editor) == "\(text)x")
  }
}
