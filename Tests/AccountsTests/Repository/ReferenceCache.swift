@testable import Accounts

/// A cache that forgets nothing, and computes each answer from all events.
struct ReferenceCache {
  private enum Event {
    case asked(Int, MemberCache.Key, Duration)
    case numbered(Int)
    case told(Int, String, MemberCache.Answer?)
    case dropped(Int)
    case ended(AccountSession?)
  }

  let freshness: Duration
  private var log: [Event] = []

  init(freshness: Duration) { self.freshness = freshness }

  /// The open questions, with their keys and times.
  var open: [Int: (key: MemberCache.Key, asked: Duration)] {
    var open: [Int: (key: MemberCache.Key, asked: Duration)] = [:]
    for event in log {
      switch event {
      case .asked(let number, let key, let time): open[number] = (key, time)
      case .told(let number, _, _?), .dropped(let number): open[number] = nil
      case .ended(let session): open = open.filter { $0.value.key.session != session }
      case .numbered, .told: break
      }
    }
    return open
  }

  private var lastNumber: Int {
    log.count { event in
      switch event {
      case .asked, .numbered: true
      case .told, .dropped, .ended: false
      }
    }
  }

  /// The states that the service has sent, with the number of the last question at that time.
  private var told: [(number: Int, revision: String, lastNumber: Int)] {
    var last = 0
    return log.compactMap { event in
      switch event {
      case .asked(let number, _, _), .numbered(let number): last = number
      case .told(let number, let revision, _): return (number, revision, last)
      case .dropped, .ended: break
      }
      return nil
    }
  }

  private var revision: String? { told.max { $0.number < $1.number }?.revision }

  /// The number of states that differ from that of the newest earlier question.
  var changeCount: Int {
    told.indices.dropFirst().count { place in
      told[place].revision != told[..<place].max { $0.number < $1.number }?.revision
    }
  }

  /// The number of the first question that the current state answers.
  private var firstNewNumber: Int {
    var present: (number: Int, revision: String)?
    var first = 1
    for (number, revision, last) in told {
      guard number > present?.number ?? 0 else { continue }
      if let present, present.revision != revision { first = last + 1 }
      present = (number, revision)
    }
    return first
  }

  /// Returns the final answer to a question, and the time of the question.
  private func entry(
    _ key: MemberCache.Key
  ) -> (number: Int, answer: MemberCache.Answer, revision: String, asked: Duration)? {
    var asked: [Int: Duration] = [:]
    var entries: [(number: Int, answer: MemberCache.Answer, revision: String, asked: Duration)] = []
    for event in log {
      switch event {
      case .asked(let number, key, let time): asked[number] = time
      case .told(let number, let revision, let answer?):
        if let time = asked.removeValue(forKey: number) {
          entries.append((number, answer, revision, time))
        }
      case .dropped(let number): asked[number] = nil
      case .ended(key.session): (asked, entries) = ([:], [])
      case .asked, .told, .ended, .numbered: break
      }
    }
    return entries.max { $0.number < $1.number }
  }

  /// Returns the answer that is still fresh.
  func fresh(_ key: MemberCache.Key, at now: Duration) -> MemberCache.Answer? {
    guard let entry = entry(key), entry.revision == revision, now - entry.asked <= freshness
    else { return nil }
    return entry.answer
  }

  mutating func ask(_ key: MemberCache.Key, at now: Duration) -> MemberCache.Step {
    if let answer = fresh(key, at: now) { return .answer(answer) }
    let first = firstNewNumber
    if let number = open.filter({ $0.key >= first && $0.value.key == key }).keys.max() {
      return .wait(number)
    }
    let number = lastNumber + 1
    ask(number, key, at: now)
    return .ask(number)
  }

  /// Records a question to the service, needed or not.
  mutating func ask(_ number: Int, _ key: MemberCache.Key, at now: Duration) {
    log.append(.asked(number, key, now))
  }

  mutating func nextNumber() -> Int {
    log.append(.numbered(lastNumber + 1))
    return lastNumber
  }

  func known(_ key: MemberCache.Key, at now: Duration) -> MemberCache.Answer? {
    if let answer = fresh(key, at: now) { return answer }
    guard let entry = entry(key), case .page(var page) = entry.answer else { return nil }
    page.age = now - entry.asked
    return .page(page)
  }

  mutating func take(
    _ answer: MemberCache.Answer, revision: String, of number: Int
  ) -> MemberCache.Answer {
    let key = open[number]?.key
    log.append(.told(number, revision, answer))
    return key.flatMap { entry($0)?.answer } ?? answer
  }

  mutating func note(_ revision: String, of number: Int) {
    log.append(.told(number, revision, nil))
  }

  mutating func drop(_ number: Int) { log.append(.dropped(number)) }

  mutating func end(_ session: AccountSession?) { log.append(.ended(session)) }
}
