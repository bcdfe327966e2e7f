// One import is enough for the author of a front end.
@_exported public import FormworkMessages
@_exported public import FormworkSystem
@_exported public import FormworkVocabulary

public import CFormwork
import Glibc

/// A front end: what draws a view tree, and says what the person did.
///
/// It decides nothing and keeps nothing that matters. One value is made for each time the front
/// end is attached, and is gone when ``run(_:)`` returns. This is a whole one, which shows a form's
/// labels and hands the first line that is entered to the field that has the focus:
///
/// ```swift
/// struct Trivial: FrontEnd {
///   static let identifier = "trivial"
///   static let name = "Trivial"
///   static let version = "1.0"
///
///   func run(_ host: HostConnection) throws(SystemError) {
///     var picture = Picture()
///     var output = TextOutput(descriptor: host.outputDescriptor)
///     let input = LineInput(descriptor: host.inputDescriptor)
///     while true {
///       while let message = host.next() {
///         if case .detach = message { return }
///         guard let changes = picture.apply(message) else { continue }
///         for id in changes.inserted { output.write("\(picture[id]?.text(.label) ?? "")\n") }
///         try output.flush()
///       }
///       let ready = try host.wait(for: input)
///       guard ready.contains(.input) else { continue }
///       if case .line(let bytes, _) = try input.next(), let text = bytes.text,
///         let focus = picture.focus
///       {
///         host.post(.edit(focus, .text(text), cursor: text.utf8.count))
///         host.post(.commit(focus, .text(text)))
///       } else {
///         host.post(.quit)
///       }
///     }
///   }
/// }
/// ```
public protocol FrontEnd {
  /// `[a-z0-9-]{1,64}`: the N of `libformwork-front-end-N.so`.
  static var identifier: String { get }

  /// The name for people.
  static var name: String { get }

  /// The front end's own version.
  static var version: String { get }

  /// What it cannot do without; nothing, unless said otherwise.
  static var needs: FrontEndNeeds { get }

  /// Makes the value that is attached next.
  init()

  /// Draws until `DisplayMessage.detach` arrives, and leaves the terminal as found on every path.
  ///
  /// Runs on the process's main thread. A front end whose input has ended posts
  /// `InputMessage.quit`, and goes on until it is detached.
  ///
  /// - Parameter host: Lent for the length of the call.
  /// - Throws: The error for which the front end cannot go on; the host falls back to another.
  mutating func run(_ host: HostConnection) throws(SystemError)
}

extension FrontEnd {
  /// Nothing.
  public static var needs: FrontEndNeeds { [] }

  /// Serves one attachment: what the `run` of the C table does.
  ///
  /// - Parameter host: The host's table.
  /// - Returns: 0, or an errno; `EINVAL` where the host's table cannot be used.
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

/// What a front end cannot do without, and what it may switch on at a terminal.
///
/// The bits are those of `enum formwork_need`.
public struct FrontEndNeeds: OptionSet, Sendable {
  /// The bits on the wire.
  public let rawValue: UInt32

  /// Wraps bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Input and output have to be a terminal that can move its cursor.
  public static let terminal = FrontEndNeeds(rawValue: 1 << 0)

  /// The modes below are all that the front end may switch on, besides attributes of characters, a
  /// hidden cursor and synchronized updates.
  ///
  /// Where it is stopped by ^Z, or ends in the middle, the host switches just these off; without this
  /// one it switches off all.
  public static let modesNamed = FrontEndNeeds(rawValue: 1 << 1)

  /// Bracketed paste.
  public static let paste = FrontEndNeeds(rawValue: 1 << 2)

  /// Reports of the mouse and of the focus.
  public static let pointer = FrontEndNeeds(rawValue: 1 << 3)

  /// Keys that are reported in another way than usual.
  public static let keys = FrontEndNeeds(rawValue: 1 << 4)

  /// A scroll region, margins, insert mode, no wrapping.
  public static let lines = FrontEndNeeds(rawValue: 1 << 5)

  /// Other character sets.
  public static let characters = FrontEndNeeds(rawValue: 1 << 6)

  /// The alternate screen.
  public static let alternateScreen = FrontEndNeeds(rawValue: 1 << 7)
}

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

/// The ELF note by which a host knows a front end before it runs any code of the file.
///
/// The words are the note's name size, content size and type, the name "Formwork" with its NUL
/// padded to a multiple of four, and the content: the contract's major and minor version. The
/// section needs literals; a test compares them with the header's constants.
/// - SeeAlso: elf(5), "Notes (Nhdr)".
@section(".note.formwork") @used
private let elfNote: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) = (
  9, 8, 1, 0x6D72_6F46, 0x6B72_6F77, 0, 1, 0
)
