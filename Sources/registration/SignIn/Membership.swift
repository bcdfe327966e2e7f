import Accounts
import FormworkCore
import FormworkHost
import FormworkOperations
import FormworkStorage

/// The member who is signed in at the shell, with the preferences.
///
/// The commands, which run on other threads, share it with the session.
final class Membership: Sendable {
  private struct State {
    var signedIn: SignedIn?

    /// The current preferences, and those of the account: they differ if writing has failed.
    var preferences = Preferences()
    var kept = Preferences()

    /// The style that was chosen in this run.
    var style: String?
  }

  private let store: any AccountStore
  private let settings: ProgramSettings
  private let givenStyle: ViewStyle?
  private let words: Catalogue
  private let state = Synchronized(State())

  /// Creates a membership without a member; a style of an argument precedes the preferred one.
  init(store: any AccountStore, settings: ProgramSettings, style: ViewStyle?, words: Catalogue) {
    (self.store, self.settings, givenStyle, self.words) = (store, settings, style, words)
  }

  var signedIn: SignedIn? { state.withState(\.signedIn) }

  func member() throws(ProgramFailure) -> SignedIn {
    guard let signedIn else { throw ProgramFailure(.key("signin.needed")) }
    return signedIn
  }

  /// The preferences of the member, or else those of the program.
  var preferences: Preferences {
    let (own, style) = state.withState { ($0.preferences, $0.style) }
    let others = settings.preferences
    return Preferences(
      order: own.order ?? others.order, layout: own.layout ?? others.layout,
      style: style ?? givenStyle?.name ?? own.style ?? others.style)
  }

  /// The sentences of the program, with numbers and times in the preferred style.
  var catalogue: Catalogue {
    let style = ViewStyle.all.first { $0.name == preferences.style }
    return style.map { words.styled($0) } ?? words
  }

  /// The prompt of the shell: the member's name.
  var prompt: Message { .verbatim(signedIn?.member.username ?? "registration") }

  func signIn(_ signedIn: SignedIn, preferring preferences: Preferences) {
    state.withState {
      $0 = State(signedIn: signedIn, preferences: preferences, kept: preferences)
    }
  }

  /// Changes the signed-in member, if the session is still the current one.
  func update(_ session: AccountSession, _ change: (inout SignedIn) -> Void) {
    state.withState { state in
      guard var signedIn = state.signedIn, signedIn.session == session else { return }
      change(&signedIn)
      state.signedIn = signedIn
    }
  }

  func signOut() { state.withState { $0 = State() } }

  /// Signs out of a session, and returns whether it was the current one.
  func signOut(of session: AccountSession) -> Bool {
    state.withState { state in
      guard state.signedIn?.session == session else { return false }
      state = State()
      return true
    }
  }

  /// Sets and saves the style of numbers and times.
  func choose(style name: String) async throws {
    state.withState { $0.style = name }
    try await prefer(as: signedIn) { $0.style = name }
  }

  /// Changes and saves the preferences of a member who is still signed in, or those of the program.
  ///
  /// A preference that cannot be saved is used until the member signs out, or the program ends.
  func prefer(
    as member: SignedIn?, _ change: @Sendable (inout Preferences) -> Void
  ) async throws {
    guard let member else { return try settings.keep(change) }
    let wanted = state.withState { state -> Preferences? in
      guard state.signedIn?.session == member.session else { return nil }
      change(&state.preferences)
      return state.preferences == state.kept ? nil : state.preferences
    }
    guard let wanted else { return }
    try await store.setPreferences(wanted, as: member.session)
    state.withState { if $0.signedIn?.session == member.session { $0.kept = wanted } }
  }
}

/// The preferences of users who have not signed in, in the program's ``SettingsFile``.
final class ProgramSettings: Sendable {
  private let file: SettingsFile
  private let present: Synchronized<Preferences>

  /// The fault of the file, if any.
  let fault: Message?

  init(_ file: SettingsFile = SettingsFile(of: "registration")) {
    self.file = file
    do throws(Message) {
      let values = try file.read()
      present = Synchronized(
        Preferences(
          order: values["order"].flatMap(MemberOrder.init), layout: values["layout"],
          style: values["style"]))
      fault = nil
    } catch {
      present = Synchronized(Preferences())
      fault = error.message
    }
  }

  var preferences: Preferences { present.withState(\.self) }

  func keep(_ change: (inout Preferences) -> Void) throws(Message) {
    let wanted = present.withState { present in
      change(&present)
      return present
    }
    let values = try file.read()
    for (name, value) in [
      ("order", wanted.order?.rawValue), ("layout", wanted.layout), ("style", wanted.style),
    ] where value != nil && value != values[name] {
      try file.set(name, to: value)
    }
  }
}

struct SignedIn: Sendable {
  var session: AccountSession

  /// The account as it was when the member signed in, or last changed it.
  var member: Member
}
