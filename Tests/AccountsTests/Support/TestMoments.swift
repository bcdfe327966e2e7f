import FormworkCore
import Accounts
import Synchronization

final class TestMoments: Sendable {
  private let seconds = Mutex<Int64>(1_000_000)

  var now: Moment { Moment(milliseconds: seconds.withLock { $0 } * 1000) }

  /// - Parameter count: In seconds; negative sets it back.
  func advance(by count: Int64 = 1) { seconds.withLock { $0 += count } }
}
