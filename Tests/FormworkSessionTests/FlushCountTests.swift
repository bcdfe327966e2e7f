import Testing

@testable import FormworkSession

/// Trees count their flushes from 0, but the numbers for a front end increase over all screens.
struct FlushCountTests {
  @Test func numbersRiseOverAllScreens() {
    var count = FlushCount()
    #expect(count.place(of: 0) == .seen(0))
    #expect(count.place(of: 1) == .notSentYet)
    #expect([count.number(of: 1), count.number(of: 2)] == [1, 2])
    #expect((0...3).map { count.place(of: $0) } == [.seen(0), .seen(1), .seen(2), .notSentYet])
    count.endScreen()
    #expect(
      (1...3).map { count.place(of: $0) } == [.ofAnotherScreen, .ofAnotherScreen, .notSentYet])
    // A screen that has counted flushes without sending each of them.
    #expect([count.number(of: 7), count.number(of: 9)] == [3, 5])
    #expect(
      (2...6).map { count.place(of: $0) } == [
        .ofAnotherScreen, .seen(7), .seen(8), .seen(9), .notSentYet,
      ])
    count.endScreen()
    #expect(count.number(of: 1) == 6)
    #expect(count.place(of: 6) == .seen(1))
  }
}
