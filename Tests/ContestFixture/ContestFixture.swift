import Accounts
import AccountsHTTP
import FormworkCore
import FormworkOperations

/// A client that registers names which other clients register too, for tests of a service.
///
/// Usage: `ContestFixture URL CA-FILE FIRST STEP COUNT`. It tries each name from `FIRST` to `COUNT` by `STEP`, four at
/// a time, and prints a line for each: the name, and `registered`, `taken`, or what else came.
@main
struct ContestFixture {
  static func main() async throws {
    let arguments = CommandLine.arguments
    let numbers = arguments.dropFirst(3).compactMap { Int($0) }
    guard arguments.count == 6, numbers.count == 3 else { return print("wrong usage") }
    let store = ServiceAccountStore(url: arguments[1], caFile: arguments[2], rate: nil)
    let prefix = "\(arguments[1].utf8.count)-\(UInt64.random(in: 0...UInt64.max))"
    try await withThrowingTaskGroup(of: String.self) { group in
      var names = stride(from: numbers[0], to: numbers[2], by: numbers[1]).shuffled().map {
        "name\($0)"
      }
      for _ in 0..<min(4, names.count) { add(names.removeLast()) }
      while let line = try await group.next() {
        print(line)
        if !names.isEmpty { add(names.removeLast()) }
      }
      func add(_ name: String) {
        group.addTask { "\(name) \(await outcome(of: name, "\(prefix)-\(name)", in: store))" }
      }
    }
  }

  private static func outcome(
    of name: String, _ submission: String, in store: ServiceAccountStore
  ) async -> String {
    let account = Account(username: name, givenName: "", familyName: "", email: "")
    let new = NewAccount(account: account, password: Secret("correct horse battery staple"))
    do {
      switch try await store.register(new, submission: submission) {
      case .registered(account): return "registered"
      case .refused([FormIssue("username", .taken)]): return "taken"
      case let outcome: return "\(outcome)"
      }
    } catch { return "\(error)" }
  }
}
