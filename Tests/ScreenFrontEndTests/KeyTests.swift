import FormworkFrontEnd
import Interaction
import Testing
import Wording

@testable import ScreenFrontEnd

/// The decoding of the bytes from a terminal.
struct KeyTests {
  /// After ^X each key means the same as in the line editor.
  @Test(arguments: Intent.allCases) func afterChord(_ chord: Intent) throws {
    for spelled in chord.chords {
      let letter = try #require(spelled.unicodeScalars.last)
      let input: TerminalInput =
        spelled.hasPrefix("^") ? .key(.control(letter)) : .character(letter)
      #expect(KeyCommand(afterChord: input) == .intent(chord), "\(spelled)")
    }
  }

  @Test func whatIsNoChordIsTheKeyThatItIs() {
    #expect(KeyCommand(afterChord: .character("x")) == .character("x"))
    #expect(KeyCommand(afterChord: .key(.control("S"))) == .unknown)
    #expect(KeyCommand(afterChord: .key(.function(1))) == .unknown)
    #expect(KeyCommand(afterChord: .key(.escape)) == .escape)
    #expect(KeyCommand(afterChord: .malformed) == nil)
  }

  @Test(
    arguments: [
      ("\u{8}", .edit(.backspace)), ("\u{7F}", .edit(.backspace)),
      ("\u{1B}\u{7F}", .edit(.killWordLeft)),
      ("\u{1B}\u{8}", .edit(.killWordLeft)),
      ("\u{1B}[3~", .edit(.delete)), ("\u{1B}[3;5~", .edit(.killWordRight)),
      ("\u{1B}[3^", .edit(.killWordRight)), ("\u{1B}[3;7~", .unknown),
      ("\u{1B}[1;5D", .edit(.wordLeft)),
      ("\u{1B}[21~", .submit), ("\u{13}", .submit), ("\u{1B}OP", .help), ("\u{18}", .chord),
      ("\t", .next), ("\u{1B}[Z", .previous), ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown),
      ("\u{1B}[2~", .unknown), ("\u{1F}", .edit(.undo)), ("\u{17}", .edit(.killToBlank)),
      ("\u{1B}d", .edit(.killWordRight)), ("\u{1B}x", .unknown),
    ] as [(String, KeyCommand)])
  func terminalsSend(_ bytes: String, _ key: KeyCommand) {
    let decoder = KeyDecoder()
    Array(bytes.utf8).withUnsafeBytes { decoder.feed($0) }
    let input = decoder.next()
    #expect(input.flatMap { KeyCommand($0, bytes: decoder.keyBytes) } == key)
  }
}

/// The search for options by their first letters.
struct OptionSearchTests {
  private static let labels = ["Sweden", "Spain", "Switzerland", "Wales", "sSs", "Österreich"]

  /// Letters with their times in milliseconds, and the options that they lead to from the third one.
  @Test(
    arguments: [
      ([("s", 0), ("w", 400)], [4, 0]),
      // A single letter after a pause.
      ([("s", 0), ("w", 1_500)], [4, 3]),
      ([("s", 0), ("p", 1_000), ("a", 1_900)], [4, 1, 1]),
      // The same letter again leads to the next option, unless an option begins with both.
      ([("w", 0), ("w", 100)], [3, 3]), ([("s", 0), ("s", 100)], [4, 4]),
      // A letter without an option is ignored, and the letters before it still count.
      ([("s", 0), ("x", 100), ("w", 200)], [4, nil, 0]), ([("x", 0), ("w", 100)], [nil, 3]),
      ([("ö", 0)], [5]), ([("Ö", 0), ("S", 10)], [5, 5]),
    ] as [([(String, Int)], [Int?])])
  func lettersLeadTo(_ letters: [(String, Int)], _ places: [Int?]) {
    let start = ContinuousClock.now
    var (search, marked) = (OptionSearch(), 2)
    var found: [Int?] = []
    for (letter, moment) in letters {
      for scalar in letter.unicodeScalars {
        let place = search.type(
          scalar, at: start + .milliseconds(moment), among: Self.labels, marked: marked)
        found.append(place)
        marked = place ?? marked
      }
    }
    #expect(found == places)
  }

  @Test func thereNeedBeNone() {
    var search = OptionSearch()
    #expect(search.type("a", at: .now, among: [], marked: 0) == nil)
  }
}

/// The completions of a text while the user types.
struct CompletionTests {
  private static func completion(_ text: String, _ words: [String], at range: Range<Int>)
    -> FieldCompletion
  {
    FieldCompletion(
      node: NodeID(rawValue: 1), text: text,
      suggestions: words.map { Suggestion(replacing: range, with: $0) })
  }

  /// A text whose part between "add " and "!" is replaced, and the completions that fit another text.
  @Test(
    arguments: [
      ("add ap!", ["apple", "Apricot"]), ("add app!", ["apple"]), ("add a!", ["apple", "Apricot"]),
      ("add !", ["apple", "Apricot", "banana"]), ("add apple!", []), ("add x!", []),
      ("ad ap!", []), ("add ap", []), ("", []),
    ] as [(String, [String])])
  func whatFits(_ text: String, _ words: [String]) {
    let completion = Self.completion("add ap!", ["apple", "Apricot", "banana"], at: 4..<6)
    let end = text.utf8.count - 1
    #expect(
      completion.narrowed(to: text)
        == words.map { Suggestion(replacing: 4..<end, with: $0) })
  }
}
