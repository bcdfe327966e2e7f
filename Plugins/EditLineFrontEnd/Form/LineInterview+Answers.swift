import Conversation
import FormworkFrontEnd

extension LineInterview {
  /// Enter: the host judges what stands there, and the person goes on, unless an edit is to be mended.
  func accept(_ question: Question) throws(Ending) {
    switch question.kind {
    case .text(let node): try acceptText(of: node)
    case .secret: break
    case .toggle(let node): try acceptToggle(node)
    case .choice(let node): try acceptChoice(node)
    case .buttons(let buttons): try acceptButton(buttons)
    }
  }

  private var answer: String { editor.line.text }

  private func acceptText(of node: NodeID) throws(Ending) {
    try commit(node, [.commit(node, .text(picture[node]?.text(.value) ?? known.text))])
  }

  private func acceptToggle(_ node: NodeID) throws(Ending) {
    let messages: [InputMessage<EnteredText>]
    if answer.isEmpty {
      messages = []
    } else if let isOn = ChoiceMatch.yesOrNo(answer) {
      messages = [.choose(node, isOn: isOn)]
      noteAnswer()
    } else {
      return refuse(Words.noYesOrNo(picture[node]?.spokenName ?? ""))
    }
    try commit(node, messages + [.commit(node, nil)])
  }

  private func acceptChoice(_ node: NodeID) throws(Ending) {
    guard let choice = picture[node] else { return }
    var messages: [InputMessage<EnteredText>] = []
    if !answer.isEmpty {
      let options = picture.answers(to: choice)
      do throws(ChoiceMatch.Mismatch) {
        let indices =
          choice.kind == .choices
          ? try ChoiceMatch.indices(
            of: answer, among: options, by: ChoiceMatch.index(typed:among:))
          : [try ChoiceMatch.index(typed: answer, among: options)]
        messages = picture.messages(choosing: indices, of: choice)
        noteAnswer()
      } catch {
        let part =
          choice.kind == .choices
          ? ChoiceMatch.part(of: answer, among: options, thatFailsBy: error) : nil
        let words = Words.noOption(error, choice.spokenName, count: options.count, part: part)
        // Of several answers the right ones need not be typed again.
        return answer.contains(",") ? write([Remark(words, .fault)]) : refuse(words)
      }
    }
    try commit(node, messages + [.commit(node, nil)])
  }

  /// An answer that was judged already is not new: a person who presses Enter once more goes on with it.
  private func noteAnswer() {
    isEdited = editor.line.bytes != known.bytes
    known = editor.line
  }

  private func acceptButton(_ buttons: [PictureNode]) throws(Ending) {
    let subject = question?.prompt.subject ?? ""
    var index = Prompt.preset(of: buttons)
    if !answer.isEmpty {
      let options = buttons.map { ChoiceMatch.Option(name: $0.name, label: $0.spokenName) }
      do throws(ChoiceMatch.Mismatch) {
        index = try ChoiceMatch.index(typed: answer, among: options)
      } catch {
        return refuse(Words.noOption(error, subject, count: options.count))
      }
    }
    guard let index else {
      if !buttons.isEmpty { return refuse(Words.noAnswer(subject, count: buttons.count)) }
      try dialogue.exchange([.back])
      return decision = .follow
    }
    try guide.activate(buttons[index])
    decision = .follow
  }

  func commit(_ node: NodeID, _ messages: [InputMessage<EnteredText>]) throws(Ending) {
    let start = guide.route.place
    try dialogue.exchange(messages)
    guard guide.route.place == start else { return decision = .follow }
    if isEdited, let field = picture[node], field.isFaulty {
      // A person who presses Enter once more wants to go on all the same.
      isEdited = false
      isStatusDue = true
      display.ring()
    } else {
      decision = .next
    }
  }

  /// An answer that makes no sense: it goes, and the line above says why.
  private func refuse(_ line: String) {
    editor.replaceLine(with: String.UnicodeScalarView(), cursor: 0)
    write([Remark(line, .fault)])
  }
}
