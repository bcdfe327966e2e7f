import FormworkCore

/// A form with the alerts that it asks for, presented as a session presents them.
struct AlertedForm {
  let viewModel: FormViewModel
  private var alert: AlertViewModel?

  init(_ viewModel: FormViewModel) { self.viewModel = viewModel }

  mutating func handle(_ event: UserEvent) -> [FormAction] {
    switch alert?.handle(event, in: &viewModel.tree) ?? .passedOn {
    case .passedOn: return note(viewModel.handle(event))
    case .handled: return []
    case .answered(let answer):
      alert?.erase(from: &viewModel.tree)
      alert = nil
      return note(viewModel.answer(answer.name))
    }
  }

  /// Presents what the form asks, and takes off what is no question any more.
  mutating func note(_ actions: [FormAction]) -> [FormAction] {
    switch viewModel.state {
    case .confirmingLeave, .offeringDraft, .reviewing: break
    case .blank, .loading, .loadFailed, .editing, .reloading, .awaitingChecks, .submitting,
      .submitted, .cancelled, .declined:
      alert?.erase(from: &viewModel.tree)
      alert = nil
    }
    for action in actions {
      if case .asked(let question) = action {
        alert = AlertViewModel(viewModel.alert(for: question), in: &viewModel.tree)
      }
    }
    return actions
  }
}
