public import CFormwork
import FormworkContract
import Glibc

/// The connection of a front end to the host during one `run`.
///
/// Confined to the thread that called `run`. Use ``wait(for:)`` to wait for the host and the user only. To
/// wait for other descriptors too, poll all of them:
///
/// ```swift
/// while true {
///   while let message = host.next() {
///     if case .detach = message { return }
///     if picture.apply(message) != nil { draw(picture) }
///   }
///   let input = host.awaitsFlush ? -1 : host.inputDescriptor
///   var ready = [host.wakeDescriptor, input, browser].map {
///     pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
///   }
///   poll(&ready, 3, -1)
///   if ready[0].revents != 0 { continue }
///   if ready[1].revents != 0 { try readKeys() }
///   if ready[2].revents != 0 { try answerBrowser() }
/// }
/// ```
public final class HostConnection {
  /// The descriptor of the user's input.
  public var inputDescriptor: Int32 { host.in_fd }

  /// The descriptor to draw on, which may be the same terminal, or ``inputDescriptor`` itself.
  public var outputDescriptor: Int32 { host.out_fd }

  /// The descriptor that is readable when ``next()`` has a message: poll it, but never read it.
  public var wakeDescriptor: Int32 { host.wake_fd }

  /// The revision of the last flush from ``next()``, which is added to posts.
  public private(set) var revision: UInt64 = 0

  /// Whether a flush must answer a post before the front end may read another key.
  public private(set) var awaitsFlush = false

  // The keys after a request for another front end are for that one, whatever the host sends before DETACH.
  private var isSwitching = false
  private let host: formwork_host

  /// Wraps the table of a host; `nil` if it has another major version, or lacks a function.
  public init?(_ host: UnsafePointer<formwork_host>) {
    self.host = formwork_host(from: host)
    guard self.host.abi_major == FORMWORK_ABI_MAJOR, self.host.next != nil, self.host.post != nil
    else { return nil }
  }

  /// Returns the next display message, or `nil` if there is none now.
  ///
  /// Never blocks. Texts are copied. Messages of unknown kinds are skipped.
  public func next() -> DisplayMessage? {
    while let pointer = host.next?(host.context) {
      guard let message = DisplayMessage(formwork_message(from: pointer)) else { continue }
      if case .flush(let revision) = message {
        self.revision = revision
        awaitsFlush = isSwitching
      }
      return message
    }
    return nil
  }

  /// Reports an event to the host, which answers with display messages.
  ///
  /// Secrets in it are not copied. Returns whether it was posted: a text above the limit is not.
  @discardableResult
  public func post(_ message: InputMessage<EnteredText>) -> Bool {
    post(message, seenAt: revision)
  }

  /// Reports an event of a user who has seen an earlier flush, such as on a page in a browser.
  @discardableResult
  package func post(_ message: InputMessage<EnteredText>, seenAt revision: UInt64) -> Bool {
    var encoded = formwork_message(message)
    encoded.revision = revision
    let isPosted =
      message.text?.withBytes { post(encoded, $0) }
      ?? post(encoded, UnsafeRawBufferPointer(start: nil, count: 0))
    if case .switchFrontEnd = message, isPosted { isSwitching = true }
    if isPosted && message.isAnsweredByFlush || isSwitching { awaitsFlush = true }
    return isPosted
  }

  private func post(_ message: formwork_message, _ text: UnsafeRawBufferPointer) -> Bool {
    guard text.count <= Int(FORMWORK_TEXT_LIMIT) else { return false }
    var message = message
    message.text = text.baseAddress?.assumingMemoryBound(to: CChar.self)
    message.byte_count = UInt64(text.count)
    host.post?(host.context, &message)
    return true
  }

  /// Waits for messages from the host or for input from the user.
  ///
  /// - Parameters:
  ///   - forInput: Whether input ends the wait.
  ///   - limit: The time limit, from the call on; zero polls, `nil` means no limit.
  /// - Returns: The reason for the end of the wait; empty after the time limit.
  /// - Throws: An error of poll(2) other than `EINTR`.
  public func wait(
    forInput: Bool, limit: Duration? = nil
  ) throws(SystemError) -> PollEvents {
    let deadline = limit.map { ContinuousClock.now.advanced(by: $0) }
    while true {
      let remaining = deadline.map { ContinuousClock.now.duration(to: $0) }
      let ready = try polled(forInput: forInput, milliseconds: remaining?.wholeMilliseconds ?? -1)
      if let ready { return ready }
      // A signal, or a limit longer than poll can count.
      if let deadline, ContinuousClock.now >= deadline { return [] }
    }
  }

  /// Returns the available news; `nil` after the time limit or a signal.
  private func polled(forInput: Bool, milliseconds: Int32) throws(SystemError) -> PollEvents? {
    var descriptors: InlineArray = [
      pollfd(fd: wakeDescriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: forInput ? inputDescriptor : -1, events: Int16(POLLIN), revents: 0),
    ]
    var span = descriptors.mutableSpan
    let count = span.withUnsafeMutableBufferPointer {
      poll($0.baseAddress, nfds_t($0.count), milliseconds)
    }
    if count < 0 && errno != EINTR { throw .last }
    guard count > 0 else { return nil }
    let (messages, input) = (descriptors[0].revents, descriptors[1].revents)
    var ready: PollEvents = []
    if messages != 0 { ready.insert(.messages) }
    if input != 0 { ready.insert(.input) }
    if input & Int16(POLLHUP) != 0 { ready.insert(.hangUp) }
    return ready
  }

  /// Waits for messages from the host, or for input to a ``LineInput``.
  ///
  /// The lines that the ``LineInput`` already holds are invisible to poll(2).
  ///
  /// - Parameter input: The reader of ``inputDescriptor``. If it is `nil`, or while a flush is awaited,
  ///   input does not end the wait.
  /// - Returns: The reason for the end of the wait.
  /// - Throws: An error of poll(2) other than `EINTR`.
  public func wait(for input: LineInput?) throws(SystemError) -> PollEvents {
    guard let input, !awaitsFlush else { return try wait(forInput: false) }
    guard input.hasUnread else { return try wait(forInput: true) }
    return try wait(forInput: false, limit: .zero).union(.input)
  }
}

/// The reason for the end of a wait; empty after a time limit.
public struct PollEvents: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Creates a set from bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The host has messages: call ``HostConnection/next()`` until it returns `nil`.
  public static var messages: PollEvents { PollEvents(rawValue: 1) }

  /// Input is available, or has ended.
  public static var input: PollEvents { PollEvents(rawValue: 2) }

  /// The other end of the input is closed; earlier input can still be read.
  public static var hangUp: PollEvents { PollEvents(rawValue: 4) }
}

/// A text from the user for the host.
public enum EnteredText {
  /// A visible text.
  case text(String)

  /// A secret text, which the host borrows without a copy, and which is wiped after its last use.
  case secret(SecretBytes)

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    switch self {
    case .text(var text): text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    case .secret(let secret): secret.withBytes(body)
    }
  }
}
