public import CFormwork
import Glibc

/// The C table that says what a front end is.
///
/// Make one as a global constant, for it is never freed. A C function pointer cannot be generic,
/// which is why the closure names the type once more. `@implementation` has the compiler compare the entry with its
/// declaration in `formwork.h`, which `public import CFormwork` brings:
///
/// ```swift
/// private let table = FrontEndTable(Trivial.self) { Trivial.serve($0) }
///
/// @c @implementation
/// public func formwork_front_end(
///   _ major: UInt32, _ minor: UInt32
/// ) -> UnsafePointer<formwork_front_end>? {
///   table.pointer(major: major, minor: minor)
/// }
/// ```
public struct FrontEndTable: Sendable {
  // Written before the initializer returns, and never again.
  private nonisolated(unsafe) let table: UnsafePointer<formwork_front_end>

  /// Makes the table of a front end.
  ///
  /// - Parameters:
  ///   - frontEnd: The type that describes itself.
  ///   - run: Calls the type's ``FrontEnd/serve(_:)``.
  public init<Described: FrontEnd>(
    _ frontEnd: Described.Type,
    run: @escaping @convention(c) (UnsafePointer<formwork_host>?) -> Int32
  ) {
    let table = UnsafeMutablePointer<formwork_front_end>.allocate(capacity: 1)
    table.initialize(
      to: formwork_front_end(
        size: UInt32(MemoryLayout<formwork_front_end>.size),
        abi_major: FORMWORK_ABI_MAJOR,
        abi_minor: FORMWORK_ABI_MINOR,
        needs: frontEnd.needs.rawValue,
        identifier: strdup(frontEnd.identifier),
        name: strdup(frontEnd.name),
        version: strdup(frontEnd.version),
        run: run))
    self.table = UnsafePointer(table)
  }

  /// The table, for a host that speaks a version of the contract; `nil` where this cannot serve it.
  ///
  /// Within a major version structs only grow at their end, so any minor version will do.
  ///
  /// - Parameters:
  ///   - major: The host's `FORMWORK_ABI_MAJOR`.
  ///   - minor: The host's `FORMWORK_ABI_MINOR`.
  /// - Returns: The same pointer each time.
  public func pointer(major: UInt32, minor: UInt32) -> UnsafePointer<formwork_front_end>? {
    major == FORMWORK_ABI_MAJOR ? table : nil
  }
}
