@testable import FormworkFrontEnd
import TestSupport
import Testing

@Suite struct ViewTreeReplicaTests {
  /// Compares random messages, many of them invalid, with a slow and simple reference.
  @Test(.serialized, arguments: UInt64(0)..<(isLongRun ? 500 : 60))
  func differential(seed: UInt64) throws {
    var stream = MessageStream(seed: seed)
    var picture = ViewTreeReplica()
    var reference = NaivePicture()
    for step in 0..<120 {
      // One or several edits in a row, of one node or of several.
      while let (node, text, cursor) = stream.nextEdit() {
        let isThere = picture.noteEdit(of: node, value: .text(text), cursor: cursor)
        try #require(isThere == reference.noteEdit(of: node, text, cursor: cursor))
        if step.isMultiple(of: 2) { try #require(picture.nodes() == reference.nodes()) }
      }
      let message = stream.next()
      let changes = picture.apply(message)
      let expected = reference.apply(message)
      try #require(changes.map(NaivePicture.Changes.init) == expected)
      try #require(picture.nodes() == reference.nodes())
      try #require(picture.roots == reference.roots)
      try #require(picture.focus == reference.focus)
      try #require(picture.title == reference.title)
    }
  }

  @Test func whatOneFlushBrings() {
    var picture = ViewTreeReplica()
    let (screen, field) = (NodeID(rawValue: 1), NodeID(rawValue: 2))
    picture.apply(.attach(title: "T"))
    #expect(!picture.isConsistent)
    picture.apply(.change(.inserted(screen, kind: .screen, name: "", parent: nil, index: 0)))
    picture.apply(.change(.inserted(field, kind: .textField, name: "f", parent: screen, index: 0)))
    picture.apply(.change(.set(field, .label, .text("L"))))
    picture.apply(.change(.focused(field)))
    var changes = picture.apply(.flush(revision: 1))
    #expect(picture.isConsistent && picture.revision == 1)
    #expect(changes?.isAttached == true)
    #expect(changes?.inserted == [screen, field])
    #expect(changes?.changed.map(\.node) == [field])
    #expect(changes?.changed.map(\.properties) == [[.label]])
    #expect(changes?.isFocusMoved == true)

    // Setting the same value, or inserting and removing a node, is no change.
    picture.apply(.change(.set(field, .label, .text("L"))))
    picture.apply(.change(.focused(field)))
    #expect(picture.isConsistent)
    picture.apply(
      .change(.inserted(NodeID(rawValue: 3), kind: .notice, name: "", parent: screen, index: 0)))
    picture.apply(.change(.removed(NodeID(rawValue: 3))))
    changes = picture.apply(.flush(revision: 2))
    #expect(changes == ReplicaChanges())

    picture.noteEdit(of: field, value: .text("typed"), cursor: 5)
    #expect(picture[field]?.text(.value) == "typed" && picture[field]?.number(.cursor) == 5)
    #expect(picture.isConsistent)
    #expect(picture.apply(.flush(revision: 3)) == ReplicaChanges())

    picture.apply(.resized(WindowSize(columns: 80, rows: 24)))
    #expect(picture.size?.columns == 80 && picture.size?.rows == 24 && picture.isConsistent)
  }

  @Test func whatANodeSaysWithoutProperties() throws {
    var picture = ViewTreeReplica()
    let id = NodeID(rawValue: 1)
    picture.apply(.change(.inserted(id, kind: .button, name: "b", parent: nil, index: 9)))
    let bare = try #require(picture[id])
    #expect(bare.text(.label) == "" && bare.number(.value) == nil && bare.status == .nothing)
    #expect(bare.role == .nothing && bare.isEnabled && !bare.isRequired && !bare.isSelected)
    for (property, value) in [(Property.status, 999), (.role, 999), (.enabled, 0), (.required, 1)] {
      picture.apply(.change(.set(id, property, .number(value))))
    }
    let node = try #require(picture[id])
    #expect(node.status == .nothing && node.role == .nothing && !node.isEnabled && node.isRequired)
    // A text in place of a number is ignored.
    picture.apply(.change(.set(id, .enabled, .text("0"))))
    #expect(picture[id]?.isEnabled == true)
  }

  @Test func aDeepTreeNeedsNoDeepStack() {
    var picture = ViewTreeReplica()
    for depth in UInt32(1)...100_000 {
      picture.apply(
        .change(
          .inserted(
            NodeID(rawValue: depth), kind: .group, name: "",
            parent: depth == 1 ? nil : NodeID(rawValue: depth - 1), index: 0)))
    }
    #expect(picture.nodes().count == 100_000)
    picture.apply(.change(.removed(NodeID(rawValue: 1))))
    #expect(picture.nodes() == [])
  }
}
