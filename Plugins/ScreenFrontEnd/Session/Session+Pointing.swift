import FormworkCanvas
import FormworkFrontEnd
import Interaction
import Wording

/// The mouse: clicks and the wheel.
extension Session {
  func point(_ report: MouseReport) {
    switch report.action {
    case .wheelUp: scroll(by: -3, at: report)
    case .wheelDown: scroll(by: 3, at: report)
    case .press(button: 0):
      guard let target = frame.target(row: report.row, column: report.column) else { return }
      view.followsFocus = true
      press(target, column: report.column)
    case .press, .release, .other: break
    }
  }

  /// Scrolls what is under the pointer: the window, a list, or else the form.
  private func scroll(by count: Int, at report: MouseReport) {
    switch machine.state {
    case .choosing, .completing: perform(machine.apply(.stepped(by: count)))
    case .form, .chord, .help:
      if picture.alert == nil, let list = list(at: report),
        look({ $0.lists.scroll(list, by: count) })
      {
        return askForRowsShown(of: list)
      }
      look { $0.scroll(by: count) }
    }
  }

  /// The list under the pointer.
  private func list(at report: MouseReport) -> PictureNode? {
    guard case .node(let id) = frame.target(row: report.row, column: report.column),
      let node = picture[id], node.kind == .row || node.kind == .column
    else { return nil }
    return node.parent.flatMap { picture[$0] }
  }

  private func press(_ target: Canvas.Target, column: Int) {
    switch target {
    case .entry(let index): perform(machine.apply(.pointed(at: index)))
    case .option(let id):
      guard picture.alert == nil, let node = picture[id] else { return }
      let isOn = node.kind == .toggle ? node.number(.value) != 1 : !node.isSelected
      let isOne = node.parent.flatMap { picture[$0] }?.kind == .choice
      choose(id, isOn: isOne || isOn)
    case .text(let id, let start):
      press(id, atByte: start, column: column - (frame.box(of: id)?.columns.lowerBound ?? column))
    case .node(let id): press(id)
    }
  }

  private func press(_ id: NodeID, atByte start: Int, column: Int) {
    guard case .text(id, var editor) = person.focus, picture.focus == id else { return press(id) }
    if editor.hasLines {
      // What is pointed at is visible: it is known of the last drawing.
      let rows = look { $0.areaRows(of: editor, andMore: 0) }
      editor.moveCursor(to: rows.byte(row: rows.row(of: start), column: column))
    } else {
      let rest = editor.text[editor.text.index(atByte: start)...]
      editor.moveCursor(to: start + rest.prefix(columns: column).utf8.count)
    }
    adopt(editor, of: id, isText: false)
  }

  private func press(_ id: NodeID) {
    guard let node = picture[id], picture.alert == nil || node.parent == picture.alert?.id else {
      return
    }
    switch node.kind {
    case .button, .column: if node.isEnabled { tell(.activate(id)) }
    case .row: tell(picture.focus == id ? .activate(id) : .go(.node(id)))
    case .group:
      guard let place = tree.outline.place(of: id, in: picture),
        let stop = tree.outline.stop(from: place, isBack: false, in: picture)?.stops.first
      else { return ring() }
      tell(.go(.node(stop)))
    case .choice where picture.focus == id, .choices where picture.focus == id:
      // Once more closes the window again, and chooses nothing.
      if machine.state.isChoosing {
        _ = machine.apply(.moved)
      } else if place == .choice {
        open(with: nil)
      }
    default: if picture.focus != id { tell(.go(.node(id))) }
    }
  }
}

extension MouseReport {
  /// Whether it says that a button was let go, or what this front end does not take.
  var isOfNoUse: Bool {
    switch action {
    case .release, .other: true
    case .press, .wheelUp, .wheelDown: false
    }
  }
}
