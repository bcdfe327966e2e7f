import FormworkCore
import FormworkOperations
import FormworkSession

/// What the changes in forms are based on: what the person was shown last of what the store has.
struct FormBases<Version: Sendable>: Sendable {
  private struct Basis {
    var shown: Version

    /// What the answer to a submission tells, which may come too late to be shown.
    var told: (key: String, version: Version)?
  }

  private let bases = Synchronized<[FormDefinition: Basis]>([:])

  /// A form has been loaded, which begins with a version.
  func begin(_ form: FormDefinition, with version: Version) {
    bases.withState { $0[form] = Basis(shown: version) }
  }

  /// The version that a submission is based on; `nil` where its form was never loaded.
  ///
  /// Another key than that of the submission before says that its answer was shown.
  func version(for submission: Submission) -> Version? {
    bases.withState { bases in
      guard var basis = bases[submission.form] else { return nil }
      if let told = basis.told, told.key != submission.key {
        basis = Basis(shown: told.version)
        bases[submission.form] = basis
      }
      return basis.shown
    }
  }

  /// The answer to a submission tells of a later version.
  func tell(_ version: Version, inAnswerTo submission: Submission) {
    bases.withState { $0[submission.form]?.told = (submission.key, version) }
  }
}

extension Refusal {
  /// What is told at a field that others have changed meanwhile.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - former: What stood there when the person saw it last.
  ///   - present: What stands there.
  ///   - wanted: What the person has entered.
  /// - Returns: What stands there; `nil` where nothing has to be told.
  static func changedElsewhere(
    _ field: FieldID, from former: String, to present: String, wanted: String
  ) -> Refusal? {
    if present.hasSameCodePoints(as: former) || present.hasSameCodePoints(as: wanted) {
      return nil
    }
    return Refusal(
      field,
      present.isEmpty
        ? .customError("emptiedElsewhere")
        : .customError("changedElsewhere", parameters: [present.replacingControls()]))
  }
}
