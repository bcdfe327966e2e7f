/// A question of a form that the user has to answer first.
public enum FormQuestion: Hashable, Sendable {
  /// The question whether to leave a changed form, which saves its contents or loses them.
  case leave(isSaved: Bool)

  /// The question whether to resume a draft that was saved at this time.
  case resume(savedAt: String)

  /// The question whether the answers are correct, which the alert lists.
  case review

  /// The possible answers, in order.
  package var buttons: [FormButton] {
    switch self {
    case .leave: [.stay, .leave]
    case .resume: [.resume, .startOver]
    case .review: [.acceptReview, .continueEditing]
    }
  }

  /// The positive answer.
  var yes: FormButton {
    switch self {
    case .leave: .leave
    case .resume: .resume
    case .review: .acceptReview
    }
  }
  package var message: Message {
    switch self {
    case .leave(isSaved: true): .key("leaveKeepingQuestion")
    case .leave(isSaved: false): .key("leaveQuestion")
    case .review: .key("reviewQuestion")
    case .resume(let time): .key("resumeQuestion", ["text": .verbatim(time)])
    }
  }
}

/// A button that belongs to every form.
public enum FormButton: String, CaseIterable, Sendable {
  /// Submits the form.
  case submit

  /// Leaves the form.
  case cancel

  /// Declines to answer.
  case decline

  /// Repeats the failed load.
  case retry

  /// Leaves, and loses the contents unless a draft keeps them.
  case leave

  /// Stays in the form.
  case stay

  /// Resumes the draft.
  case resume

  /// Starts from the beginning, and deletes the draft.
  case startOver = "startAnew"

  /// Submits the reviewed answers.
  case acceptReview = "handIn"

  /// Returns from the review to the fields.
  case continueEditing = "goOn"

  func event(isChanged: Bool) -> FormMachine.Event {
    switch self {
    case .submit: .submitPressed
    case .cancel: .leaveRequested(isChanged: isChanged)
    case .decline: .declined
    case .retry: .retryRequested
    case .leave: .leaveConfirmed
    case .stay: .leaveWithdrawn
    case .resume: .draft(.accepted)
    case .startOver: .draft(.refused)
    case .acceptReview: .reviewAccepted
    case .continueEditing: .reviewLeft(to: nil)
    }
  }

  var label: Message { .key("button", of: self == .acceptReview ? "submit" : rawValue) }

  var role: NodeRole {
    switch self {
    case .submit, .acceptReview: .submit
    case .decline: .decline
    // In an alert, the answer that loses nothing has the role `cancel`.
    case .cancel, .stay, .resume, .continueEditing: .cancel
    case .leave, .startOver: .destroy
    case .retry: .nothing
    }
  }
}
