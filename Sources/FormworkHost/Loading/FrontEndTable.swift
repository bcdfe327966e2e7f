package import CFormwork
import FormworkCore
import Glibc

/// What a front end says of itself, checked and copied, and the function that runs it.
package struct FrontEndTable {
  /// Draws until it is told to end, on the main thread; the result is 0 or an error number.
  package typealias Run = @convention(c) (UnsafePointer<formwork_host>?) -> Int32

  /// The most bytes of a text in the table.
  private static let textLimit = 256

  /// The name by which it is asked for.
  package let identifier: FrontEndName

  /// The name for people.
  package let name: String

  /// The front end's own version.
  package let version: String

  /// Whether it has to have a terminal that can move its cursor.
  package let needsTerminal: Bool

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
    let own = try Self.text(said.identifier)
    if let identifier, own != identifier.text { throw .otherName(own) }
    guard let identifier = identifier ?? FrontEndName(own) else { throw .badTable(.identifier) }
    self.identifier = identifier
    name = try Self.text(said.name)
    version = try Self.text(said.version)
    needsTerminal = said.needs & FORMWORK_NEEDS_TERMINAL.rawValue != 0
    self.run = run
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) throws(FrontEndRefusal) -> String {
    guard let pointer else { throw .badTable(.text) }
    let byteCount = strnlen(pointer, textLimit + 1)
    let bytes = UnsafeRawBufferPointer(start: pointer, count: byteCount)
    guard (1...textLimit).contains(byteCount),
      let text = String(validating: bytes, as: UTF8.self), text == text.replacingControls()
    else { throw .badTable(.text) }
    return text
  }
}
