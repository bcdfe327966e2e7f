package import FormworkCore

/// A quick hash that protects no password, for stores in memory and for tests.
package struct QuickHashing: PasswordHashing {
  package let decoy = "$quick$"

  package init() {}

  package func hash(_ password: Secret) -> String { "$quick$\(password.withBytes(\.quickHash))" }

  package func verify(_ password: Secret, _ hash: String) -> Bool { self.hash(password) == hash }

  package func needsRehash(_ hash: String) -> Bool { false }
}

extension Sequence<UInt8> {
  /// A number that is the same in each process, and easy to collide with.
  ///
  /// Source: Daniel J. Bernstein's hash of strings, as in cdb.
  var quickHash: UInt64 { reduce(5381) { $0 &* 33 ^ UInt64($1) } }
}
