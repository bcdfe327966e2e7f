import CFormwork
import FormworkCore
import TestSupport
import Testing

@testable import FormworkConformance

/// The failure of each post that breaks a rule.
struct PostValidatorTests {
  /// The validator of a tree with a node of each kind, whose number is that of the kind, at flush 3.
  private static func validator() -> (validator: PostValidator, kinds: [NodeKind]) {
    let screen = ScriptedScreen("Quay")
    let kinds = NodeKind.allCases.filter { $0.rawValue > 1 }
    for kind in kinds { screen.add(kind, "\(kind)", [:]) }
    var validator = PostValidator()
    validator.note(ViewTree(), at: 0)
    validator.note(screen.tree, at: 3)
    return (validator, [.screen] + kinds)
  }

  private static func verdict(_ post: ScriptMessage) -> String? {
    var (validator, _) = validator()
    return verdict(post, of: &validator)
  }

  private static func verdict(
    _ post: ScriptMessage, of validator: inout PostValidator
  ) -> String? {
    do throws(CheckFailure) {
      try validator.check(post)
      return nil
    } catch {
      return error.message.inEnglish
    }
  }

  private static let fix =
    ": name a node that existed at the last FLUSH, of a kind that formwork.h allows for it"

  /// The kinds of nodes that a message may be about; `nil` if it is about none.
  @Test(
    arguments: [
      (FORMWORK_EDIT, [.textField, .secretField, .textArea]),
      (FORMWORK_COMPLETE, [.textField, .secretField, .textArea]),
      (FORMWORK_EDIT_OUTSIDE, [.textField, .secretField, .textArea]),
      (FORMWORK_COMMIT, [.textField, .secretField, .textArea, .toggle, .choice, .choices]),
      (FORMWORK_RESET, [.textField, .secretField, .textArea, .toggle, .choice, .choices]),
      (FORMWORK_CHOOSE, [.option, .toggle]), (FORMWORK_ACTIVATE, [.button, .row, .column]),
      (FORMWORK_WINDOW, [.list]), (FORMWORK_GO, NodeKind.allCases), (FORMWORK_BACK, nil),
      (FORMWORK_RELOAD, nil), (FORMWORK_QUIT, nil), (FORMWORK_SWITCH, nil), (FORMWORK_LOG, nil),
    ] as [(formwork_message_kind, [NodeKind]?)])
  func aMessageIsAboutNodesOfItsKinds(kind: formwork_message_kind, fitting: [NodeKind]?) {
    for node in Self.validator().kinds {
      let post = ScriptMessage(kind: kind.rawValue, revision: 3, node: node.rawValue)
      let complaint =
        "posts \(post.kindName.inEnglish) about a \(node) (node \(node.rawValue))\(Self.fix)"
      #expect(Self.verdict(post) == (fitting?.contains(node) ?? true ? nil : complaint))
    }
    var post = ScriptMessage(kind: kind.rawValue, revision: 3, node: 99)
    let complaint = "posts \(post.kindName.inEnglish) about"
    #expect(
      Self.verdict(post)
        == fitting.map { _ in "\(complaint) a node that does not exist (node 99)\(Self.fix)" })
    post.node = 0
    #expect(Self.verdict(post) == fitting.map { _ in "\(complaint) no node (node 0)\(Self.fix)" })
  }

  @Test(
    arguments: [
      (ScriptMessage(kind: 261, revision: 3, flags: 8), nil),
      (ScriptMessage(kind: 261, revision: 3, flags: 16), nil),
      (ScriptMessage(kind: 261, revision: 3, flags: 24), "posts GO about no node (node 0)\(fix)"),
      (
        ScriptMessage(kind: 261, revision: 3, node: 99, flags: 8),
        "posts GO about a node that does not exist (node 99)\(fix)"
      ),
      (
        ScriptMessage(kind: 256, revision: 3),
        "posts a message of kind 256, which is no input message: post only messages of the kinds FORMWORK_EDIT to FORMWORK_RESET"
      ),
      (
        ScriptMessage(kind: 271, revision: 3),
        "posts a message of kind 271, which is no input message: post only messages of the kinds FORMWORK_EDIT to FORMWORK_RESET"
      ),
      (
        ScriptMessage(kind: 1029, number: 8),
        "posts a message whose size is 8: set it to sizeof(struct formwork_message)"
      ),
      (
        ScriptMessage(kind: 269, revision: 3, isTextTooLong: true),
        "posts LOG with more than 65536 bytes of text: refuse what is longer than FORMWORK_TEXT_LIMIT"
      ),
      (
        ScriptMessage(kind: 269, revision: 3, text: [0x61, 0xC3]),
        "posts LOG with a text that is not UTF-8: post whole characters only"
      ),
      (ScriptMessage(kind: 257, revision: 3, node: 3, number: 3, text: Array("aé".utf8)), nil),
      (ScriptMessage(kind: 257, revision: 3, node: 3, number: 1, text: Array("aé".utf8)), nil),
      (
        ScriptMessage(kind: 257, revision: 3, node: 3, number: 2, text: Array("aé".utf8)),
        "posts EDIT of node 3 with its cursor at byte 2 of 3: number counts the bytes, not the characters, of text before the cursor"
      ),
      (
        ScriptMessage(kind: 265, revision: 3, node: 3, number: 4, text: Array("aé".utf8)),
        "posts COMPLETE of node 3 with its cursor at byte 4 of 3: number counts the bytes, not the characters, of text before the cursor"
      ),
      (
        ScriptMessage(kind: 265, revision: 3, node: 3, number: -1),
        "posts COMPLETE of node 3 with its cursor at byte -1 of 0: number counts the bytes, not the characters, of text before the cursor"
      ),
      (ScriptMessage(kind: 263, revision: 3, node: 15, number: 200, count: 1000), nil),
      (
        ScriptMessage(kind: 263, revision: 3, node: 15, number: 5, count: 1001),
        "posts WINDOW of 1001 rows from row 5: number is the first row, counted from 0, and count the number of rows that fit, at most 1000"
      ),
      (
        ScriptMessage(kind: 263, revision: 3, node: 15, number: -1, count: 1),
        "posts WINDOW of 1 rows from row -1: number is the first row, counted from 0, and count the number of rows that fit, at most 1000"
      ),
      // The cursor is that of texts that are being edited alone.
      (ScriptMessage(kind: 258, revision: 3, node: 3, number: 2, text: Array("aé".utf8)), nil),
    ] as [(ScriptMessage, String?)])
  func aPostKeepsTheRules(post: ScriptMessage, complaint: String?) {
    #expect(Self.verdict(post) == complaint)
  }

  @Test func revisionsOnlyRise() {
    var (validator, _) = Self.validator()
    func check(_ revision: UInt64) -> String? {
      let post = ScriptMessage(kind: FORMWORK_LOG.rawValue, revision: revision)
      return Self.verdict(post, of: &validator)
    }
    func complaint(_ revision: UInt64) -> String {
      "posts LOG with revision \(revision): set it to that of the last FLUSH"
    }
    #expect([0, 3, 3, 0, 4].map(check) == [nil, nil, nil, complaint(0), complaint(4)])
    (validator, _) = Self.validator()
    validator.forget(before: 3)
    #expect([0, 3].map(check) == [complaint(0), nil])
  }
}
