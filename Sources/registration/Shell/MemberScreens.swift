import Accounts
import FormworkCore
import FormworkOperations
import FormworkSession

/// A factory of the screens for signing in and for members, which decides where each one leads.
final class MemberScreens {
  let membership: Membership

  /// Called when another member has signed in, before anything is shown.
  var memberChanged: () -> Void = {}

  private let store: any AccountStore
  private let cache: MemberCache
  private let makeRepository: () -> any MemberRepository
  private let sessionEnded: any NotificationSender<SessionEnded>
  private let wakeUp: WakeUp
  /// Whether ^C leads back to the shell.
  private let isLeftByInterrupt: Bool

  /// The screens of the member that may still exist, the visible one last.
  private var open: [() -> (any Screen)?] = []

  init(
    membership: Membership, store: any AccountStore,
    sessionEnded: any NotificationSender<SessionEnded>, wakeUp: WakeUp, isLeftByInterrupt: Bool,
    cache: MemberCache = MemberCache(), makeRepository: @escaping () -> any MemberRepository
  ) {
    self.cache = cache
    (self.membership, self.store, self.makeRepository) = (membership, store, makeRepository)
    (self.sessionEnded, self.wakeUp) = (sessionEnded, wakeUp)
    self.isLeftByInterrupt = isLeftByInterrupt
  }

  func screen(for request: ShellRequest) -> (any Screen)? {
    if request.command == CommandCatalogue.signIn.name { return signIn(request.argument) }
    guard let member = membership.signedIn else {
      return refusedForm(for: request, because: .key("signin.needed"))
    }
    return switch request.command {
    case CommandCatalogue.members.name where isLeftByInterrupt: members(as: member)
    // A script gets the details as lines, and its next line is a command.
    case CommandCatalogue.details.name where isLeftByInterrupt:
      request.argument.map { details(of: $0, as: member, isListed: false) }
    case CommandCatalogue.profile.name:
      form(
        ProfileOperations(
          owner: member, store: store, sessionEnded: sessionEnded, isScript: !isLeftByInterrupt),
        of: member)
    case CommandCatalogue.password.name:
      form(PasswordOperations(owner: member, store: store), of: member)
    // A script cannot confirm a deletion.
    case CommandCatalogue.delete.name where isLeftByInterrupt:
      form(DeletionOperations(owner: member, store: store), of: member)
    case CommandCatalogue.policy.name
    where request.argument == CommandCatalogue.change
      && member.member.record?.isAdministrator == true:
      policy(as: member)
    default: refusedForm(for: request, because: AccountStoreError.notAllowed.message)
    }
  }

  /// Returns a screen that drops the lines of a form that a script may not fill in, if there are any.
  private func refusedForm(
    for request: ShellRequest, because reason: Message
  ) -> (any Screen)? {
    let fields: [FormItem]
    switch (request.command, request.argument) {
    case _ where isLeftByInterrupt: return nil
    case (CommandCatalogue.profile.name, _): fields = ProfileForm.answered
    case (CommandCatalogue.password.name, _): fields = PasswordForm.answered
    case (CommandCatalogue.policy.name, CommandCatalogue.change): fields = PolicyForm.answered
    default: return nil
    }
    return screen(request.command, RefusedForm(name: request.command, items: fields)) { _ in
      .pop(ShellAnswer.failure(reason))
    }
  }

  private func screen<Operations: FormOperations>(
    _ name: String, _ operations: Operations,
    _ next: @escaping (FormResultRecorder<Operations.Receipt>) -> Navigation
  ) -> any Screen {
    operations.screen(
      name, FormResultRecorder(next), wakeUp: wakeUp, isLeftByInterrupt: isLeftByInterrupt,
      catalogue: membership.catalogue)
  }

  /// Closes all screens of a member whose session has ended; the visible one says so first.
  ///
  /// For a script, the shell says so: a script cannot answer a question.
  func leaveAll() {
    let screens = open.compactMap { $0() }
    open = []
    let ended = AccountStoreError.sessionEnded.message
    for screen in screens {
      screen.navigation = .pop(isLeftByInterrupt ? nil : ShellAnswer.failure(ended))
    }
    guard isLeftByInterrupt, let last = screens.last else { return }
    let close = Alert.Button(
      "close", label: membership.catalogue.text(for: .key("details.back")), role: .cancel)
    last.navigation = .present(
      Alert(membership.catalogue.text(for: ended), buttons: [close]),
      answer: { [weak last] _ in last?.navigation = .pop(nil) })
  }

  private func signIn(_ username: String?) -> any Screen {
    screen("signin", SignInOperations(store: store, username: username)) {
      [weak self, membership] recorder in
      guard let arrival = recorder.receipt else {
        let still = membership.signedIn.map { signedIn in
          Message.key("signin.still", ["name": .verbatim(signedIn.member.username)])
        }
        return .pop(ShellAnswer.failure(still ?? .key("signin.none")))
      }
      membership.signIn(arrival.signedIn, preferring: arrival.preferences)
      self?.memberChanged()
      return .pop(ShellAnswer.lines(arrival.home.lines))
    }
  }

  private func form<Operations: MemberFormOperations>(
    _ operations: Operations, of member: SignedIn
  ) -> any Screen {
    let screen = screen(Operations.name, operations) { [membership, cache] recorder in
      let result = recorder.result
      if result != .cancelled { cache.expire() }
      switch result {
      case .saved(let saved):
        membership.update(member.session) { signedIn in
          let lastSeen = signedIn.member.record?.lastSeen
          signedIn.member = saved
          signedIn.member.record?.lastSeen = lastSeen
        }
      case .passwordChanged(let session):
        membership.update(member.session) { $0.session = session }
      case .deleted, .sessionEnded: _ = membership.signOut(of: member.session)
      case .cancelled, .unknown: return .pop(ShellAnswer.failure(result.words))
      }
      return .pop(
        result == .sessionEnded
          ? ShellAnswer.failure(result.words) : ShellAnswer.lines([result.words]))
    }
    return noted(screen)
  }

  private func policy(as member: SignedIn) -> any Screen {
    let operations = PolicyOperations(store: store, member: member, sessionEnded: sessionEnded)
    return noted(
      screen("policy", operations) { recorder in
        .pop(recorder.receipt.map { .lines($0) } ?? ShellAnswer.failure(.key("policy.unchanged")))
      })
  }

  private func members(as member: SignedIn) -> any Screen {
    let seesAll = member.member.record?.isAdministrator ?? false
    let viewModel = ListScreenViewModel<String, MemberListOrder>(
      "members", title: .key("members.title"),
      list: .init(.key("members.list"), empty: .key("members.empty")),
      columns: ListColumn.ofMembers(seesAll: seesAll),
      order: MemberListOrder(membership.preferences), search: .key("members.search"),
      buttons: [.init("leave", label: .key("details.back"), role: .cancel)],
      catalogue: membership.catalogue)
    return noted(
      ListScreen(
        viewModel,
        operations: MemberListOperations(
          repository: makeRepository(), member: member, sessionEnded: sessionEnded),
        wakeUp: wakeUp, isLeftByInterrupt: isLeftByInterrupt
      ) { [weak self] username in
        self.map { .push($0.details(of: username, as: member, isListed: true)) }
      } sorted: { [membership] order in
        Task(executorPreference: OperationExecutor.shared) {
          // An order that cannot be saved is used until the member signs out.
          try? await membership.prefer(as: member) { order.keep(in: &$0) }
        }
      })
  }

  private func details(
    of username: String, as member: SignedIn, isListed: Bool
  ) -> any Screen {
    let unknown = Message.key("show.unknown", ["name": .verbatim(username.quoted)])
    return noted(
      DetailsScreen(
        of: username, in: makeRepository(), as: member, isListed: isListed, unknown: unknown,
        sessionEnded: sessionEnded, catalogue: membership.catalogue, wakeUp: wakeUp,
        isLeftByInterrupt: isLeftByInterrupt))
  }

  private func noted(_ screen: any Screen) -> any Screen {
    open.removeAll { $0() == nil }
    open.append { [weak screen] in screen }
    return screen
  }
}
