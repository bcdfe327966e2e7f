// Authors of front ends need only one import.
@_exported public import FormworkMessages
@_exported public import FormworkSystem
@_exported public import FormworkVocabulary

public import CFormwork
import Glibc

/// A front end, which draws a view tree and reports the events of the user.
///
/// A front end makes no decisions and keeps no important state. A value is created each time the front end
/// is attached, and destroyed when ``run(_:)`` returns. <doc:WritingAFrontEnd> shows complete examples.
public protocol FrontEnd {
  /// The name, as `[a-z0-9-]{1,64}`: the N of `libformwork-front-end-N.so`.
  static var identifier: String { get }

  /// The name for people.
  static var name: String { get }

  /// The front end's own version.
  static var version: String { get }

  /// The requirements of the front end; none by default.
  static var needs: FrontEndNeeds { get }

  /// Creates the value for the next attachment.
  init()

  /// Draws until `DisplayMessage.detach` arrives, and restores the terminal on every path.
  ///
  /// Runs on the thread of the host, usually the main thread. When its input ends, a front end posts `InputMessage.quit` and
  /// continues until it is detached.
  ///
  /// - Parameter host: The host, valid during the call.
  /// - Throws: An error that stops the front end; the host falls back to another one.
  mutating func run(_ host: HostConnection) throws(SystemError)
}

extension FrontEnd {
  /// No requirements.
  public static var needs: FrontEndNeeds { [] }

  /// Runs one attachment, and returns 0 or an errno: `EINVAL` if the host cannot be used.
  public static func serve(_ host: UnsafePointer<formwork_host>?) -> Int32 {
    guard let host, let connection = HostConnection(host) else { return EINVAL }
    var frontEnd = Self()
    do throws(SystemError) {
      try frontEnd.run(connection)
      return 0
    } catch {
      return error.code
    }
  }
}

/// The requirements of a front end, and the modes that it may switch on at a terminal.
///
/// The bits are those of `enum formwork_need`.
public struct FrontEndNeeds: OptionSet, Sendable {
  /// The bits on the wire.
  public let rawValue: UInt32

  /// Creates a set from bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Input and output must be a terminal that can move its cursor.
  public static let terminal = FrontEndNeeds(rawValue: 1 << 0)

  /// The front end names all modes that it may switch on, with the options below.
  ///
  /// Attributes of characters, a hidden cursor and synchronized updates are always allowed. If the front
  /// end is stopped by ^Z or ends unexpectedly, the host switches off only the named modes; without this
  /// option it switches off all.
  public static let modesNamed = FrontEndNeeds(rawValue: 1 << 1)

  /// Bracketed paste.
  public static let paste = FrontEndNeeds(rawValue: 1 << 2)

  /// Reports of the mouse and of the focus.
  public static let pointer = FrontEndNeeds(rawValue: 1 << 3)

  /// Other reports of keys than the usual ones.
  public static let keys = FrontEndNeeds(rawValue: 1 << 4)

  /// A scroll region, margins, insert mode, or no wrapping.
  public static let lines = FrontEndNeeds(rawValue: 1 << 5)

  /// Other character sets.
  public static let characters = FrontEndNeeds(rawValue: 1 << 6)

  /// The alternate screen.
  public static let alternateScreen = FrontEndNeeds(rawValue: 1 << 7)
}

/// The C table that describes a front end.
///
/// Create the table as a global constant, because it is never freed. A C function pointer cannot be
/// generic, so the closure of ``init(_:run:)`` names the type again: <doc:WritingAFrontEnd> shows the entry point.
public struct FrontEndTable: Sendable {
  // Only written before the initializer returns.
  private nonisolated(unsafe) let table: UnsafePointer<formwork_front_end>

  /// Creates the table of a front end; `run` calls ``FrontEnd/serve(_:)`` of the type.
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

  /// Returns the table for a host of a version of the contract; `nil` if the major version differs.
  public func pointer(major: UInt32, minor: UInt32) -> UnsafePointer<formwork_front_end>? {
    major == FORMWORK_ABI_MAJOR ? table : nil
  }
}

/// The ELF note by which a host knows a front end before it runs any code of the file.
///
/// The words are the note's name size, content size and type, the name "Formwork" with its NUL
/// padded to a multiple of four, and the content: the contract's major and minor version. The
/// section needs literals; a host loads no front end without this note.
/// - SeeAlso: elf(5), "Notes (Nhdr)".
@section(".note.formwork") @used
private let elfNote: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) = (
  9, 8, 1, 0x6D72_6F46, 0x6B72_6F77, 0, 1, 0
)
