package import CFormwork
import CFormworkSystem
import FormworkContract
package import FormworkTools
package import FormworkVocabulary
import Glibc
import Synchronization

/// A host that sends scripted messages and records posts.
///
/// The front end has one thread. A thread that acts as an operation of the host may send as well.
package final class ScriptedHost {
  private let queue = Mutex<[(bytes: [UInt8], text: [UInt8]?)]>([])
  private var lent: UnsafeMutableRawBufferPointer?
  private var lentText: UnsafeMutableBufferPointer<CChar>?
  private let table = UnsafeMutablePointer<formwork_host>.allocate(capacity: 1)
  private let wake = fww_make()
  package private(set) var posts: [ScriptMessage] = []
  /// Called for each post, to answer it as a host does.
  package var onPost: ((ScriptMessage) -> Void)?
  /// Called on the front end's thread when it requests a message and none is left.
  package var onNothing: (() -> Void)?

  package init(input: Int32 = -1, output: Int32 = -1) {
    var host = formwork_host()
    host.size = UInt32(MemoryLayout<formwork_host>.size)
    host.abi_major = FORMWORK_ABI_MAJOR
    host.in_fd = input
    host.out_fd = output
    host.wake_fd = fww_descriptor(wake)
    host.next = { context in context.flatMap { ScriptedHost.at($0).next() } }
    host.post = { context, message in
      if let context, let message { ScriptedHost.at(context).receive(message.pointee) }
    }
    table.initialize(to: host)
    table.pointee.context = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit {
    lent?.deallocate()
    lentText?.deallocate()
    table.deallocate()
    fww_free(wake)
  }

  /// Returns the table for a front end, after changing it.
  package func table(_ change: (inout formwork_host) -> Void = { _ in }) -> UnsafePointer<
    formwork_host
  > {
    change(&table.pointee)
    return UnsafePointer(table)
  }

  /// Sends a message with `size` valid bytes.
  package func give(
    _ kind: formwork_message_kind, size: Int = MemoryLayout<formwork_message>.size,
    text: [UInt8]? = nil, _ change: (inout formwork_message) -> Void = { _ in }
  ) {
    var message = formwork_message()
    message.kind = kind.rawValue
    message.size = UInt32(size)
    message.byte_count = UInt64(text?.count ?? 0)
    change(&message)
    var bytes = withUnsafeBytes(of: message) { Array($0) }
    // Bytes after the message must not be read.
    while bytes.count < size { bytes.append(0xAA) }
    let given = (Array(bytes.prefix(size)), text)
    queue.withLock { $0.append(given) }
    fww_raise(wake)
  }

  /// Sends a message in the vocabulary of the contract.
  package func give(_ message: DisplayMessage) {
    let lent = LentMessage()
    lent.fill(with: message)
    withExtendedLifetime(lent) {
      let filled = lent.pointer.pointee
      let text = filled.text.map {
        Array(UnsafeRawBufferPointer(start: $0, count: Int(filled.byte_count)))
      }
      give(formwork_message_kind(rawValue: filled.kind), text: text) { $0 = filled }
    }
  }

  /// Makes the front end request a message although none is left.
  package func wakeFrontEnd() { fww_raise(wake) }

  private static func at(_ context: UnsafeMutableRawPointer) -> ScriptedHost {
    Unmanaged<ScriptedHost>.fromOpaque(context).takeUnretainedValue()
  }

  private func next() -> UnsafePointer<formwork_message>? {
    let given = queue.withLock { queue in
      if queue.isEmpty { _ = fww_clear(wake) }
      return queue.isEmpty ? nil : queue.removeFirst()
    }
    guard let (bytes, text) = given else {
      onNothing?()
      return nil
    }
    lent?.deallocate()
    lentText?.deallocate()
    lentText = text.map { text in
      let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.count + 1)
      _ = copy.initialize(from: text.map { CChar(bitPattern: $0) } + [0])
      return copy
    }
    // Poisoned after the message, so that reading too much gives nonsense.
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 256, alignment: 8)
    for index in memory.indices { memory[index] = 0xAA }
    memory.copyBytes(from: bytes)
    lent = memory
    let message = memory.baseAddress?.assumingMemoryBound(to: formwork_message.self)
    if bytes.count >= MemoryLayout<formwork_message>.size, let lentText {
      message?.pointee.text = UnsafePointer(lentText.baseAddress)
    }
    return UnsafePointer(message)
  }

  private func receive(_ message: formwork_message) {
    let text = message.text.map {
      Array(UnsafeRawBufferPointer(start: $0, count: Int(message.byte_count)))
    }
    let post = ScriptMessage(message, text: text ?? [])
    posts.append(post)
    onPost?(post)
  }
}
