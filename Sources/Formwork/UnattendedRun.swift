import FormworkCore
import FormworkHost
import FormworkSession

/// Fills in a form without a front end: what was prefilled is submitted at once.
struct UnattendedRun<Operations: FormOperations> {
  let screen: FormScreen<Operations>

  /// Runs until the form has ended or cannot go on.
  ///
  /// - Returns: How the session ended; why the form cannot go on, a line for each reason; why it was not loaded.
  func run(
    on host: FormHost
  ) -> (ending: Session.Ending, faults: [Message], loadFailure: Message?) {
    var hasSubmitted = false
    var faults: [Message] = []
    var loadFailure: Message?
    let ending = host.runUnattended(screen) {
      if screen.viewModel.state == .editing, !hasSubmitted {
        hasSubmitted = true
        screen.submit()
      }
      switch screen.viewModel.state {
      case .blank, .loading, .awaitingChecks, .submitting, .submitted, .cancelled, .declined:
        return true
      case .loadFailed(let reason):
        loadFailure = .loadFailed(reason)
        return false
      case .reviewing:
        screen.handIn()
        return true
      // What a check finds is one fault more.
      case .editing where screen.viewModel.isChecking:
        return true
      case .offeringDraft, .editing, .reloading, .confirmingLeave:
        faults = objections
        return false
      }
    }
    return (ending, faults, loadFailure)
  }

  private var objections: [Message] {
    screen.viewModel.objections.flatMap { objection in
      objection.messages.map { .objection(to: objection.field, $0) }
    }
  }
}

extension Message {
  /// What is to be said of a part, which is called by its JSON pointer, such as `/age: at most 150`.
  static func objection(to field: FieldID, _ reason: Message) -> Message {
    Message("objection", ["pointer": .verbatim(field.pointer), "reason": reason])
  }
}
