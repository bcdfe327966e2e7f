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
  /// The facts that everything except that text depends on.
  private typealias Key = (UInt32, WindowSize, Person, ViewState.Top, Bool, [NodeID: Int])

  /// Returns the key; `nil` if the user types nowhere, or if a window covers the form.
  private static func key(
    _ tree: Tree, _ person: Person, _ size: WindowSize, _ view: ViewState
  ) -> Key? {
    guard let id = person.focus.typedNode, !person.keyboard.hasWindow, tree.picture.alert == nil
    else { return nil }
    var person = person
    person.focus = .secret(id, count: person.focus.isEmptySecret ? 0 : 1, cursor: 0)
    person.shownEnds = nil
    return (tree.stamp, size, person, view.top, view.followsFocus, view.listTops)
  }

  private let key: Key?
  private(set) var frame: Frame
  private let layout: Layout
  /// The rows of the text with the focus.
  private let box: [Int]

  init(
    _ frame: Frame, _ tree: Tree, _ person: Person, _ size: WindowSize, _ view: ViewState,
    _ layout: Layout
  ) {
    key = Self.key(tree, person, size, view)
    (self.frame, self.layout) = (frame, layout)
    box =
      person.focus.typedNode.map { id in
        frame.rows.indices.filter { frame.rows[$0].contains { $0.isText(of: id) } }
      } ?? []
  }

  /// Changes the text in the box, and returns whether nothing else is different.
  func retype(
    _ tree: Tree, _ person: Person, _ size: WindowSize, _ view: inout ViewState, _ signs: Signs,
    _ memory: Memory
  ) -> Bool {
    guard let key, let other = Self.key(tree, person, size, view), key == other,
      let first = box.first,
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
