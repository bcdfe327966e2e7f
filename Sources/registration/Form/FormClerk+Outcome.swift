import Formwork
import FormworkCore
import FormworkSession

extension FormClerk<Home> {
  /// Returns a line about the outcome of the form, however it was left.
  ///
  /// - Parameter drafts: The drafts of the form, if they are kept.
  /// - Returns: The line.
  func outcome(drafts: DraftJournal?) -> Message {
    if let home = receipt { return home.greeting }
    if drafts?.hasDraft == true {
      return isOutcomeUnknown ? "outcome.unknown.kept" : "outcome.none.kept"
    }
    return isOutcomeUnknown ? "outcome.unknown" : "outcome.none"
  }
}
