import CFormwork
import FormworkCore

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

  /// Which additions to the contract it knows.
  let minor: ContractMinor

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
    version: UnsafeRawBufferPointer, needs: UInt32, minor: UInt32
  ) throws(FrontEndRefusal) {
    let own = try Self.text(identifier)
    guard let identifier = FrontEndName(own) else { throw .badTable(.identifier) }
    self.identifier = identifier
    self.name = try Self.text(name)
    self.version = try Self.text(version)
    self.needs = needs
    self.minor = ContractMinor(rawValue: minor)
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
