import FormworkCore
import FormworkOperations
import FormworkSession

/// A thousand members: sorted, searched, slow or broken on request, and changing on request.
final class DemoMembers: ListOperations {
  /// The member of a row.
  struct Member: Hashable {
    let number: Int
    let name: String
    let town: String
    var visits: Int
    let seen: Timestamp

    init(number: Int) {
      let beginnings = ["An", "Bel", "Cor", "Dan", "El", "Fen", "Gar", "Hol", "Ir", "Jo"]
      let ends = ["a", "bert", "cia", "dor", "e", "fred", "gun", "in", "ja", "ko"]
      let towns = ["Århus", "Berlin", "Cairo", "Delhi", "Évora", "福岡"]
      self.number = number
      name = "\(beginnings[number % 10])\(ends[number / 10 % 10]) \(number)"
      town = towns[number * 7 % towns.count]
      visits = number * 37 % 1_000 * 7
      // A member every seven hours, back from the beginning of 2026.
      seen = Timestamp(seconds: 1_767_225_600 - Int64(number) * 25_200)
    }

    /// Creates a member that is near another one in each order.
    init(number: Int, like other: Member) {
      self.number = number
      name = "\(other.name.prefix { $0 != " " }) \(number)"
      (town, visits, seen) = (other.town, other.visits, other.seen)
    }
  }

  /// The order of the members, with another layout for names.
  enum Order: String, ListOrder {
    case name, nameBack, town, townBack, fewest, most, sideBySide

    var title: Message { .key("demo.list", of: "order.\(rawValue)") }
    var layout: ListLayout { self == .sideBySide ? .grid : .table }
    var isAscending: Bool { ![.nameBack, .townBack, .most].contains(self) }

    var column: Int? {
      switch self {
      case .name, .nameBack: 0
      case .town, .townBack: 1
      case .fewest, .most: 2
      case .sideBySide: nil
      }
    }

    func areInOrder(_ one: Member, _ other: Member) -> Bool {
      let (first, second) = isAscending ? (one, other) : (other, one)
      return switch self {
      case .name, .nameBack, .sideBySide: (first.name, first.number) < (second.name, second.number)
      case .town, .townBack: (first.town, first.number) < (second.town, second.number)
      case .fewest, .most: (first.visits, first.number) < (second.visits, second.number)
      }
    }
  }

  private struct State {
    var members = (1...DemoMembers.memberCount).map(Member.init)
    /// The last query, for whose places changes are made.
    var query = ListQuery(order: Order.name, places: 0..<1)
    var changeCount = 0

    /// The members whose names start with the search text, in order.
    var found: [Member] {
      members.filter { $0.name.lowercased().hasPrefix(query.search.lowercased()) }
        .sorted(by: query.order.areInOrder)
    }

    mutating func change() {
      let found = found
      guard found.indices.contains(query.places.lowerBound) else { return }
      let member = found[query.places.lowerBound]
      changeCount += 1
      switch changeCount % 3 {
      case 0: members.removeAll { $0.number == member.number }
      case 1:
        let newest = members.map(\.number).max() ?? 0
        members.append(Member(number: newest + 1, like: member))
      default:
        members = members.map { other in
          var other = other
          if other.number == member.number { other.visits += 1 }
          return other
        }
      }
    }
  }

  static let memberCount = 1_000

  /// The number of changes after they were requested.
  static let changeCount = 10

  private let clock: any Clock<Duration>
  private let state = Synchronized(State())
  private let (requests, request) = AsyncStream<Void>.makeStream()

  init(clock: any Clock<Duration>) { self.clock = clock }

  func member(_ number: Int) -> Member? {
    state.withState { $0.members.first { $0.number == number } }
  }

  func beginToChange() {
    for _ in 0..<Self.changeCount { request.yield() }
  }

  @concurrent func load(_ query: ListQuery<Order>) async throws -> ListPage<Int> {
    switch query.search {
    case "slow": try await clock.sleep(for: .seconds(3))
    case "broken": throw Message.key("demo.form.broken")
    default: break
    }
    return state.withState { state in
      state.query = query
      let found = state.found
      let places = query.places.clamped(to: found.indices)
      let rows = found[places].map { member in
        let cells: [Message] = [
          .verbatim(member.name), .verbatim(member.town), .number(member.visits),
          .time(member.seen),
        ]
        return ListRow(member.number, .list(cells), cells: cells)
      }
      return ListPage(rows, from: places.lowerBound, of: found.count)
    }
  }

  @concurrent func awaitChange() async throws {
    var requests = requests.makeAsyncIterator()
    guard await requests.next() != nil else { throw CancellationError() }
    try await clock.sleep(for: .seconds(1))
    state.withState { $0.change() }
  }
}
