import CFormwork
import FormworkCore
import FormworkSession

/// Speaks the contract's C with a front end for a session, for the length of one `run`.
final class FrontEndBridge {
  private let session: Session

  /// The message that was lent last, and its text with the NUL behind it.
  private var message = UnsafeMutablePointer<formwork_message>.allocate(capacity: 1)
  private var text = UnsafeMutableBufferPointer<CChar>.allocate(capacity: 256)

  init(_ session: Session) {
    self.session = session
    message.initialize(to: formwork_message())
  }

  deinit {
    message.deallocate()
    text.deallocate()
  }

  /// Runs a front end until it returns.
  ///
  /// - Returns: What the front end returned: 0, or an `errno`.
  func run(_ frontEnd: FrontEndTable, _ streams: Streams) -> CInt {
    let context = Unmanaged.passUnretained(self).toOpaque()
    var host = formwork_host(
      size: UInt32(MemoryLayout<formwork_host>.size),
      abi_major: FORMWORK_ABI_MAJOR, abi_minor: FORMWORK_ABI_MINOR,
      in_fd: streams.input, out_fd: streams.output, wake_fd: session.wakeDescriptor,
      context: context,
      next: { context in
        context.flatMap { FrontEndBridge.at($0).next() }
      },
      post: { context, message in
        guard let context, let message else { return }
        FrontEndBridge.at(context).post(message)
      },
      extension: { _, _ in nil })
    return withExtendedLifetime(self) { frontEnd.run(&host) }
  }

  private static func at(_ context: UnsafeMutableRawPointer) -> FrontEndBridge {
    Unmanaged<FrontEndBridge>.fromOpaque(context).takeUnretainedValue()
  }

  // MARK: To the front end

  private func next() -> UnsafePointer<formwork_message>? {
    guard let display = session.next() else { return nil }
    message.pointee = formwork_message()
    message.pointee.size = UInt32(MemoryLayout<formwork_message>.size)
    switch display {
    case .attach(let title):
      message.pointee.kind = FORMWORK_ATTACH.rawValue
      lend(title)
    case .change(let change):
      fill(change)
    case .history(let node, let text):
      message.pointee.kind = FORMWORK_HISTORY.rawValue
      message.pointee.node = node.rawValue
      lend(text)
    case .resized(let size):
      message.pointee.kind = FORMWORK_RESIZED.rawValue
      message.pointee.number = Int64(size.columns)
      message.pointee.count = Int64(size.rows)
    case .suggestion(let node, let suggestion, let revision):
      message.pointee.kind = FORMWORK_SUGGEST.rawValue
      message.pointee.node = node.rawValue
      message.pointee.revision = revision
      message.pointee.number = Int64(suggestion.range.lowerBound)
      message.pointee.count = Int64(suggestion.range.count)
      lend(suggestion.text)
    case .suggestionsEnd(let node, let revision):
      message.pointee.kind = FORMWORK_SUGGEST.rawValue
      message.pointee.node = node.rawValue
      message.pointee.revision = revision
    case .flush(let revision):
      message.pointee.kind = FORMWORK_FLUSH.rawValue
      message.pointee.revision = revision
    case .detach:
      message.pointee.kind = FORMWORK_DETACH.rawValue
    }
    return UnsafePointer(message)
  }

  private func fill(_ change: Change) {
    switch change {
    case .inserted(let node, let kind, let name, let parent, let index):
      message.pointee.kind = FORMWORK_INSERT.rawValue
      message.pointee.node = node.rawValue
      message.pointee.node_kind = kind.rawValue
      message.pointee.parent = parent?.rawValue ?? 0
      message.pointee.position = UInt32(index)
      lend(name)
    case .moved(let node, let index):
      message.pointee.kind = FORMWORK_MOVE.rawValue
      message.pointee.node = node.rawValue
      message.pointee.position = UInt32(index)
    case .removed(let node):
      message.pointee.kind = FORMWORK_REMOVE.rawValue
      message.pointee.node = node.rawValue
    case .focused(let node):
      message.pointee.kind = FORMWORK_FOCUS.rawValue
      message.pointee.node = node?.rawValue ?? 0
    case .set(let node, let property, let value):
      message.pointee.kind = FORMWORK_SET.rawValue
      message.pointee.node = node.rawValue
      message.pointee.property = property.rawValue
      switch value {
      case nil: break
      case .number(let number):
        message.pointee.flags = FORMWORK_HAS_NUMBER.rawValue
        message.pointee.number = Int64(number)
      case .text(let text):
        message.pointee.flags = FORMWORK_HAS_TEXT.rawValue
        lend(text)
      }
    }
  }

  /// Puts a text with a NUL behind it where the front end may read it until the next message.
  private func lend(_ string: String) {
    var string = string
    string.withUTF8 { bytes in
      if text.count <= bytes.count {
        text.deallocate()
        text = .allocate(capacity: max(bytes.count + 1, text.count * 2))
      }
      bytes.withMemoryRebound(to: CChar.self) { _ = text.update(fromContentsOf: $0) }
      text[bytes.count] = 0
      message.pointee.byte_count = UInt64(bytes.count)
    }
    message.pointee.text = UnsafePointer(text.baseAddress)
  }

  // MARK: From the front end

  private func post(_ pointer: UnsafePointer<formwork_message>) {
    // An older front end's struct is shorter; a newer one's tail is none of our business.
    let size = Int(pointer.pointee.size)
    guard size >= MemoryLayout<UInt32>.size * 2 else { return }
    var posted = formwork_message()
    withUnsafeMutableBytes(of: &posted) { bytes in
      let known = UnsafeRawBufferPointer(start: pointer, count: min(size, bytes.count))
      bytes.copyMemory(from: known)
    }
    if let input = InputMessage(posted) { session.post(input) }
  }
}
