import FormworkFrontEnd
import Testing

@testable import ScreenFrontEnd

/// What was entered before, and the lists of what could be entered.
struct RecallTests {
  private static let (name, town) = (NodeID(rawValue: 2), NodeID(rawValue: 3))

  @Test func linesAreGoneThrough() {
    var recall = Recall()
    for line in ["old", "ann"] { recall.add(line, of: Self.name) }
    let steps: [(isBack: Bool, line: String?)] = [
      (false, nil), (true, "ann"), (true, "old"), (true, nil), (false, "ann"), (false, "b"),
      (false, nil), (true, "ann"),
    ]
    for (isBack, line) in steps {
      let found = recall.line(from: "b", of: Self.name, isBack: isBack)
      #expect(found == line)
    }
    // Once a line was entered, the newest comes first again.
    recall.end()
    let found = [
      recall.line(from: "c", of: Self.name, isBack: true),
      recall.line(from: "ann", of: Self.name, isBack: false),
      recall.line(from: "c", of: Self.town, isBack: true),
    ]
    #expect(found == ["ann", "c", nil])
  }

  @Test func theListForTheLastRequestIsTaken() {
    let words = ["apple", "avocado"].map { Suggestion(replacing: 0..<1, with: $0) }
    var lists = SuggestionLists()
    lists.noteRequest()
    lists.noteRequest()
    let steps: [(Suggestion?, [Suggestion]?)] = [
      (words[0], nil), (nil, nil), (words[1], nil), (words[0], nil), (nil, [words[1], words[0]]),
    ]
    for (suggestion, list) in steps {
      let taken = lists.take(suggestion)
      #expect(taken == list)
    }
    lists.noteRequest()
    let taken = lists.take(nil)
    #expect(taken == [])
  }
}
