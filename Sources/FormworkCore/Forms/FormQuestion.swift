/// What a form asks the person before anything else may be done.
public enum FormQuestion: Hashable, Sendable {
  /// Whether to leave a form that was changed; what was entered is kept, but the secrets, or is lost.
  case leave(isKept: Bool)

  /// Whether to go on with what was entered at that time.
  case resume(keptAt: String)

  /// Whether the answers are right, of which there is a line each.
  case review

  /// The answers, in order.
  package var buttons: [FormButton] {
    switch self {
    case .leave: [.stay, .leave]
    case .resume: [.resume, .startAnew]
    case .review: [.handIn, .goOn]
    }
  }

  /// The answer that says yes; the other one says no.
  var yes: FormButton {
    switch self {
    case .leave: .leave
    case .resume: .resume
    case .review: .handIn
    }
  }

  /// The question.
  package var message: Message {
    switch self {
    case .leave(isKept: true): "leaveKeepingQuestion"
    case .leave(isKept: false): "leaveQuestion"
    case .review: "reviewQuestion"
    case .resume(let time): Message("resumeQuestion", ["text": .verbatim(time)])
    }
  }
}

/// The buttons that a form brings itself.
public enum FormButton: String, CaseIterable, Sendable {
  /// Hands the form in.
  case submit

  /// Leaves the form.
  case cancel

  /// Refuses to answer.
  case decline

  /// Tries again what failed.
  case retry

  /// Leaves; what was entered is lost, unless it is kept in a draft.
  case leave

  /// Stays after all.
  case stay

  /// Goes on with what was entered another time.
  case resume

  /// Begins anew, though what was entered another time is lost.
  case startAnew

  /// Hands in what was reviewed.
  case handIn

  /// Goes back to the fields.
  case goOn

  /// What the form's machine is told where the button is pressed.
  func event(isChanged: Bool) -> FormMachine.Event {
    switch self {
    case .submit: .submitPressed
    case .cancel: .leaveRequested(isChanged: isChanged)
    case .decline: .declined
    case .retry: .retryRequested
    case .leave: .leaveConfirmed
    case .stay: .leaveWithdrawn
    case .resume: .draft(.accepted)
    case .startAnew: .draft(.refused)
    case .handIn: .reviewAccepted
    case .goOn: .reviewLeft(to: nil)
    }
  }

  /// What is on the button.
  var label: Message {
    switch self {
    case .submit: "button.submit"
    case .cancel: "button.cancel"
    case .retry: "button.retry"
    case .leave: "button.leave"
    case .stay: "button.stay"
    case .resume: "button.resume"
    case .startAnew: "button.startAnew"
    case .decline: "button.decline"
    case .handIn: "button.submit"
    case .goOn: "button.goOn"
    }
  }

  /// What the button is for.
  var role: NodeRole {
    switch self {
    case .submit, .handIn: .submit
    case .decline: .decline
    // Of an alert, what loses nothing.
    case .cancel, .stay, .resume, .goOn: .cancel
    case .leave, .startAnew: .destroy
    case .retry: .nothing
    }
  }
}
