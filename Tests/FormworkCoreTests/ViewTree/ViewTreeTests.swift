import FormworkCore
import TestSupport
import Testing

struct ViewTreeTests {
  private let screen = NodeID(rawValue: 1)
  private let field = NodeID(rawValue: 2)

  /// Returns a screen with a field that has a value, without pending changes.
  private func told() -> ViewTree {
    var tree = ViewTree()
    tree.insert(.screen, name: "form")
    tree.insert(.textField, name: "name", under: screen)
    tree.set(field, .value, .text("Ann"))
    _ = tree.takeChanges()
    return tree
  }

  // MARK: The whole picture

  @Test func tellsEverythingInOrder() {
    var tree = ViewTree()
    #expect(tree.insert(.screen, name: "form") == screen)
    let group = tree.insert(.group, name: "person", under: screen)
    let last = tree.insert(.button, name: "submit", under: screen)
    let name = tree.insert(.textField, name: "name", under: group)
    let first = tree.insert(.note, name: "note", under: screen, at: 0)
    tree.set(name, .value, .text("Ann"))
    tree.set(name, .label, .text("Name"))
    tree.set(name, .detail, .text("gone"))
    tree.set(name, .detail, nil)
    tree.setFocus(name)
    let picture: [Change] = [
      .inserted(screen, kind: .screen, name: "form", parent: nil, index: 0),
      .inserted(first, kind: .note, name: "note", parent: screen, index: 0),
      .inserted(group, kind: .group, name: "person", parent: screen, index: 1),
      .inserted(name, kind: .textField, name: "name", parent: group, index: 0),
      .set(name, .label, .text("Name")),
      .set(name, .value, .text("Ann")),
      .inserted(last, kind: .button, name: "submit", parent: screen, index: 2),
      .focused(name),
    ]
    #expect(tree.hasChanges)
    #expect(tree.takeChanges() == picture)
    #expect(tree.snapshot() == picture)
    #expect(tree.revision == 2)
  }

  @Test func nothingIsToldOfNothing() {
    var tree = ViewTree()
    #expect(!tree.hasChanges)
    #expect(tree.takeChanges() == [])
    #expect(tree.snapshot() == [])
    #expect(tree.revision == 2)
  }

  // MARK: Properties

  @Test func aTextIsTheSameCodePointByCodePoint() {
    var tree = told()
    tree.set(field, .value, .text("\u{E9}"))
    _ = tree.takeChanges()
    tree.set(field, .value, .text("e\u{301}"))
    #expect(tree.hasChanges)
    let texts = tree.takeChanges().compactMap { change in
      if case .set(_, _, .text(let text)) = change { Array(text.unicodeScalars) } else { nil }
    }
    #expect(texts == [["e", "\u{301}"]])
  }

  // MARK: Values reported by the front end

  @Test func whatIsRestatedAndRemovedIsNotTold() {
    var tree = told()
    tree.restate(field, .value)
    tree.remove(field)
    tree.restate(NodeID(rawValue: 9), .value)
    #expect(tree.takeChanges() == [.removed(field)])
  }

  // MARK: Nodes

  @Test func aNodeThatCameAndWentIsNone() {
    var tree = told()
    let group = tree.insert(.group, name: "group", under: screen, at: 0)
    let note = tree.insert(.note, name: "note", under: group)
    tree.set(note, .label, .text("A"))
    tree.setFocus(note)
    tree.remove(group)
    #expect(tree.takeChanges() == [])
    #expect(tree[note] == nil)
  }

  @Test func aSubtreeGoesInOneChange() {
    var tree = told()
    let group = tree.insert(.group, name: "group", under: screen)
    let notes = (0..<3).map { tree.insert(.note, name: "note \($0)", under: group) }
    _ = tree.takeChanges()
    tree.set(notes[1], .label, .text("A"))
    tree.remove(group)
    #expect(tree.takeChanges() == [.removed(group)])
    #expect(notes.allSatisfy { tree[$0] == nil })
  }

  @Test func idsAreNeverUsedAgain() {
    var tree = told()
    tree.remove(field)
    #expect(tree.insert(.textField, name: "name", under: screen) == NodeID(rawValue: 3))
    #expect(
      tree.takeChanges() == [
        .removed(field),
        .inserted(NodeID(rawValue: 3), kind: .textField, name: "name", parent: screen, index: 0),
      ])
  }

  @Test func oneInsertionAmongManySiblingsIsOneChange() {
    var tree = ViewTree()
    tree.insert(.screen, name: "form")
    for index in 0..<1_000 { tree.insert(.note, name: "note \(index)", under: screen) }
    _ = tree.takeChanges()
    let new = tree.insert(.textField, name: "new", under: screen, at: 500)
    tree.set(new, .label, .text("New"))
    tree.set(new, .value, .text("A"))
    #expect(
      tree.takeChanges() == [
        .inserted(new, kind: .textField, name: "new", parent: screen, index: 500),
        .set(new, .label, .text("New")), .set(new, .value, .text("A")),
      ])
    tree.remove(new)
    #expect(tree.takeChanges() == [.removed(new)])
    let fortieth = NodeID(rawValue: 41)
    tree.move(fortieth, to: 3)
    #expect(tree.takeChanges() == [.moved(fortieth, index: 3)])
    tree.move(fortieth, to: 999)
    #expect(tree.takeChanges() == [.moved(fortieth, index: 999)])
    tree.set(fortieth, .label, .text("A"))
    #expect(tree.takeChanges() == [.set(fortieth, .label, .text("A"))])
  }

  // MARK: Focus

  @Test func tellsWhereThePersonIs() {
    var tree = told()
    tree.setFocus(field)
    #expect(tree.takeChanges() == [.focused(field)])
    tree.setFocus(field)
    #expect(tree.takeChanges() == [])
    tree.setFocus(nil)
    tree.setFocus(field)
    #expect(tree.takeChanges() == [])
    tree.setFocus(NodeID(rawValue: 9))
    #expect(tree.focus == nil)
    #expect(tree.takeChanges() == [.focused(nil)])
  }

  @Test func theFocusGoesToTheScreenWithItsNode() {
    var tree = told()
    let group = tree.insert(.group, name: "group", under: screen)
    let note = tree.insert(.note, name: "note", under: group)
    tree.setFocus(note)
    _ = tree.takeChanges()
    tree.remove(group)
    #expect(tree.focus == nil)
    #expect(tree.takeChanges() == [.removed(group), .focused(nil)])
  }

  // MARK: Equality and replay

  @Test func treesAreEqualThatShowTheSame() {
    var one = told()
    var other = ViewTree()
    other.replay([
      .inserted(screen, kind: .screen, name: "form", parent: nil, index: 0),
      .inserted(field, kind: .textField, name: "name", parent: screen, index: 0),
      .set(field, .value, .text("Ann")),
    ])
    #expect(one == other)
    one.setFocus(field)
    #expect(one != other)
    other.replay(.focused(field))
    #expect(one == other)
    one.set(field, .label, .text("Name"))
    #expect(one != other)
    other.set(field, .label, .text("Name"))
    one.insert(.note, name: "note", under: screen)
    #expect(one != other)
  }

  @Test func aChangeOfANodeThatIsNotThereChangesNothing() {
    var tree = told()
    let stray = NodeID(rawValue: 9)
    tree.replay([
      .inserted(NodeID(rawValue: 3), kind: .note, name: "note", parent: stray, index: 0),
      .moved(stray, index: 0), .removed(stray), .set(stray, .label, .text("A")), .focused(stray),
    ])
    #expect(tree == told())
  }

  @Test(arguments: [
    ([(InputRejection.blocked, "too long"), (.stale, "")], InputRejection.blocked, "too long"),
    ([(.stale, ""), (.blocked, "too long")], .blocked, "too long"),
    ([(.blocked, "too long"), (.blocked, "too wide")], .blocked, "too wide"),
    ([(.stale, ""), (.notNow, "")], .notNow, ""),
  ])
  func ofANodeTheLastReasonIsTold(
    refusals: [(InputRejection, String)], reason: InputRejection, text: String
  ) {
    var tree = ViewTree()
    let node = tree.insert(.textField, name: "name", under: nil)
    for (reason, text) in refusals { tree.refuse(node, reason, text) }
    let told = tree.takeRefusals()
    #expect(told.map(\.node) == [node])
    #expect(told.map(\.reason) == [reason])
    #expect(told.map(\.text) == [text])
    #expect(tree.takeRefusals().isEmpty)
  }

  @Test func listsPropertiesInTheOrderOfTheContract() throws {
    var tree = told()
    tree.set(field, .firstRow, .number(1))
    tree.set(field, .label, .text("Name"))
    let node = try #require(tree[field])
    #expect(node.properties.map(\.property) == [.label, .value, .firstRow])
    #expect(node.properties.map(\.value) == [.text("Name"), .text("Ann"), .number(1)])
    #expect(node[.label] == .text("Name"))
    #expect(node[.detail] == nil)
  }
}
