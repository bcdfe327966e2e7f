package import FormworkCore

extension DatabaseAccountStore {
  package func signIn(
    _ username: String, password: Secret
  ) async throws(AccountStoreError) -> SignInOutcome {
    switch try await verify(
      password, of: username, { try $0.password(named: username) })
    {
    case .held(let hold): return .held(hold)
    case .wrong: return .refused
    case .right(let stored):
      let isOld = hashing.needsRehash(stored.hash)
      let hash = try await isOld ? hashing.hash(password) : stored.hash
      return try await write { [now] transaction in
        // The password may have been changed while it was verified.
        guard let member = try transaction.member(of: stored.session),
          try transaction.saveVisit(at: now(), hash: hash, of: stored.session)
        else {
          try transaction.changeFailures(of: stored.username) { $0.refuse() }
          return .refused
        }
        // A thief of the session's token may have guessed, to keep the owner from changing the password.
        for name in [stored.username, stored.session.failureName] {
          try transaction.clearFailures(of: name)
        }
        return .signedIn(stored.session, member.member(for: member.viewer))
      }
    }
  }

  package func changePassword(
    from old: Secret, to new: Secret, as session: AccountSession
  ) async throws(AccountStoreError) -> PasswordOutcome {
    let fault = try await readAtOnce { transaction in
      _ = try transaction.present(session)
      return try transaction.policy(isLocked: false).fault(of: new)
    }
    if let fault { return .refused(fault) }
    let name = session.failureName
    let verdict = try await verify(old, of: name) { transaction in
      guard let stored = try transaction.password(of: session) else {
        throw AccountStoreError.sessionEnded
      }
      return stored
    }
    switch verdict {
    case .held(let hold): return .held(hold)
    case .wrong: return .wrong
    case .right:
      let hash = try await hashing.hash(new)
      let next = AccountSession(
        account: session.account, credentials: AccountSession.freshCredentials)
      try await write { transaction in
        guard
          try transaction.savePassword(hash, credentials: next.credentials, of: session)
        else { throw AccountStoreError.sessionEnded }
        try transaction.clearFailures(of: name)
      }
      return .changed(next)
    }
  }

  /// Verifies a password, and counts the try under a username or the text of a session.
  ///
  /// A cancelled try counts as failed.
  func verify(
    _ password: Secret, of name: String,
    _ find: @escaping @Sendable (Transaction) throws -> StoredPassword?
  ) async throws(AccountStoreError) -> PasswordVerdict {
    var stored: StoredPassword?
    let hold: SignInFailures.RetryDelay?
    do {
      hold = try await SignInFailures.begin {
        let (found, hold) = try await write { [now] transaction in
          (
            try find(transaction),
            try transaction.changeFailures(of: name) { $0.count(at: now()) }
          )
        }
        stored = found
        return hold
      }
    } catch {
      throw error as? AccountStoreError ?? .cancelled
    }
    if let hold { return .held(hold) }
    func refuse() async throws(AccountStoreError) {
      try await write { try $0.changeFailures(of: name) { $0.refuse() } }
    }
    do throws(AccountStoreError) {
      let isRight = try await hashing.verify(password, stored?.hash ?? hashing.dummyHash)
      if isRight, let stored { return .right(stored) }
    } catch {
      try await refuse()
      throw error
    }
    try await refuse()
    return .wrong
  }
}

/// The outcome of a try with a password.
enum PasswordVerdict {
  case held(SignInFailures.RetryDelay)
  case wrong
  case right(StoredPassword)
}

extension AccountSession {
  /// The name under which wrong passwords in the session are counted, which nobody can guess.
  ///
  /// So strangers who try to sign in do not delay the owner.
  package var failureName: String { "\(account).\(credentials)" }
}
