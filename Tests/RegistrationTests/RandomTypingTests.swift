import Accounts
import AccountsSQLite
import TestSupport
import Testing

struct RandomTypingTests {
  @Test(.serialized, arguments: ["editline", "screen"], UInt64(0)..<(isLongRun ? 30 : 4))
  func theAccountsAreThoseThatTheModelPredicts(frontEnd: String, seed: UInt64) async throws {
    let evening = try Evening(seed: seed, frontEnd: frontEnd)
    try await evening.bench.store.setTerms("Be kind.")
    try await onThreadOfItsOwn { try evening.register() }
    let account = try await evening.bench.store.accounts().first
    let entered = account.map { [$0.username, $0.givenName, $0.familyName, $0.email] }
    #expect(entered == evening.typist.lines.map(\.text))
  }
}

private struct Evening: Sendable {
  let frontEnd: String
  let bench: RegistrationBench
  let typist: Typist

  init(seed: UInt64, frontEnd: String) throws {
    (self.frontEnd, bench) = (frontEnd, try RegistrationBench())
    var typist = Typist(seed: seed, isScreen: frontEnd == "screen")
    typist.wander(steps: 60)
    typist.finish()
    self.typist = typist
  }

  func register() throws {
    let terminal = try bench.terminal("register", frontEnd: frontEnd)
    try terminal.expect(typist.isScreen ? "Username *" : "Username (required): ")
    for press in typist.presses {
      try terminal.type(press.keys)
      if let columns = press.columns {
        try terminal.resize(to: PseudoTerminal.Size(columns: columns, rows: 24))
      }
    }
    try terminal.expect(end: .exited(0))
  }
}

/// The typing user, and the expected content of each field.
private struct Typist {
  /// Keys that are typed together, and the width of the terminal after them.
  struct Press: Sendable {
    let keys: String
    var columns: Int?
  }

  /// A line of single letters, and the cursor among them.
  struct Line: Sendable {
    var letters: [Character] = []
    var cursor = 0

    var text: String { String(letters) }

    mutating func insert(_ text: String) {
      letters.insert(contentsOf: text, at: cursor)
      cursor += text.count
    }
  }

  private enum Place: Int {
    case username, givenName, familyName, email, password, passwordAgain, terms
  }

  private(set) var presses: [Press] = []
  private(set) var lines = Array(repeating: Line(), count: 4)
  /// Whether the front end shows the whole form: then the terms are a toggle.
  let isScreen: Bool
  /// The answer to the terms, neither yes nor no: it is refused once, and gone.
  private var answer = ""
  private var place = Place.username
  private var generator: SeededGenerator

  /// The keys that empty a line, in the line editor or with the keys of readline.
  private var emptied: String { isScreen ? "\u{5}\u{15}" : "\u{15}" }

  init(seed: UInt64, isScreen: Bool) {
    (generator, self.isScreen) = (SeededGenerator(seed: seed), isScreen)
  }

  mutating func wander(steps: Int) {
    for _ in 0..<steps {
      switch Int.random(in: 0..<20, using: &generator) {
      case 0..<2: go(to: Place(rawValue: place.rawValue + 1))
      case 2: go(to: Place(rawValue: place.rawValue - 1))
      case 3: presses.append(Press(keys: "", columns: .random(in: 20...120, using: &generator)))
      case 4: paste()
      case 5..<13: type(letter())
      default: edit()
      }
    }
  }

  /// Makes everything valid from the first field on, and submits.
  mutating func finish() {
    while place != .username { go(to: Place(rawValue: place.rawValue - 1)) }
    let name = lines[0]
    // A name has 3 to 32 letters.
    if name.letters.count > 20 || name.letters.contains(where: { !$0.isASCII || $0 == " " }) {
      press(emptied)
      lines[0] = Line()
    }
    press("\u{5}")
    lines[0].cursor = lines[0].letters.count
    type("abc")
    while place != .email {
      go(to: Place(rawValue: place.rawValue + 1))
      // A name of blanks alone is refused.
      let line = lines[place.rawValue]
      if !line.letters.isEmpty, line.letters.allSatisfy({ $0 == " " }) { type("z") }
    }
    press(emptied)
    lines[3] = Line()
    type("a@example.org")
    for _ in 0..<2 {
      go(to: Place(rawValue: place.rawValue + 1))
      press("\(emptied)correct horse battery staple")
    }
    go(to: .terms)
    press(isScreen ? "y\u{13}" : "\u{15}y\r\r")
  }

  private mutating func letter() -> String {
    ["a", "b", "é", "日", " ", "x"].randomElement(using: &generator) ?? "z"
  }

  private mutating func press(_ keys: String) { presses.append(Press(keys: keys)) }

  private mutating func go(to next: Place?) {
    guard let next else { return }
    let isForward = next.rawValue > place.rawValue
    let backwards = ["\u{1B}[Z", "\u{18}p", "\u{18}\u{10}"]
    let forward = isScreen && Bool.random(using: &generator) ? "\t" : "\u{18}n"
    let key =
      isForward ? forward : backwards.randomElement(using: &generator) ?? "\u{18}p"
    press(key)
    // The list of contacts is between them.
    if [place, next].contains(.email), [place, next].contains(.password) { press(key) }
    if answer.isEmpty { place = next } else { answer = "" }
  }

  private mutating func type(_ text: String) {
    press(text)
    insert(text)
  }

  private mutating func paste() {
    let text = "pa ste"
    press("\u{1B}[200~\(text)\n\u{1B}[201~")
    insert(text)
  }

  private mutating func insert(_ text: String) {
    if place.rawValue < 4 { lines[place.rawValue].insert(text) }
    if place == .terms, !isScreen { answer += text }
  }

  // Presses a key that edits or moves. A secret and an answer have Backspace alone.
  private mutating func edit() {
    guard place.rawValue < 4 else {
      answer = String(answer.dropLast())
      return press("\u{7F}")
    }
    var line = lines[place.rawValue]
    switch Int.random(in: 0..<7, using: &generator) {
    case 0:
      press("\u{1}")
      line.cursor = 0
    case 1:
      press("\u{5}")
      line.cursor = line.letters.count
    case 2:
      press("\u{1B}[D")
      line.cursor = max(0, line.cursor - 1)
    case 3:
      press("\u{6}")
      line.cursor = min(line.letters.count, line.cursor + 1)
    case 4:
      press("\u{B}")
      line.letters.removeSubrange(line.cursor...)
    case 5 where line.cursor < line.letters.count:
      press("\u{1B}[3~")
      line.letters.remove(at: line.cursor)
    default:
      press("\u{7F}")
      if line.cursor > 0 {
        line.cursor -= 1
        line.letters.remove(at: line.cursor)
      }
    }
    lines[place.rawValue] = line
  }
}
