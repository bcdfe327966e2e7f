import Formwork
import FormworkCore
import FormworkSession

extension FormClerk<Home> {
  /// What has become of the form: the same by whatever way it was left.
  ///
  /// - Parameter drafts: Where the form's drafts are kept, if anywhere.
  /// - Returns: One line for the person.
  func outcome(drafts: DraftJournal?) -> Message {
    if let home = receipt { return home.greeting }
    if drafts?.hasDraft == true {
      return isOutcomeUnknown ? "outcome.unknown.kept" : "outcome.none.kept"
    }
    return isOutcomeUnknown ? "outcome.unknown" : "outcome.none"
  }
}
