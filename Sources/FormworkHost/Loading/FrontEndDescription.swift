package import CFormwork
import FormworkCore
import Glibc

/// What a front end says of itself, checked and copied.
package struct FrontEndDescription: Hashable, Sendable {
  /// The most bytes of a text.
  package static let textLimit = 256

  /// The name by which it is asked for.
  package let identifier: FrontEndName

  /// The name for people.
  package let name: String

  /// The front end's own version.
  package let version: String

  /// What it needs, and what it may switch on at a terminal: bits of `enum formwork_need`.
  package let needs: UInt32

  /// Whether it has to have a terminal that can move its cursor.
  package var needsTerminal: Bool { needs & FORMWORK_NEEDS_TERMINAL.rawValue != 0 }

  /// What has to be switched off at a terminal that can move its cursor; `nil` where that is nothing.
  var modes: UInt32? {
    let says = FORMWORK_NEEDS_TERMINAL.rawValue | FORMWORK_MODES_NAMED.rawValue
    return needs & says == 0 ? nil : needs | FORMWORK_NEEDS_TERMINAL.rawValue
  }

  /// Checks and copies.
  ///
  /// - Throws: The rule that it breaks.
  init(
    identifier: UnsafeRawBufferPointer, name: UnsafeRawBufferPointer,
    version: UnsafeRawBufferPointer, needs: UInt32
  ) throws(FrontEndRefusal) {
    let own = try Self.text(identifier)
    guard let identifier = FrontEndName(own) else { throw .badTable(.identifier) }
    self.identifier = identifier
    self.name = try Self.text(name)
    self.version = try Self.text(version)
    self.needs = needs
  }

  /// Checks that a front end calls itself what it was asked for by.
  ///
  /// - Parameter name: `nil` where a file was asked for, which may have any name.
  /// - Throws: ``FrontEndRefusal/otherName(_:)``.
  func check(isCalled name: FrontEndName?) throws(FrontEndRefusal) {
    if let name, name != identifier { throw .otherName(identifier.text) }
  }

  private static func text(_ bytes: UnsafeRawBufferPointer) throws(FrontEndRefusal) -> String {
    guard (1...textLimit).contains(bytes.count),
      let text = String(validating: bytes, as: UTF8.self), text == text.replacingControls()
    else { throw .badTable(.text) }
    return text
  }
}

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
      version: Self.bytes(said.version), needs: said.needs)
    try description.check(isCalled: identifier)
    self.run = run
  }

  /// The bytes of a text, or one more than any text may have.
  private static func bytes(_ pointer: UnsafePointer<CChar>?) -> UnsafeRawBufferPointer {
    let limit = FrontEndDescription.textLimit + 1
    return UnsafeRawBufferPointer(start: pointer, count: pointer.map { strnlen($0, limit) } ?? 0)
  }
}
