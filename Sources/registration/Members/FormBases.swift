import FormworkCore
import FormworkOperations
import FormworkSession

/// The versions of the data that each form has shown to the user.
struct FormBases<Version: Sendable>: Sendable {
  private struct Basis {
    var shown: Version

    /// The newer version in the answer to a submission, which may arrive too late to be shown.
    var answered: (key: String, version: Version)?
  }

  private let bases = Synchronized<[FormDefinition: Basis]>([:])

  /// Notes the version that a loaded form begins with.
  func begin(_ form: FormDefinition, with version: Version) {
    bases.withState { $0[form] = Basis(shown: version) }
  }

  /// Returns the version that a submission is based on; `nil` if its form was never loaded.
  ///
  /// A submission with a new key means that the answer to the one before was shown.
  func version(for submission: Submission) -> Version? {
    bases.withState { bases in
      guard var basis = bases[submission.form] else { return nil }
      if let answered = basis.answered, answered.key != submission.key {
        basis = Basis(shown: answered.version)
        bases[submission.form] = basis
      }
      return basis.shown
    }
  }

  /// Notes the newer version in the answer to a submission.
  func noteAnswer(_ version: Version, to submission: Submission) {
    bases.withState { $0[submission.form]?.answered = (submission.key, version) }
  }
}

extension FormIssue {
  /// Returns a refusal of a field that others have changed; `nil` if there is no conflict.
  ///
  /// The user has seen `previous` and entered `wanted`, and the store has `present`.
  static func changedElsewhere(
    _ field: FieldID, from previous: String, to present: String, wanted: String
  ) -> FormIssue? {
    if present.hasSameCodePoints(as: previous) || present.hasSameCodePoints(as: wanted) {
      return nil
    }
    return FormIssue(
      field,
      present.isEmpty
        ? .customError(key: "emptiedElsewhere")
        : .customError(key: "changedElsewhere", ["text": .verbatim(present.replacingControls())]))
  }
}
