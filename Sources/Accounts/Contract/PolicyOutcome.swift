package enum PolicyOutcome: Equatable, Sendable {
  /// The policy is stored, now or by an earlier try.
  case saved
  /// Others have changed the policy since, to this one; nothing was stored.
  case conflict(RegistrationPolicy)

  /// Creates the outcome of a change, in which terms do not count.
  ///
  /// - Parameters:
  ///   - former: The policy before the change.
  ///   - policy: The policy with the change.
  ///   - present: The policy in the store.
  package init(
    changing former: RegistrationPolicy, to policy: RegistrationPolicy,
    where present: RegistrationPolicy
  ) {
    let accepted = [former.withoutTerms, policy.withoutTerms]
    self = accepted.contains(present.withoutTerms) ? .saved : .conflict(present)
  }
}
