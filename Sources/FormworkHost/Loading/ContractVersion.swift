import CFormwork

/// A version of the contract between host and front end.
///
/// A front end can be loaded where its `major` is the host's; a differing `minor` is no obstacle,
/// since structs only grow at the end and either side ignores what it does not know.
package struct ContractVersion: Hashable, Sendable {
  /// Rises with each change that would break a front end.
  package let major: UInt32

  /// Rises with each addition.
  package let minor: UInt32

  /// The version that this host was built with.
  package static let host = ContractVersion(major: FORMWORK_ABI_MAJOR, minor: FORMWORK_ABI_MINOR)
}

extension ContractVersion: CustomStringConvertible {
  /// As in `1.0`.
  package var description: String { "\(major).\(minor)" }
}
