package enum PolicyOutcome: Equatable, Sendable {
  /// The policy holds, now or since an earlier try.
  case saved
  /// The policy was changed since the one that the changes are based on: this is what holds. Nothing was changed.
  case conflict(RegistrationPolicy)

  /// What comes of a change.
  ///
  /// - Parameters:
  ///   - former: What the change is based on; terms do not count.
  ///   - policy: What is to hold.
  ///   - present: What holds.
  package init(
    changing former: RegistrationPolicy, to policy: RegistrationPolicy,
    where present: RegistrationPolicy
  ) {
    let accepted = [former.withoutTerms, policy.withoutTerms]
    self = accepted.contains(present.withoutTerms) ? .saved : .conflict(present)
  }
}
