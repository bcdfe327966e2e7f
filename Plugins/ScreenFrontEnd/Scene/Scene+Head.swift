import FormworkCanvas
import FormworkFrontEnd
import Interaction
import Wording

extension Scene {
  // MARK: Above the form

  /// The title with how much is answered, and below it what is said of the screen.
  func headLines(columns: Int) -> [SceneLine] {
    // What a list is searched and sorted by is no answer.
    let isForm =
      outline.lists.isEmpty || outline.ownButtons.contains { picture[$0]?.role == .submit }
    let total = picture.screen?.number(.total) ?? 0
    let answered = picture.screen?.number(.answered) ?? 0
    let count =
      isForm && total > 1
      ? Words.line("form.answered", ["answered": "\(answered)"], count: total) : ""
    let countWidth = Canvas.width(of: count)
    let nameWidth = min(20, Canvas.width(of: picture.title.prefix(20)))
    let isCounted = countWidth > 0 && columns >= countWidth + nameWidth + 4
    let titleWidth = max(1, columns - 2 - (isCounted ? countWidth + 2 : 0))
    var title = SceneLine()
    title.spans = [
      .init(column: 1, text: picture.title, width: titleWidth, style: .bold)
    ]
    if isCounted { title.spans.append(.init(column: columns - 1 - countWidth, text: count)) }
    return [title] + toldOfScreen.flatMap { lines(of: $0, width: columns - 2) }
  }

  /// What is said of the screen as a whole: what it waits for, or why it cannot go on; and the notices.
  private var toldOfScreen: [Remark] {
    var told: [Remark] = []
    if let screen = picture.screen {
      switch screen.status {
      case .loading, .waiting, .checking, .submitting:
        told.append(Remark(Words.busy(screen, title: picture.title)))
      case .nothing, .incomplete, .invalid, .refused, .unverified, .valid, .failed, .done:
        if let line = Words.statement(of: screen, title: picture.title) {
          told.append(Remark(line, screen.statusStyle))
        }
      }
    }
    return told
      + outline.notices.compactMap { picture[$0] }.compactMap { notice in
        Words.statement(of: notice, title: picture.title).map { Remark($0, notice.statusStyle) }
      }
  }

  private func lines(of remark: Remark, width: Int) -> [SceneLine] {
    let style = signs.style(of: remark.style)
    let text = statusText.marked(remark.text, remark.style)
    return TextRows(text, width: max(1, width)).rows.prefix(3).map { row in
      SceneLine(spans: [.init(column: 1, text: row.text, style: style)])
    }
  }
}
