import FormworkCanvas
import FormworkFrontEnd
import Interaction

/// The parts of former frames that are used again.
final class Memory {
  var last: LastFrame?
  var shapes: [NodeID: (key: (UInt32, Layout, needs: [Int]), shape: ListShape)] = [:]

  /// The text area that had the focus last, in rows.
  private var area = TextRows(notLaidOut: "", width: 1)

  /// Returns the rows of a text area: to the one with the cursor, and a number of rows after it.
  ///
  /// The rows before a change are kept.
  func rows(of editor: TextEditor, width: Int, andMore count: Int) -> TextRows {
    if area.width != width { area = TextRows(notLaidOut: editor.text, width: width) }
    area.change(to: editor.text)
    area.layOut(to: editor.cursor, andMore: count)
    return area
  }
}

/// The last frame, which is kept as long as only the text with the focus changes.
final class LastFrame {
  private(set) var frame: Frame
  private let layout: Layout
  private let facts: (stamp: UInt32, size: WindowSize, person: Person, view: ViewState)
  /// The rows of the text with the focus; none if a window covers the form.
  private let box: [Int]

  init(
    _ frame: Frame, _ tree: Tree, _ person: Person, _ size: WindowSize, _ view: ViewState,
    _ layout: Layout
  ) {
    (self.frame, self.layout, facts) = (frame, layout, (tree.stamp, size, person, view))
    let isCovered = person.keyboard.hasWindow || tree.picture.alert != nil
    let id = isCovered ? nil : person.focus.typedNode
    box =
      id.map { id in
        frame.rows.indices.filter { frame.rows[$0].contains { $0.isText(of: id) } }
      } ?? []
  }

  /// Returns whether everything is the same except the text with the focus.
  private func isSame(
    _ tree: Tree, _ person: Person, _ size: WindowSize, _ view: ViewState
  ) -> Bool {
    facts.stamp == tree.stamp && facts.size == size
      && facts.person.focus.typedNode == person.focus.typedNode
      && facts.person.focus.isEmptySecret == person.focus.isEmptySecret
      && facts.person.formerFocus == person.formerFocus && facts.person.message == person.message
      && facts.person.faultsLeft == person.faultsLeft && facts.person.keyboard == person.keyboard
      && facts.person.readsEscape == person.readsEscape && facts.view.top == view.top
      && facts.view.followsFocus == view.followsFocus && facts.view.listTops == view.listTops
  }

  /// Changes the text in the box, and returns whether nothing else is different.
  func retype(
    _ tree: Tree, _ person: Person, _ size: WindowSize, _ view: inout ViewState, _ signs: Signs,
    _ memory: Memory
  ) -> Bool {
    guard let first = box.first, isSame(tree, person, size, view),
      let typed = TextBox(layout: layout, signs: signs)
        .frame(person, height: box.count, &view, memory), typed.rows.count == box.count
    else { return false }
    for (row, spans) in zip(box, typed.rows) {
      for index in 0..<TextBox.spanCount where frame.rows[row][index] != spans[index] {
        frame.rows[row][index] = spans[index]
      }
    }
    frame.cursor = typed.cursor.map { (first + $0.row, $0.column) }
    return true
  }
}
