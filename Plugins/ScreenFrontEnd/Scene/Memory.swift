import FormworkCanvas
import FormworkFrontEnd
import Interaction
import Wording

/// The parts of former frames that are used again.
final class Memory {
  var last: LastFrame?
  var shapes: [NodeID: (key: ListShape.Key, shape: ListShape)] = [:]

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
  private struct Key {
    let stamp: UInt32
    let size: WindowSize
    /// The node in which the user types; `nil` if there is none, or if a window covers the form.
    let typedNode: NodeID?
    let isEmptySecret: Bool
    let formerFocus: NodeID?
    let message: Remark?
    let faultsLeft: Int?
    let keyboard: KeyboardMachine.State
    let readsEscape: Bool
    let top: ViewState.Top
    let followsFocus: Bool
    let listTops: [NodeID: Int]

    init(_ tree: Tree, _ person: Person, _ size: WindowSize, _ view: ViewState) {
      (stamp, self.size, formerFocus) = (tree.stamp, size, person.formerFocus)
      let isCovered = person.keyboard.hasWindow || tree.picture.alert != nil
      typedNode = isCovered ? nil : person.focus.typedNode
      (message, faultsLeft, keyboard) = (person.message, person.faultsLeft, person.keyboard)
      (isEmptySecret, readsEscape) = (person.focus.isEmptySecret, person.readsEscape)
      (top, followsFocus, listTops) = (view.top, view.followsFocus, view.listTops)
    }

    /// Returns whether the key of another frame is the same, and the user types there.
    func matches(_ tree: Tree, _ person: Person, _ size: WindowSize, _ view: ViewState) -> Bool {
      typedNode != nil && typedNode == person.focus.typedNode && stamp == tree.stamp
        && size == self.size && isEmptySecret == person.focus.isEmptySecret
        && formerFocus == person.formerFocus && message == person.message
        && faultsLeft == person.faultsLeft && keyboard == person.keyboard
        && readsEscape == person.readsEscape && top == view.top
        && followsFocus == view.followsFocus && listTops == view.listTops
    }
  }

  private let key: Key
  private(set) var frame: Frame
  private let layout: Layout
  /// The rows of the text with the focus.
  private let box: Range<Int>

  init(
    _ frame: Frame, _ tree: Tree, _ person: Person, _ size: WindowSize, _ view: ViewState,
    _ layout: Layout
  ) {
    let key = Key(tree, person, size, view)
    (self.key, self.frame, self.layout) = (key, frame, layout)
    let first = key.typedNode.flatMap { frame.box(of: $0)?.row } ?? 0
    let rows = frame.rows[first...].prefix { row in
      row.contains { if case .text(key.typedNode, _) = $0.target { true } else { false } }
    }
    box = rows.indices
  }

  /// Changes the text in the box.
  ///
  /// - Returns: Whether nothing else is different.
  func retype(
    _ tree: Tree, _ person: Person, _ size: WindowSize, _ view: inout ViewState, _ signs: Signs,
    _ memory: Memory
  ) -> Bool {
    guard key.matches(tree, person, size, view), !box.isEmpty,
      let typed = TextBox(layout: layout, signs: signs)
        .frame(person, height: box.count, &view, memory), typed.rows.count == box.count
    else { return false }
    for (row, spans) in zip(box, typed.rows) {
      for index in 0..<TextBox.spanCount where frame.rows[row][index] != spans[index] {
        frame.rows[row][index] = spans[index]
      }
    }
    frame.cursor = typed.cursor.map { (box.lowerBound + $0.row, $0.column) }
    return true
  }
}
