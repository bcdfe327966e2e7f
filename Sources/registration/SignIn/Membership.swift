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
    var preferences = Preferences()
  }

  private let store: any AccountStore
  private let settings: ProgramSettings
  private let style: ViewStyle?
  private let words: Catalogue
  private let state = Synchronized(State())

  /// Makes one without a member.
  ///
  /// - Parameters:
  ///   - store: Keeps what a member prefers.
  ///   - settings: What holds for all others.
  ///   - style: The style that an argument asks for, which goes before what is kept.
  ///   - words: The sentences of the program.
  init(store: any AccountStore, settings: ProgramSettings, style: ViewStyle?, words: Catalogue) {
    (self.store, self.settings, self.style, self.words) = (store, settings, style, words)
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
    let own = state.withState(\.preferences)
    let others = settings.preferences
    return Preferences(
      order: own.order ?? others.order, layout: own.layout ?? others.layout,
      style: style?.name ?? own.style ?? others.style)
  }

  /// The sentences of the program, with numbers and moments as the person wants them.
  var catalogue: Catalogue {
    let style = ViewStyle.all.first { $0.name == preferences.style }
    return words.styled(style ?? .plain)
  }

  /// What the line of the shell is called: by the member's name.
  var prompt: Message { .verbatim(signedIn?.member.username ?? "registration") }

  /// Lets a member in.
  func signIn(_ signedIn: SignedIn, preferring preferences: Preferences) {
    state.withState { $0 = State(signedIn: signedIn, preferences: preferences) }
  }

  /// Goes on with what is known of the member by now, if that one is still signed in.
  func update(_ change: (inout SignedIn) -> Void) {
    state.withState { state in
      guard var signedIn = state.signedIn else { return }
      change(&signedIn)
      state.signedIn = signedIn
    }
  }

  func signOut() { state.withState { $0 = State() } }

  /// Keeps what is preferred from now on: with the account of the member, or else for the program.
  func prefer(_ change: @Sendable (inout Preferences) -> Void) async throws {
    let (signedIn, former) = state.withState { ($0.signedIn, $0.preferences) }
    var wanted = signedIn == nil ? settings.preferences : former
    let kept = wanted
    change(&wanted)
    if wanted == kept { return }
    guard let signedIn else { return try settings.keep(wanted) }
    state.withState { [wanted] state in
      if state.signedIn?.session == signedIn.session { state.preferences = wanted }
    }
    try await store.setPreferences(wanted, as: signedIn.session)
  }
}

/// What holds for those who are not signed in, in the program's ``SettingsFile``.
final class ProgramSettings: Sendable {
  private let file: SettingsFile
  private let read: Synchronized<Preferences>

  /// What is wrong with the file.
  let complaint: Message?

  init(_ file: SettingsFile = SettingsFile(of: "registration")) {
    self.file = file
    do throws(SettingsFileError) {
      let values = try file.read()
      read = Synchronized(
        Preferences(
          order: values["order"].flatMap(MemberOrder.init), layout: values["layout"],
          style: values["style"]))
      complaint = nil
    } catch {
      read = Synchronized(Preferences())
      complaint = error.message
    }
  }

  var preferences: Preferences { read.withState(\.self) }

  /// Writes what has changed.
  func keep(_ preferences: Preferences) throws(SettingsFileError) {
    let former = read.withState { [preferences] read in
      defer { read = preferences }
      return read
    }
    for (name, old, new) in [
      ("order", former.order?.rawValue, preferences.order?.rawValue),
      ("layout", former.layout, preferences.layout), ("style", former.style, preferences.style),
    ] where old != new {
      try file.set(name, to: new)
    }
  }
}
