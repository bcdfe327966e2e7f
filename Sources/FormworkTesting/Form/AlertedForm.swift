package import FormworkCore

/// A form and its alerts, which are presented as in a session.
package struct AlertedForm {
  package let viewModel: FormViewModel
  private var alert: AlertViewModel?
  private var question: FormQuestion?

  package init(_ viewModel: FormViewModel) { self.viewModel = viewModel }

  package mutating func handle(_ input: UserInput, revision: UInt64) -> [FormAction] {
    switch alert?.handle(input, revision: revision, in: &viewModel.tree) ?? .passedOn {
    case .passedOn: return note(viewModel.handle(input, revision: revision))
    case .handled: return []
    case .refused(let node): return note(viewModel.refuse(node, .notNow))
    case .answered(let answer):
      dismissAlert()
      return note(viewModel.answer(answer.name))
    }
  }

  package mutating func press(_ button: FormButton) -> [FormAction] {
    if question?.buttons.contains(button) ?? false { dismissAlert() }
    return note(viewModel.press(button))
  }

  package mutating func note(_ actions: [FormAction]) -> [FormAction] {
    for action in actions {
      switch action {
      case .asked(let question):
        dismissAlert()
        alert = AlertViewModel(viewModel.alert(for: question), in: &viewModel.tree)
        self.question = question
      case .withdrewReview, .ended: dismissAlert()
      case .load, .reload, .cancelLoad, .startPause, .check, .cancel, .submit, .saveDraft,
        .discardDraft,
        .said:
        break
      }
    }
    return actions
  }

  private mutating func dismissAlert() {
    alert?.erase(from: &viewModel.tree)
    (alert, question) = (nil, nil)
  }
}
