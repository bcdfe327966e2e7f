import FormworkCore
import FormworkHost
import FormworkSession

/// Fills in the form without a front end: what was prefilled is submitted at once.
struct UnattendedRun {
  let screen: FormScreen<RegistrationOperations>
  let registrar: Registrar

  /// Runs until the form has ended or cannot go on; says why it cannot, a line for each reason.
  func run(on host: FormHost) -> Session.Ending {
    var hasSubmitted = false
    return host.runUnattended(screen) {
      switch screen.viewModel.state {
      case .blank, .loading, .awaitingChecks, .submitting, .submitted, .cancelled, .declined:
        return true
      case .loadFailed(let reason):
        explain(.loadFailed(reason))
        return false
      case .editing where !hasSubmitted:
        hasSubmitted = true
        screen.submit()
        return screen.viewModel.state != .editing || complainOfObjections()
      case .offeringDraft, .editing, .confirmingLeave:
        return complainOfObjections()
      }
    }
  }

  /// Always false: nothing more can be done.
  private func complainOfObjections() -> Bool {
    for objection in screen.viewModel.objections {
      for statement in objection.statements {
        speaker.complain(
          .verbatim("\(objection.field): \(RegistrationForm.messages.text(for: statement))"))
      }
    }
    if let remark = registrar.remark { explain(remark) }
    return false
  }

  private func explain(_ statement: Statement) {
    speaker.complainByName(.verbatim(RegistrationForm.messages.text(for: statement)))
  }
}
