#if Service
import Accounts
import AccountsHTTP
import FormworkCore
import TestSupport
import Testing

/// A client that calls a service at random, and compares each answer with all earlier ones.
struct Visitor {
  /// The refusal of a name that another account has.
  static let taken = [FormIssue("username", .taken)]

  /// The names that all visitors register.
  static let contested = (0..<3).map { "contested\($0)" }

  let number: Int
  let store: any AccountStore
  var generator: SeededGenerator

  /// The accounts that only this visitor changes, by name.
  private(set) var own: [String: Ledger] = [:]

  /// A registration under a contested name; an outcome of `nil` is not known.
  typealias Contest = (name: String, call: Int, outcome: RegistrationOutcome?)

  private(set) var tries: [Contest] = []

  /// The calls with their answers.
  private(set) var log: [String] = []

  /// Whether an answer has contradicted an earlier one: then further calls are of no use.
  private(set) var isDeceived = false

  private var call = 0
  private var session: (name: String, session: AccountSession, version: Int)?

  init(number: Int, store: any AccountStore, seed: UInt64) {
    (self.number, self.store) = (number, store)
    generator = SeededGenerator(seed: seed)
    for place in 0..<2 { own["visitor\(number)-\(place)"] = Ledger() }
  }

  /// Makes a call at random.
  mutating func act() async {
    call += 1
    let name = session?.name ?? generator.pick(own.keys.sorted())
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: await contest(generator.pick(Self.contested))
    case 1: await ask(name)
    case 2...4 where session != nil: await updateProfile()
    case 5...7 where session != nil: await changePassword()
    case 8...9 where session != nil: await delete()
    case 2...7 where own[name]?.states.contains(nil) == true: await register(name)
    default: await signIn(name)
    }
  }

  private mutating func note(_ text: String, _ isTrue: Bool) {
    log.append("\(call) \(text)")
    #expect(isTrue, "a lie: \(log)")
    if !isTrue { isDeceived = true }
  }

  // MARK: Calls

  private mutating func contest(_ name: String) async {
    let new = Ledger.account(name, 1000 * (number + 1) + call)
    let outcome: RegistrationOutcome?
    do throws(AccountStoreError) {
      outcome = try await store.register(new, submission: "\(number)-\(call)")
    } catch { outcome = nil }
    tries.append((name, 1000 * (number + 1) + call, outcome))
    note("contest \(name): \(outcome.map { "\($0)" } ?? "?")", true)
  }

  private mutating func ask(_ name: String) async {
    do throws(AccountStoreError) {
      let isFree = try await store.isFree(name)
      note("\(name) is free: \(isFree)", own[name]?.narrow { ($0 == nil) == isFree } == true)
    } catch { note("\(name) is free: \(error)", true) }
  }

  private mutating func register(_ name: String) async {
    let new = Ledger.account(name, call)
    let state = Ledger.State(profile: call, password: call)
    do throws(AccountStoreError) {
      let outcome = try await store.register(new, submission: "\(number)-\(call)")
      let isTrue =
        switch outcome {
        case .registered(let account):
          account == new.account && own[name]?.narrow { $0 == nil } == true
        case .refused(let issues):
          issues == Self.taken && own[name]?.narrow { $0 != nil } == true
        case .held, .closed: false
        }
      if case .registered = outcome { own[name]?.set(state) }
      note("register \(name): \(outcome)", isTrue)
    } catch {
      own[name]?.mayChange { $0 ?? state }
      note("register \(name): \(error)", true)
    }
  }

  private mutating func signIn(_ name: String) async {
    let passwords = own[name]?.states.compactMap { $0?.password }.sorted() ?? []
    let password = passwords.isEmpty ? 0 : generator.pick(passwords)
    session = nil
    do throws(AccountStoreError) {
      let outcome = try await store.signIn(name, password: Ledger.password(password))
      let isTrue: Bool
      switch outcome {
      case .signedIn(let session, let member):
        self.session = (name, session, member.record?.version ?? 0)
        let state = Int(member.givenName).map { Ledger.State(profile: $0, password: password) }
        isTrue = state != nil && own[name]?.narrow { $0 == state } == true
      case .refused: isTrue = own[name]?.narrow { $0?.password != password } == true
      case .held: isTrue = true
      }
      note("sign in \(name): \(outcome)", isTrue)
    } catch { note("sign in \(name): \(error)", true) }
  }

  private mutating func updateProfile() async {
    guard let (name, session, version) = session else { return }
    let call = call
    let change = { (state: Ledger.State?) in
      state.map { Ledger.State(profile: call, password: $0.password) }
    }
    do throws(AccountStoreError) {
      let profile = Ledger.account(name, call).account.profile
      let outcome = try await store.updateProfile(profile, basedOn: version, as: session)
      guard case .saved(let member) = outcome, member.givenName == "\(call)" else {
        note("profile \(name): \(outcome)", false)
        return
      }
      own[name]?.change(change)
      self.session?.version = member.record?.version ?? 0
      note("profile \(name): \(outcome)", true)
    } catch {
      own[name]?.mayChange(change)
      // The version is not known.
      self.session = nil
      note("profile \(name): \(error)", error != .sessionEnded)
    }
  }

  private mutating func changePassword() async {
    guard let (name, session, version) = session else { return }
    let call = call
    let old = own[name]?.states.first??.password ?? 0
    let change = { (state: Ledger.State?) in
      state.map { Ledger.State(profile: $0.profile, password: call) }
    }
    do throws(AccountStoreError) {
      let outcome = try await store.changePassword(
        from: Ledger.password(old), to: Ledger.password(call), as: session)
      guard case .changed(let session) = outcome else {
        note("password \(name): \(outcome)", outcome != .wrong)
        return
      }
      own[name]?.change(change)
      self.session = (name, session, version)
      note("password \(name): changed", true)
    } catch {
      end(error, change: change)
      note("password \(name): \(error)", error != .sessionEnded)
    }
  }

  private mutating func delete() async {
    guard let (name, session, _) = session else { return }
    do throws(AccountStoreError) {
      try await store.delete(as: session)
      own[name]?.set(nil)
      self.session = nil
      note("delete \(name)", true)
    } catch {
      end(error) { _ in nil }
      note("delete \(name): \(error)", error != .sessionEnded)
    }
  }

  /// Records the failure of a change that is made once: only an unknown outcome can be a change.
  private mutating func end(
    _ error: AccountStoreError, change: (Ledger.State?) -> Ledger.State?
  ) {
    guard let name = session?.name else { return }
    guard case .outcomeUnknown = error else { return }
    own[name]?.mayChange(change)
    session = nil
  }
}
#endif
