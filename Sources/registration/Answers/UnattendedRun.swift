import FormworkCore
import FormworkHost
import FormworkSession

/// Fills in the form without a front end: what was prefilled is submitted at once.
struct UnattendedRun<Operations: FormOperations> {
  let screen: FormScreen<Operations>
  /// What was said last that belongs to no field.
  let remark: () -> Message?

  /// Runs until the form has ended or cannot go on; says why it cannot, a line for each reason.
  func run(on host: FormHost) -> Session.Ending {
    var hasSubmitted = false
    return host.runUnattended(screen) {
      if screen.viewModel.state == .editing, !hasSubmitted {
        hasSubmitted = true
        screen.submit()
      }
      switch screen.viewModel.state {
      case .blank, .loading, .awaitingChecks, .submitting, .submitted, .cancelled, .declined:
        return true
      case .loadFailed(let reason):
        speaker.complainByName(.loadFailed(reason))
        return false
      case .reviewing:
        screen.handIn()
        return true
      // What a check finds is one fault more.
      case .editing where screen.viewModel.isChecking:
        return true
      case .offeringDraft, .editing, .reloading, .confirmingLeave:
        return complainOfObjections()
      }
    }
  }

  /// Always false: nothing more can be done.
  private func complainOfObjections() -> Bool {
    for objection in screen.viewModel.objections {
      for message in objection.messages {
        let pointer = Message.verbatim(objection.field.pointer)
        speaker.complain(Message("objection", ["pointer": pointer, "reason": message]))
      }
    }
    if let remark = remark() { speaker.complainByName(remark) }
    return false
  }
}
