package import CFormwork
import Glibc

/// What a front end in this process says of itself, and the function that runs it.
package struct CheckedFrontEnd {
  /// Draws until it is told to end, on the main thread; the result is 0 or an error number.
  package typealias Run = @convention(c) (UnsafePointer<formwork_host>?) -> Int32

  /// What the front end says of itself.
  package let description: FrontEndDescription

  /// The function that runs the front end.
  package let run: Run

  /// Checks a table and copies what it says.
  ///
  /// - Parameters:
  ///   - table: What an entry returned.
  ///   - identifier: The name under which the front end was asked for; `nil` takes its own.
  /// - Throws: The rule that the table breaks.
  package init(
    _ table: UnsafePointer<formwork_front_end>?, of identifier: FrontEndName?
  ) throws(FrontEndRefusal) {
    guard let table else { throw .declined }
    guard table.pointer(to: \.size)?.pointee ?? 0 >= MemoryLayout<formwork_front_end>.size else {
      throw .badTable(.size)
    }
    let said = table.pointee
    guard said.abi_major == ContractVersion.host.major else { throw .badTable(.major) }
    guard let run = said.run else { throw .badTable(.run) }
    description = try FrontEndDescription(
      identifier: Self.bytes(said.identifier), name: Self.bytes(said.name),
      version: Self.bytes(said.version), needs: said.needs, minor: said.abi_minor)
    try description.check(isCalled: identifier)
    self.run = run
  }

  /// The bytes of a text, or one more than any text may have.
  private static func bytes(_ pointer: UnsafePointer<CChar>?) -> UnsafeRawBufferPointer {
    let limit = FrontEndDescription.textLimit + 1
    return UnsafeRawBufferPointer(start: pointer, count: pointer.map { strnlen($0, limit) } ?? 0)
  }
}
