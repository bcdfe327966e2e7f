#if Service
import Accounts
import FormworkMessages
import FormworkOperations
import Logging

/// The lines of the log about the accounts: each reason of a failure, and the end of it.
actor FaultLog {
  /// The pause before accounts that failed are asked again.
  private static let pause: Duration = .seconds(2)

  /// The time in which the same fault of accounts that answer otherwise is one line.
  private static let quietTime: Duration = .seconds(60)

  /// The greatest number of reasons in the log until the accounts answer.
  private static let limit = 10

  private let store: any AccountStore
  private let logger: Logger
  /// The times of the faults since the accounts last answered, by their lines.
  private var faults: [String: ContinuousClock.Instant] = [:]
  private var watch: Task<Void, Never>?

  init(_ store: any AccountStore, _ logger: Logger) {
    (self.store, self.logger) = (store, logger)
  }

  /// Asks the accounts for the first time.
  func begin() async {
    do throws(AccountStoreError) { _ = try await store.changeCount() } catch {
      note(error, isAway: true)
    }
  }

  /// Notes that the accounts have failed, and whether they are known to fail at each question.
  func note(_ error: AccountStoreError, isAway: Bool = false) {
    let text = Catalogue.stores.text(for: error.message)
    if error == .cancelled { return }
    if watch == nil { faults = faults.filter { .now - $0.value < Self.quietTime } }
    guard faults[text] == nil, faults.count < Self.limit else { return }
    faults[text] = .now
    logger.error("\(text)")
    if watch != nil { return }
    watch = Task(executorPreference: OperationExecutor.requests) {
      await self.awaitAnswer(isAway: isAway)
    }
  }

  private func awaitAnswer(isAway: Bool) async {
    var isAway = isAway
    while true {
      do throws(AccountStoreError) {
        _ = try await store.changeCount()
        break
      } catch {
        isAway = true
        note(error)
      }
      do { try await OperationClock().sleep(for: Self.pause) } catch { return }
    }
    watch = nil
    guard isAway else { return }
    faults = [:]
    logger.notice("the accounts answer again")
  }

  /// Ends the questions.
  func end() { watch?.cancel() }
}
#endif
