import TestSupport
import Testing

/// A kind of store that keeps accounts in a database.
enum StoreKind: String, CaseIterable, Sendable {
  case sqlite, postgresql
  #if Service
  /// A service in front of a store.
  case servedSQLite, servedPostgreSQL

  var isServed: Bool { self == .servedSQLite || self == .servedPostgreSQL }
  #endif

  /// Whether the accounts are in a database of PostgreSQL, and not in a file.
  var isInPostgreSQL: Bool { rawValue.hasSuffix("ostgreSQL") || self == .postgresql }

  /// The kind of the stores of this test.
  @TaskLocal static var current = StoreKind.sqlite
}

/// Runs each test of a suite with each kind of store.
struct EachStoreTrait: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing body: @concurrent @Sendable () async throws -> Void
  ) async throws {
    for kind in StoreKind.allCases {
      try await StoreKind.$current.withValue(kind, operation: body)
    }
  }
}

extension Trait where Self == EachStoreTrait {
  /// Each kind of store in turn.
  static var eachStore: Self { EachStoreTrait() }
}
