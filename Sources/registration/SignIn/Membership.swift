import Accounts
import FormworkCore
import FormworkHost
import FormworkOperations
import FormworkSession

/// Who is signed in at the shell, and how that person wants to see things.
///
/// Commands share it, which run on threads of their own, with the thread of the session.
final class Membership: Sendable {
  private struct State {
    var signedIn: SignedIn?

    /// What holds now, and what the account has: other things where that could not be written.
    var preferences = Preferences()
    var kept = Preferences()

    /// The style that was chosen since.
    var style: String?
  }

  private let store: any AccountStore
  private let settings: ProgramSettings
  private let givenStyle: ViewStyle?
  private let words: Catalogue
  private let state = Synchronized(State())

  /// Makes one without a member.
  ///
  /// - Parameters:
  ///   - store: Keeps what a member prefers.
  ///   - settings: What holds for all others.
  ///   - style: The style that an argument asks for, which goes before what is kept, until another one is chosen.
  ///   - words: The sentences of the program.
  init(store: any AccountStore, settings: ProgramSettings, style: ViewStyle?, words: Catalogue) {
    (self.store, self.settings, givenStyle, self.words) = (store, settings, style, words)
  }

  /// The member, where one has signed in.
  var signedIn: SignedIn? { state.withState(\.signedIn) }

  /// The member who has to be there.
  ///
  /// - Throws: ``Failure``, where none has signed in.
  func member() throws(Failure) -> SignedIn {
    guard let signedIn else { throw Failure("signin.needed") }
    return signedIn
  }

  /// What is preferred: by the member, or else by what holds for all.
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

  /// What the line of the shell is called: by the member's name.
  var prompt: Message { .verbatim(signedIn?.member.username ?? "registration") }

  /// Lets a member in.
  func signIn(_ signedIn: SignedIn, preferring preferences: Preferences) {
    state.withState {
      $0 = State(signedIn: signedIn, preferences: preferences, kept: preferences)
    }
  }

  /// Goes on with what is known of the member by now, if the session is still that one's.
  func update(_ session: AccountSession, _ change: (inout SignedIn) -> Void) {
    state.withState { state in
      guard var signedIn = state.signedIn, signedIn.session == session else { return }
      change(&signedIn)
      state.signedIn = signedIn
    }
  }

  func signOut() { state.withState { $0 = State() } }

  /// Ends a session; tells whether it was still the one of the shell.
  func signOut(of session: AccountSession) -> Bool {
    state.withState { state in
      guard state.signedIn?.session == session else { return false }
      state = State()
      return true
    }
  }

  /// Shows numbers and moments in a style from now on, and keeps it.
  func choose(style name: String) async throws {
    state.withState { $0.style = name }
    try await prefer(as: signedIn) { $0.style = name }
  }

  /// Has something preferred from now on, and keeps it: with the account of the member, or else for the program.
  ///
  /// What cannot be kept holds for as long as the person is signed in, or the program runs.
  ///
  /// - Parameters:
  ///   - member: Whose preference it is; that of a member who has signed out since changes nothing.
  ///   - change: Makes what is preferred of what was.
  /// - Throws: Why it cannot be kept.
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

/// What holds for those who are not signed in, in the program's ``SettingsFile``.
final class ProgramSettings: Sendable {
  private let file: SettingsFile
  private let present: Synchronized<Preferences>

  /// What is wrong with the file.
  let complaint: Message?

  init(_ file: SettingsFile = SettingsFile(of: "registration")) {
    self.file = file
    do throws(SettingsFileError) {
      let values = try file.read()
      present = Synchronized(
        Preferences(
          order: values["order"].flatMap(MemberOrder.init), layout: values["layout"],
          style: values["style"]))
      complaint = nil
    } catch {
      present = Synchronized(Preferences())
      complaint = error.message
    }
  }

  var preferences: Preferences { present.withState(\.self) }

  /// Has something hold from now on, and writes it.
  func keep(_ change: (inout Preferences) -> Void) throws(SettingsFileError) {
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
