import FormworkCanvas
import FormworkFrontEnd
import Interaction

/// The part of a session that performs clicks and turns of the wheel.
struct Pointer {
  let session: ScreenController

  func point(_ report: MouseReport) {
    switch report.action {
    case .wheelUp: scroll(by: -3, at: report)
    case .wheelDown: scroll(by: 3, at: report)
    case .press(button: 0):
      guard let target = session.painter.frame.target(row: report.row, column: report.column) else {
        return
      }
      session.view.followsFocus = true
      press(target, column: report.column)
    case .press, .release, .other: break
    }
  }

  /// Scrolls what is under the pointer: the window, the text with the focus, a list, or else the form.
  private func scroll(by count: Int, at report: MouseReport) {
    let target = session.painter.frame.target(row: report.row, column: report.column)
    switch session.machine.state {
    case .window: session.perform(session.machine.apply(.stepped(by: count)))
    case .form, .chord, .help:
      if case .text(session.picture.focus, _) = target, session.place == .area {
        return _ = session.fieldEditor.moveInArea(by: count)
      }
      if session.picture.alert == nil, let list = list(at: target),
        session.painter.look({ $0.lists.scroll(list, by: count) })
      {
        return session.focusMover.askForRowsShown(of: list)
      }
      session.painter.look { $0.scroll(by: count) }
    }
  }

  private func list(at target: Canvas.Target?) -> PictureNode? {
    guard case .node(let id) = target, let node = session.picture[id],
      node.kind == .row || node.kind == .column
    else { return nil }
    return node.parent.flatMap { session.picture[$0] }
  }

  private func press(_ target: Canvas.Target, column: Int) {
    switch target {
    case .entry(let index): session.perform(session.machine.apply(.pointed(at: index)))
    case .option(let id):
      guard session.picture.alert == nil, let node = session.picture[id] else { return }
      let isOn = node.kind == .toggle ? node.number(.value) != 1 : !node.isSelected
      let isOne = node.parent.flatMap { session.picture[$0] }?.kind == .choice
      session.chooser.choose(id, isOn: isOne || isOn)
    case .text(let id, let start):
      let box = session.painter.frame.box(of: id)
      press(id, atByte: start, column: column - (box?.columns.lowerBound ?? column))
    case .node(let id): press(id)
    }
  }

  private func press(_ id: NodeID, atByte start: Int, column: Int) {
    guard case .text(id, var editor) = session.user.focus, session.picture.focus == id else {
      return press(id)
    }
    if editor.hasLines {
      // The target is visible: its row is known from the last drawing.
      let rows = session.painter.areaRows(of: editor)
      editor.moveCursor(to: rows.byte(row: rows.row(of: start), column: column))
    } else {
      let rest = editor.text[editor.text.index(atByte: start)...]
      editor.moveCursor(to: start + rest.prefix(columns: column).utf8.count)
    }
    session.fieldEditor.adopt(editor, of: id, isText: false)
  }

  private func press(_ id: NodeID) {
    guard let node = session.picture[id],
      session.picture.alert == nil || node.parent == session.picture.alert?.id
    else { return }
    switch node.kind {
    case .button, .column: if node.isEnabled { session.fieldEditor.post(.activate(id)) }
    case .row:
      session.fieldEditor.post(session.picture.focus == id ? .activate(id) : .go(.node(id)))
    case .group:
      guard let place = session.tree.place(of: id),
        let stop = session.tree.stop(from: place, isBack: false)?.stops.first
      else { return session.ring() }
      session.fieldEditor.post(.go(.node(stop)))
    case .choice where session.picture.focus == id, .choices where session.picture.focus == id:
      // A second click closes the window, and chooses nothing.
      if session.machine.state.window != nil {
        _ = session.machine.apply(.moved)
      } else if session.place == .choice {
        session.chooser.open(with: nil)
      }
    default: if session.picture.focus != id { session.fieldEditor.post(.go(.node(id))) }
    }
  }
}
