/// Where members are looked up: the one who asks does not know which part of it has answered.
package protocol MemberRepository: Sendable {
  /// Lists members: see ``MemberStore/members(_:as:)``.
  ///
  /// Where they cannot be found out now, those that are known from before are told with ``MemberPage/age``.
  func members(
    _ query: MemberQuery, as session: AccountSession?
  ) async throws(AccountStoreError) -> MemberPage

  /// The member of that name: see ``MemberStore/member(named:as:)``. It is never an old one.
  func member(
    named username: String, as session: AccountSession?
  ) async throws(AccountStoreError) -> Member?

  /// Waits until something may have changed since the call before, by whatever process.
  ///
  /// A change between two calls is told by the second one at once. Several changes may be told as one. The first call
  /// tells what has changed since the repository was first asked: who waits for changes has a repository that is
  /// waited on by no other.
  ///
  /// - Throws: That nothing can be watched, or ``AccountStoreError/cancelled``.
  func awaitChange() async throws(AccountStoreError)
}
