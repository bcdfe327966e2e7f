import Foundation
import FormworkSession
import TestSupport
import Testing

@Suite struct WakeUpTests {
  @Test func itIsReadableFromRaiseToClear() throws {
    let wakeUp = try WakeUp()
    #expect(!wakeUp.wait(limit: .zero))
    #expect(!wakeUp.clear())
    wakeUp.raise()
    wakeUp.raise()
    #expect(wakeUp.wait(limit: .zero))
    #expect(wakeUp.clear())
    #expect(!wakeUp.wait(limit: .zero))
    #expect(!wakeUp.clear())
    wakeUp.raise()
    #expect(wakeUp.wait(limit: .zero))
    #expect(wakeUp.clear())
  }

  /// A thread sleeps whenever there are no messages, while four others send some all the time.
  @Test func noLetterIsOversleptAndNoneIsWaitedForInVain() async throws {
    let (senders, each) = (4, 20_000)
    try await onThreadOfItsOwn {
      let wakeUp = try WakeUp()
      let mailbox = Synchronized([Int]())
      for sender in 0..<senders {
        Thread.detachNewThread {
          for number in 0..<each {
            mailbox.change { $0.append(sender * each + number) }
            wakeUp.raise()
          }
        }
      }
      var seen = Array(repeating: 0, count: senders)
      var (count, vain) = (0, 0)
      while count < senders * each {
        try #require(wakeUp.wait(limit: defaultLimit))
        // The flag must be raised after a wake-up, or the thread would never sleep again.
        if !wakeUp.clear() { vain += 1 }
        let letters = mailbox.change { letters in
          defer { letters = [] }
          return letters
        }
        for letter in letters {
          #expect(letter % each == seen[letter / each])
          seen[letter / each] += 1
          count += 1
        }
      }
      #expect(vain == 0)
    }
  }
}
