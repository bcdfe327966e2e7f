import Accounts
import FormworkCore
import FormworkOperations
import FormworkSession

final class DetailsScreen: UnsavedScreen, AlertPresenter {
  private enum Work: Hashable {
    case load, watch
  }

  private enum Answer: Sendable {
    case found(Member?)
    case failed(OperationFailure)
    case changed(isWatched: Bool)
    /// The session has ended, which closes the screen.
    case ended
  }

  private let username: String
  private let repository: any MemberRepository
  private let member: SignedIn
  private let sessionEnded: any NotificationSender<SessionEnded>
  private let catalogue: Catalogue
  let isLeftByInterrupt: Bool
  /// The message if there is no such member.
  private let unknown: Message
  private let runner: OperationRunner<Work, Answer>
  private var viewModel: DetailsViewModel

  /// Whether the last attempt to follow changes has failed.
  private var isUnwatched = false

  var navigation: Navigation?

  /// Creates the screen; `isListed` means that the user has chosen the member from a list.
  init(
    of username: String, in repository: any MemberRepository, as member: SignedIn,
    isListed: Bool, unknown: Message, sessionEnded: any NotificationSender<SessionEnded>,
    catalogue: Catalogue, wakeUp: WakeUp, isLeftByInterrupt: Bool
  ) {
    (self.username, self.repository, self.member) = (username, repository, member)
    (self.sessionEnded, self.catalogue) = (sessionEnded, catalogue)
    (self.isLeftByInterrupt, self.unknown) = (isLeftByInterrupt, unknown)
    runner = OperationRunner(clock: OperationClock(), wakeUp: wakeUp)
    viewModel = DetailsViewModel(username, isListed: isListed, catalogue: catalogue)
  }

  var tree: ViewTree {
    get { viewModel.tree }
    set { viewModel.tree = newValue }
    _modify { yield &viewModel.tree }
  }

  func open() {
    perform(viewModel.open())
    watch()
  }

  func handle(_ input: UserInput, revision: UInt64) { perform(viewModel.handle(input)) }

  func receive() {
    while let answer = runner.takeAnswer() {
      switch answer {
      case .found(let member):
        perform(viewModel.take(member))
        watch()
      case .failed(let reason):
        isUnwatched = false
        viewModel.fail(reason)
      case .ended: break
      case .changed(let isWatched):
        // The source of changes may be gone with the member: look the member up once more.
        if isWatched || !isUnwatched { perform(viewModel.invalidate()) }
        isUnwatched = !isWatched
        if isWatched { watch() }
      }
    }
  }

  func close() { runner.cancelAll() }

  private func perform(_ action: DetailsViewModel.Action) {
    switch action {
    case .nothing: break
    case .load: load()
    case .reportGone: reportGone()
    case .reportUnknown: navigation = .pop(ShellAnswer.failure(unknown))
    case .leave: navigation = .pop(nil)
    }
  }

  private func load() {
    runner.start(.load, limit: .seconds(10)) { [username, repository, member, sessionEnded] in
      do throws(AccountStoreError) {
        return .found(try await repository.member(named: username, as: member.session))
      } catch .sessionEnded {
        sessionEnded.send(SessionEnded(session: member.session))
        return .ended
      }
    } failure: {
      .failed($0)
    }
  }

  /// Waits for the next change, unless the screen already waits.
  private func watch() {
    if runner.isRunning(.watch) { return }
    runner.start(.watch, limit: nil) { [repository] in
      try await repository.awaitChange()
      return .changed(isWatched: true)
    } failure: { _ in
      .changed(isWatched: false)
    }
  }

  private func reportGone() {
    let text = Message.key("details.gone", ["name": .verbatim(username.quoted)])
    let close = Alert.Button(
      "close", label: catalogue.text(for: .key("details.back")), role: .cancel)
    present(Alert(catalogue.text(for: text), buttons: [close])) { [weak self] _ in
      self?.navigation = .pop(nil)
    }
  }
}
