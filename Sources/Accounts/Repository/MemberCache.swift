/// What is known of the answers of a service, and which questions it was asked.
///
/// Questions are numbered in their order. Of two answers to one question the one that was asked for later counts,
/// whichever came first. Nothing is told to another session than the one that has asked.
struct MemberCache: Sendable {
  enum Question: Hashable, Sendable {
    case page(MemberQuery)
    case member(UsernameKey)
  }

  /// A question, and who asks.
  struct Key: Hashable, Sendable {
    let session: AccountSession?
    let question: Question
  }

  enum Answer: Equatable, Sendable {
    case page(MemberPage)
    case member(Member?)

    /// How many members are in it, and one for the answer.
    var size: Int {
      switch self {
      case .page(let page): page.rows.count + 1
      case .member: 2
      }
    }

    /// The answer with its age; `nil` where that could not be seen.
    fileprivate func aged(_ age: Duration) -> Answer? {
      guard case .page(var page) = self else { return nil }
      page.age = age
      return .page(page)
    }
  }

  enum Step: Equatable, Sendable {
    case answer(Answer)
    /// The question of that number is on its way.
    case wait(Int)
    /// Ask the service, under that number.
    case ask(Int)
  }

  private struct Entry {
    let answer: Answer
    let revision: String
    let number: Int
    let asked: Duration
    var lastUse: Int
  }

  /// What the service says that all members are at.
  private struct Revision {
    var text: String
    /// The newest question that it came with.
    var number: Int
    /// The last question before it was known: earlier ones may be answered by what was there before.
    let lastBefore: Int
  }

  private let freshness: Duration
  private let limit: Int

  private var entries: [Key: Entry] = [:]
  private var size = 0
  private var open: [Int: (key: Key, asked: Duration)] = [:]
  private var revision: Revision?
  private var lastNumber = 0
  private var lastUse = 0
  /// The newest question whose answer there was no room for: an older one is not to take its place.
  private var lastForgotten = 0

  /// How often something was found to have changed.
  private(set) var changeCount = 0

  /// Makes an empty one, whose answers are fresh for so long, and which holds so many members at most.
  init(freshness: Duration, limit: Int) {
    self.freshness = freshness
    self.limit = limit
  }

  /// A person asks.
  mutating func ask(_ key: Key, at now: Duration) -> Step {
    if let entry = entries[key], isFresh(entry, at: now) {
      lastUse += 1
      entries[key]?.lastUse = lastUse
      return .answer(entry.answer)
    }
    let first = (revision?.lastBefore ?? 0) + 1
    let equal = open.filter { $0.key >= first && $0.value.key == key }
    if let number = equal.keys.max() { return .wait(number) }
    let number = nextNumber()
    open[number] = (key, now)
    return .ask(number)
  }

  /// The number of another question to the service.
  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// What there is where the service does not answer: an old page says how old it is.
  func known(_ key: Key, at now: Duration) -> Answer? {
    entries[key].flatMap { isFresh($0, at: now) ? $0.answer : $0.answer.aged(now - $0.asked) }
  }

  /// The service has answered.
  ///
  /// - Returns: What counts: the answer, or one that was asked for later.
  mutating func take(_ answer: Answer, revision: String, of number: Int) -> Answer {
    note(revision, of: number)
    guard let (key, asked) = open.removeValue(forKey: number) else { return answer }
    if let entry = entries[key], entry.number > number { return entry.answer }
    guard number > lastForgotten else { return answer }
    remove(key)
    lastUse += 1
    entries[key] = Entry(
      answer: answer, revision: revision, number: number, asked: asked, lastUse: lastUse)
    size += answer.size
    while size > limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      lastForgotten = max(lastForgotten, oldest.value.number)
      remove(oldest.key)
    }
    return answer
  }

  /// The service has said what all members are at.
  mutating func note(_ text: String, of number: Int) {
    guard let known = revision else {
      return revision = Revision(text: text, number: number, lastBefore: 0)
    }
    if text == known.text {
      revision?.number = max(number, known.number)
    } else {
      // Also where it comes late: what came with it may be older than what was told of.
      changeCount += 1
      if number > known.number {
        revision = Revision(text: text, number: number, lastBefore: lastNumber)
      }
    }
  }

  /// The question is not waited for any more, or was not answered.
  mutating func drop(_ number: Int) { open[number] = nil }

  /// What a session was told is told no more, and what it has asked is not kept.
  mutating func end(_ session: AccountSession?) {
    for key in entries.keys where key.session == session { remove(key) }
    open = open.filter { $0.value.key.session != session }
  }

  private mutating func remove(_ key: Key) {
    if let entry = entries.removeValue(forKey: key) { size -= entry.answer.size }
  }

  private func isFresh(_ entry: Entry, at now: Duration) -> Bool {
    entry.revision == revision?.text && now - entry.asked <= freshness
  }
}
