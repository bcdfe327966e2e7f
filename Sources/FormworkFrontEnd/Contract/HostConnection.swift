public import CFormwork
import FormworkContract
import Glibc

/// The host, as a front end sees it for the length of one `run`.
///
/// Belongs to the thread that called `run`. ``wait(for:)`` is enough for a front end that waits for the host
/// and the person alone; another one may poll descriptors of its own beside theirs:
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
  /// Where the person's input comes from.
  public let inputDescriptor: Int32

  /// Where to draw; may be the same terminal, or ``inputDescriptor`` itself.
  public let outputDescriptor: Int32

  /// Readable when ``next()`` has something to give.
  ///
  /// Poll it; never read it.
  public let wakeDescriptor: Int32

  /// The revision of the last flush that ``next()`` gave: posts carry it.
  public var revision: UInt64 { seenRevision }

  /// Whether a post is out that a flush answers: until that has come, no key is to be read.
  public private(set) var awaitsFlush = false

  private var seenRevision: UInt64 = 0
  private let context: UnsafeMutableRawPointer?
  private let nextMessage:
    @convention(c) (UnsafeMutableRawPointer?) -> UnsafePointer<formwork_message>?
  private let postMessage:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<formwork_message>?) -> Void

  /// Wraps the table that the host hands to `run`; `nil` where it is of another major version, or
  /// lacks a function.
  ///
  /// - Parameter host: Valid until `run` returns.
  public init?(_ host: UnsafePointer<formwork_host>) {
    let host = formwork_host(from: host)
    guard host.abi_major == FORMWORK_ABI_MAJOR, let next = host.next, let post = host.post else {
      return nil
    }
    inputDescriptor = host.in_fd
    outputDescriptor = host.out_fd
    wakeDescriptor = host.wake_fd
    context = host.context
    nextMessage = next
    postMessage = post
  }

  /// The next display message, or `nil` where there is none now.
  ///
  /// Never blocks.
  ///
  /// Texts are copied. Messages that this SDK does not know are passed over.
  public func next() -> DisplayMessage? {
    while let pointer = nextMessage(context) {
      guard let message = DisplayMessage(formwork_message(from: pointer)) else { continue }
      if case .flush(let revision) = message {
        seenRevision = revision
        awaitsFlush = false
      }
      return message
    }
    return nil
  }

  /// Tells the host what the person did; the answer is a display message.
  ///
  /// - Parameter message: Only borrowed: secrets in it are not copied.
  /// - Returns: Whether it was posted. A text of more than `FORMWORK_TEXT_LIMIT` bytes is not.
  @discardableResult
  public func post(_ message: InputMessage<EnteredText>) -> Bool {
    let encoded = formwork_message(message)
    let isPosted =
      message.text?.withBytes { post(encoded, $0) }
      ?? post(encoded, UnsafeRawBufferPointer(start: nil, count: 0))
    if isPosted && message.isAnsweredByFlush { awaitsFlush = true }
    return isPosted
  }

  private func post(_ message: formwork_message, _ text: UnsafeRawBufferPointer) -> Bool {
    guard text.count <= Int(FORMWORK_TEXT_LIMIT) else { return false }
    var message = message
    message.revision = seenRevision
    message.text = text.baseAddress?.assumingMemoryBound(to: CChar.self)
    message.byte_count = UInt64(text.count)
    postMessage(context, &message)
    return true
  }

  /// Waits until the host has something to give or the person entered something.
  ///
  /// - Parameters:
  ///   - forInput: Whether the person's input ends the wait.
  ///   - limit: Counted from the call; zero polls, `nil` waits for as long as it takes.
  /// - Returns: What there is; nothing where the limit passed.
  /// - Throws: What poll(2) fails with, other than `EINTR`.
  public func wait(
    forInput: Bool, limit: Duration? = nil
  ) throws(SystemError) -> Readiness {
    guard let limit else {
      // With each key: no clock is looked at.
      while true {
        if let ready = try polled(forInput: forInput, milliseconds: -1) { return ready }
      }
    }
    if limit == .zero { return try polled(forInput: forInput, milliseconds: 0) ?? [] }
    let deadline = ContinuousClock.now.advanced(by: limit)
    while true {
      let remaining = ContinuousClock.now.duration(to: deadline)
      let ready = try polled(forInput: forInput, milliseconds: remaining.wholeMilliseconds)
      if let ready { return ready }
      // A signal, or a limit longer than poll can count.
      if ContinuousClock.now >= deadline { return [] }
    }
  }

  /// What there is; `nil` where the time passed, or a signal came.
  private func polled(forInput: Bool, milliseconds: Int32) throws(SystemError) -> Readiness? {
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
    var ready: Readiness = []
    if messages != 0 { ready.insert(.messages) }
    if input != 0 { ready.insert(.input) }
    if input & Int16(POLLHUP) != 0 { ready.insert(.hangUp) }
    return ready
  }

  /// Waits until the host has something to give or there is something to be read, where lines are
  /// read by a ``LineInput``: what that holds already no poll(2) can tell.
  ///
  /// - Parameter input: Reads ``inputDescriptor``. `nil`, or a flush that is awaited, has the
  ///   person's input wait.
  /// - Returns: What there is.
  /// - Throws: What poll(2) fails with, other than `EINTR`.
  public func wait(for input: LineInput?) throws(SystemError) -> Readiness {
    guard let input, !awaitsFlush else { return try wait(forInput: false) }
    guard input.hasUnread else { return try wait(forInput: true) }
    return try wait(forInput: false, limit: .zero).union(.input)
  }
}

/// Why a wait ended; empty where its limit passed.
public struct Readiness: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Wraps bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The host has something to give: call ``HostConnection/next()`` until it gives nothing.
  public static var messages: Readiness { Readiness(rawValue: 1) }

  /// The person's input can be read, or has ended.
  public static var input: Readiness { Readiness(rawValue: 2) }

  /// The other end of the input is gone.
  ///
  /// What was entered before can still be read.
  public static var hangUp: Readiness { Readiness(rawValue: 4) }
}

/// A text that a person entered, as a front end reports it.
///
/// ```swift
/// host.post(.commit(name, .text("Ann")))
/// host.post(.commit(password, .secret(line)))  // its bytes are lent to the host, and not copied
/// ```
public enum EnteredText {
  /// One that may be seen.
  case text(String)

  /// One that is wiped when it is not used any more.
  case secret(SecretBytes)

  /// Lends the bytes of UTF-8.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    switch self {
    case .text(var text): text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    case .secret(let secret): secret.withBytes(body)
    }
  }
}
