import TestSupport
import Testing

@testable import EditLineFrontEnd

/// The state machine of marked options and its tables; `Scripts/mutate` runs these tests by name.
struct MarkMachineTableTests {
  typealias Cell = TestSupport.Cell<MarkMachine.State, MarkMachine.Event, MarkMachine.Action>

  private static let two = MarkMachine.Filter(typed: "g", options: [1, 2])
  private static let empty = MarkMachine.Filter(typed: "", options: [])
  private static let none = MarkMachine.Filter(typed: "x", options: [])

  private static let events: [MarkMachine.Event] = [
    .went(isBack: false, two, chosen: []), .went(isBack: true, two, chosen: []),
    .went(isBack: false, two, chosen: [0]), .went(isBack: false, none, chosen: []),
    .spaced(nil, chosen: [0]), .spaced(1, chosen: [0]), .escaped, .edited(added: nil),
    .edited(added: "x"),
  ]

  private static let typingRow: Cell.Row = [
    .went(isBack: false, two, chosen: []): .to(
      .marked(1, two, chosen: nil), .write([1], typed: nil)),
    .went(isBack: true, two, chosen: []): .to(
      .marked(2, two, chosen: nil), .write([2], typed: nil)),
    .went(isBack: false, two, chosen: [0]):
      .to(.marked(1, two, chosen: [0]), .write([0], typed: "g")),
    .went(isBack: false, none, chosen: []): .to(.typing, .ring),
    .spaced(nil, chosen: [0]): .to(.typing, .insertSpace),
    .escaped: .to(.typing, .erase),
    .edited(added: nil): .stays,
    .edited(added: "x"): .stays,
  ]

  private static let single: KeyValuePairs<MarkMachine.State, Cell.Row> = [
    .typing: typingRow,
    .typing: [.spaced(1, chosen: [0]): .to(.typing, .insertSpace)],
    .marked(2, two, chosen: nil): [
      .went(isBack: false, two, chosen: []): .to(
        .marked(1, two, chosen: nil), .write([1], typed: nil)),
      .went(isBack: true, two, chosen: []): .to(
        .marked(1, two, chosen: nil), .write([1], typed: nil)),
      .went(isBack: false, two, chosen: [0]): .to(
        .marked(1, two, chosen: nil), .write([1], typed: nil)),
      .went(isBack: false, none, chosen: []): .to(
        .marked(1, two, chosen: nil), .write([1], typed: nil)),
      .spaced(nil, chosen: [0]): .to(.typing, .insertSpace),
      .spaced(1, chosen: [0]): .to(.typing, .insertSpace),
      .escaped: .to(.typing, .write([], typed: "g")),
      .edited(added: nil): .to(.typing, .nothing),
      .edited(added: "x"): .to(.typing, .write([], typed: "x")),
    ],
  ]

  private static let multiple: KeyValuePairs<MarkMachine.State, Cell.Row> = [
    .typing: typingRow,
    .typing: [
      .spaced(1, chosen: [0]): .to(
        .marked(1, empty, chosen: [0, 1]), .write([0, 1], typed: ""))
    ],
    .marked(1, two, chosen: nil): [
      .went(isBack: false, two, chosen: []): .to(
        .marked(2, two, chosen: nil), .write([2], typed: nil)),
      .went(isBack: true, two, chosen: []): .to(
        .marked(2, two, chosen: nil), .write([2], typed: nil)),
      .went(isBack: false, two, chosen: [0]): .to(
        .marked(2, two, chosen: nil), .write([2], typed: nil)),
      .went(isBack: false, none, chosen: []): .to(
        .marked(2, two, chosen: nil), .write([2], typed: nil)),
      .spaced(nil, chosen: [0]): .to(.marked(1, empty, chosen: [1]), .write([1], typed: "")),
      .spaced(1, chosen: [0]): .to(.marked(1, empty, chosen: [1]), .write([1], typed: "")),
      .escaped: .to(.typing, .write([], typed: "g")),
      .edited(added: nil): .to(.typing, .nothing),
      .edited(added: "x"): .to(.typing, .write([], typed: "x")),
    ],
    // The filter of the line counts after some options are chosen.
    .marked(2, empty, chosen: [2]): [
      .went(isBack: false, two, chosen: []):
        .to(.marked(1, two, chosen: [2]), .write([2], typed: "g")),
      .went(isBack: true, two, chosen: []):
        .to(.marked(1, two, chosen: [2]), .write([2], typed: "g")),
      .went(isBack: false, two, chosen: [0]):
        .to(.marked(1, two, chosen: [2]), .write([2], typed: "g")),
      .went(isBack: false, none, chosen: []):
        .to(.marked(2, none, chosen: [2]), .write([2], typed: "x")),
      .spaced(nil, chosen: [0]): .to(.marked(2, empty, chosen: []), .write([], typed: "")),
      .spaced(1, chosen: [0]): .to(.marked(2, empty, chosen: []), .write([], typed: "")),
      .escaped: .to(.typing, .write([2], typed: nil)),
      .edited(added: nil): .to(.typing, .nothing),
      .edited(added: "x"): .to(.typing, .nothing),
    ],
    .marked(1, two, chosen: [0]): [
      .went(isBack: false, two, chosen: []):
        .to(.marked(2, two, chosen: [0]), .write([0], typed: "g")),
      .went(isBack: true, two, chosen: []):
        .to(.marked(2, two, chosen: [0]), .write([0], typed: "g")),
      .went(isBack: false, two, chosen: [0]):
        .to(.marked(2, two, chosen: [0]), .write([0], typed: "g")),
      .went(isBack: false, none, chosen: []):
        .to(.marked(1, none, chosen: [0]), .write([0], typed: "x")),
      .spaced(nil, chosen: [0]):
        .to(.marked(1, empty, chosen: [0, 1]), .write([0, 1], typed: "")),
      .spaced(1, chosen: [0]):
        .to(.marked(1, empty, chosen: [0, 1]), .write([0, 1], typed: "")),
      .escaped: .to(.typing, .write([0], typed: "g")),
      .edited(added: nil): .to(.typing, .nothing),
      .edited(added: "x"): .to(.typing, .nothing),
    ],
  ]

  private static let cells =
    [(false, single), (true, multiple)].flatMap { isMultiple, table in
      Cell.cells(of: table, idle: .nothing).map { (isMultiple, $0) }
    }

  @Test(arguments: cells) func cell(_ isMultiple: Bool, _ cell: Cell) {
    var machine = MarkMachine(isMultiple: isMultiple, state: cell.from)
    #expect(machine.apply(cell.event) == cell.action)
    #expect(machine.state == cell.to)
  }

  @Test(arguments: [false, true]) func eachEventInEachStateIsThereOnce(isMultiple: Bool) {
    let cells = Self.cells.filter { $0.0 == isMultiple }.map(\.1)
    Cell.expectTotal(cells, Array(Set(cells.map(\.from))), Self.events)
  }

  @Test(
    arguments: [
      (.typing, nil), (.marked(2, two, chosen: nil), [2]),
      (.marked(2, two, chosen: [0, 1]), [0, 1]),
      (.marked(2, two, chosen: []), []),
    ] as [(MarkMachine.State, [Int]?)])
  func theAnswerIsWhatIsChosen(_ state: MarkMachine.State, _ answer: [Int]?) {
    #expect(MarkMachine(isMultiple: true, state: state).answer == answer)
  }
}
