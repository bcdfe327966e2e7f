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
