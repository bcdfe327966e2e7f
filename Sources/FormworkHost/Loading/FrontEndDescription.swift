package import CFormwork
import CFormworkWire
import FormworkCore
import FormworkSystem
import Glibc

/// The description that a front end gives of itself, checked and copied.
package struct FrontEndDescription: Hashable, Sendable {
  /// The name for requests.
  package let identifier: FrontEndName

  /// The name for people.
  package let name: String
  package let version: String

  /// The needs of the front end and the modes that it may switch on: bits of `enum formwork_need`.
  package let needs: UInt32
  package var needsTerminal: Bool { needs & FORMWORK_NEEDS_TERMINAL.rawValue != 0 }

  /// The modes to switch off at a terminal that can move its cursor; `nil` if there are none.
  var modes: UInt32? {
    let says = FORMWORK_NEEDS_TERMINAL.rawValue | FORMWORK_MODES_NAMED.rawValue
    return needs & says == 0 ? nil : needs | FORMWORK_NEEDS_TERMINAL.rawValue
  }

  init(
    identifier: UnsafeRawBufferPointer, name: UnsafeRawBufferPointer,
    version: UnsafeRawBufferPointer, needs: UInt32
  ) throws(FrontEndLoadError) {
    let own = try Self.text(identifier)
    guard let identifier = FrontEndName(own) else { throw .badTable(.identifier) }
    self.identifier = identifier
    self.name = try Self.text(name)
    self.version = try Self.text(version)
    self.needs = needs
  }

  /// Checks that the description has the requested name; the name `nil` accepts any.
  func check(isCalled name: FrontEndName?) throws(FrontEndLoadError) {
    if let name, name != identifier { throw .otherName(identifier.text) }
  }

  private static func text(_ bytes: UnsafeRawBufferPointer) throws(FrontEndLoadError) -> String {
    guard (1...Int(FORMWORK_WIRE_NAME_LIMIT)).contains(bytes.count),
      let text = String(validating: bytes, as: UTF8.self), text == text.replacingControls()
    else { throw .badTable(.text) }
    return text
  }
}

/// The description of a front end in this process, and the function that runs it.
package struct CheckedFrontEnd {
  /// Runs the front end on this thread until it is asked to leave; returns 0 or an `errno`.
  package typealias Run = @convention(c) (UnsafePointer<formwork_host>?) -> Int32

  package let description: FrontEndDescription
  package let run: Run

  /// Checks a table and copies its description; the identifier `nil` accepts any name.
  package init(
    _ table: UnsafePointer<formwork_front_end>?, of identifier: FrontEndName?
  ) throws(FrontEndLoadError) {
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

  /// Returns the bytes of a text, or one byte more than the limit.
  private static func bytes(_ pointer: UnsafePointer<CChar>?) -> UnsafeRawBufferPointer {
    let limit = Int(FORMWORK_WIRE_NAME_LIMIT) + 1
    return UnsafeRawBufferPointer(start: pointer, count: pointer.map { strnlen($0, limit) } ?? 0)
  }
}

extension CheckedFrontEnd {
  /// Loads an unchanged file into this process, and runs its initialisers and its entry.
  ///
  /// It stays loaded: a library with Swift code cannot be unloaded without damage to the Swift runtime of the
  /// host.
  package init(loading file: FrontEndFile) throws(FrontEndLoadError) {
    let path = file.loadPath
    guard file.isUnchanged else { throw .changed }
    guard let handle = dlopen(path.systemCString, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
      throw .notLoadable(Self.loaderExplanation(of: path))
    }
    // The library uses this descriptor too, when it looks for files in its own directory later.
    _ = Unmanaged.passRetained(file.folder)
    guard file.isUnchanged else { throw .changed }
    guard let address = dlsym(handle, FORMWORK_ENTRY) else { throw .noEntry }
    let entry = unsafeBitCast(address, to: Entry.self)
    let version = ContractVersion.host
    try self.init(entry(version.major, version.minor), of: file.name)
  }

  /// The function that a front end exports.
  package typealias Entry =
    @convention(c) (_ major: UInt32, _ minor: UInt32) -> UnsafePointer<formwork_front_end>?

  /// Returns the last error message of the loader, without the path at its beginning.
  private static func loaderExplanation(of path: String) -> Message {
    guard let words = dlerror() else { return .key("refusal.notLoadable.unexplained") }
    let text = String(systemText: words)
    let explanation = text.hasPrefix(path + ": ") ? text.dropFirst(path.count + 2) : text[...]
    return .path(String(explanation).replacingControls())
  }
}
