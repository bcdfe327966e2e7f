/// The answers of a service, and the questions that are open.
///
/// Questions are numbered in their order. Of two answers to one question, the one with the higher number counts,
/// whichever came first. An answer belongs to the session that has asked.
struct MemberCache: Sendable {
  enum Question: Hashable, Sendable {
    case page(MemberQuery)
    case member(UsernameKey)
  }

  /// A question with the session that asks.
  struct Key: Hashable, Sendable {
    let session: AccountSession?
    let question: Question
  }

  enum Answer: Equatable, Sendable {
    case page(MemberPage)
    case member(Member?)

    /// The number of members in the answer, plus one.
    var size: Int {
      switch self {
      case .page(let page): page.rows.count + 1
      case .member: 2
      }
    }

    /// Returns the answer with its age; `nil` if it cannot have one.
    fileprivate func aged(_ age: Duration) -> Answer? {
      guard case .page(var page) = self else { return nil }
      page.age = age
      return .page(page)
    }
  }

  enum Step: Equatable, Sendable {
    case answer(Answer)
    /// Wait for the question of this number.
    case wait(Int)
    /// Ask the service, with this number.
    case ask(Int)
  }

  private struct Entry {
    let answer: Answer
    let revision: String
    let number: Int
    let asked: Duration
    var lastUse: Int
  }

  /// A revision of all members.
  private struct Revision {
    var text: String
    /// The newest question with this revision in the answer.
    var number: Int
    /// The last question before the revision was known: the answers to earlier ones may be older.
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
  /// The newest question whose answer had no room: an older answer must not take its place.
  private var lastForgotten = 0

  private(set) var changeCount = 0

  /// Creates an empty cache with a time of freshness and a greatest number of members.
  init(freshness: Duration, limit: Int) {
    self.freshness = freshness
    self.limit = limit
  }

  /// Notes a question, and returns the next step.
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

  /// Returns the number of a new question to the service.
  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Returns the old answer with its age, if the service does not answer.
  func known(_ key: Key, at now: Duration) -> Answer? {
    entries[key].flatMap { isFresh($0, at: now) ? $0.answer : $0.answer.aged(now - $0.asked) }
  }

  /// Notes an answer of the service, and returns it, or one to a later question.
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

  /// Notes the revision of all members.
  mutating func note(_ text: String, of number: Int) {
    guard let known = revision else {
      return revision = Revision(text: text, number: number, lastBefore: 0)
    }
    if text == known.text {
      revision?.number = max(number, known.number)
    } else {
      // Even if it comes late: the answer with it may be older than a reported change.
      changeCount += 1
      if number > known.number {
        revision = Revision(text: text, number: number, lastBefore: lastNumber)
      }
    }
  }

  /// Forgets a question without an answer.
  mutating func drop(_ number: Int) { open[number] = nil }

  /// Forgets the answers to a session, and its questions.
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
