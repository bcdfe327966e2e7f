package import FormworkCore

/// A form with the alerts that it asks for, presented as a session presents them.
package struct AlertedForm {
  package let viewModel: FormViewModel
  private var alert: AlertViewModel?
  private var question: FormQuestion?

  package init(_ viewModel: FormViewModel) { self.viewModel = viewModel }

  package mutating func handle(_ event: UserEvent) -> [FormAction] {
    switch alert?.handle(event, in: &viewModel.tree) ?? .passedOn {
    case .passedOn: return note(viewModel.handle(event))
    case .handled: return []
    case .refused(let node): return note(viewModel.handle(.refused(node, .notNow)))
    case .answered(let answer):
      dismissAlert()
      return note(viewModel.answer(answer.name))
    }
  }

  /// Presses a button in the person's place: one of the alert answers it.
  package mutating func press(_ button: FormButton) -> [FormAction] {
    if question?.buttons.contains(button) ?? false { dismissAlert() }
    return note(viewModel.press(button))
  }

  /// Goes where the form wants to.
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
