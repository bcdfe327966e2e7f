import FormworkFrontEnd
import Interaction
import Testing

struct HistoryCursorTests {
  /// Steps from a typed text, with `nil` if there is no further one.
  @Test func textsAreGoneThrough() {
    var cursor: HistoryCursor?
    var current = "b"
    let steps: [(isBack: Bool, text: String?)] = [
      (false, nil), (true, "ann"), (true, "old"), (true, nil), (false, "ann"), (false, "b"),
      (false, nil), (true, "ann"),
    ]
    for (isBack, text) in steps {
      let next = HistoryCursor(in: ["old", "ann"], from: current, after: cursor, isBack: isBack)
      #expect(next?.text == text)
      if let next { (cursor, current) = (next, next.text) }
    }
    // An edited text starts the search again.
    let next = HistoryCursor(in: ["old", "ann"], from: "anna", after: cursor, isBack: true)
    #expect(next?.text == "ann")
    #expect(HistoryCursor(in: [], from: "c", after: nil, isBack: true) == nil)
  }

  @Test func aBeginningIsLookedFor() {
    let texts = ["amber", "bob", "ann"]
    let first = HistoryCursor(in: texts, from: "a", after: nil, isBack: true, beginning: "a")
    #expect(first?.text == "ann")
    let second = HistoryCursor(in: texts, from: "ann", after: first, isBack: true, beginning: "a")
    #expect(second?.text == "amber")
    #expect(
      HistoryCursor(in: texts, from: "amber", after: second, isBack: true, beginning: "a") == nil)
  }

  /// Suggestions for a text of two bytes, and the results.
  @Test(
    arguments: [
      (["apple", "apply"], "appl"), (["apple", "banana"], nil), (["apple"], "apple"), ([], nil),
      (["ap", "apple"], nil), (["Berlin", "berN"], "Ber"), (["a"], "a"), (["日本", "日没"], "日"),
    ] as [([String], String?)])
  func suggestionsComplete(_ texts: [String], _ text: String?) {
    let suggestions = texts.map { Suggestion(replacing: 0..<2, with: $0) }
    #expect(suggestions.completion == text.map { Suggestion(replacing: 0..<2, with: $0) })
    let elsewhere = suggestions + [Suggestion(replacing: 1..<2, with: "apple")]
    #expect(suggestions.isEmpty || elsewhere.completion == nil)
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
