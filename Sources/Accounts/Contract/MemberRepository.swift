/// Where members are looked up: the one who asks does not know which part of it has answered.
package protocol MemberRepository: Sendable {
  /// Lists members: see ``MemberStore/members(_:as:)``.
  func members(
    _ query: MemberQuery, as session: AccountSession?
  ) async throws(AccountStoreError) -> MemberPage

  /// The member of that name: see ``MemberStore/member(named:as:)``.
  func member(
    named username: String, as session: AccountSession?
  ) async throws(AccountStoreError) -> Member?

  /// Waits until something may have changed since the call before, by whatever process.
  ///
  /// A change between two calls is told by the second one at once. Several changes may be told as one.
  ///
  /// - Throws: That nothing can be watched, or ``AccountStoreError/cancelled``.
  func awaitChange() async throws(AccountStoreError)
}
