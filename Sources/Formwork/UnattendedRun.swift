import FormworkCore
import FormworkHost
import FormworkSession

/// Submits the initial answers of a form at once, without a front end.
struct UnattendedRun<Operations: FormOperations> {
  let screen: FormScreen<Operations>

  func run(
    on host: FormHost
  ) -> (ending: Session.EndReason, faults: [Message], loadFailure: Message?) {
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
      // A check may find another fault.
      case .editing where screen.viewModel.isChecking:
        return true
      case .offeringDraft, .editing, .reloading, .confirmingLeave:
        faults = screen.viewModel.objections.flatMap { objection in
          objection.messages.map { .objection(to: objection.field, $0) }
        }
        return false
      }
    }
    return (ending, faults, loadFailure)
  }
}

extension Message {
  /// Returns a message about a part with its JSON pointer, such as `/age: at most 150`.
  static func objection(to field: FieldID, _ reason: Message) -> Message {
    Message("objection", ["pointer": .verbatim(field.pointer), "reason": reason])
  }
}
