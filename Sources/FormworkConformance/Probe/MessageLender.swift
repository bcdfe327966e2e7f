import CFormwork
import Glibc

/// Lends a front end one message after the other.
///
/// A text is lent with a NUL behind it; none at all where a message has none.
final class MessageLender {
  private let lending: Lending
  private var rooms: [UnsafeMutableRawBufferPointer] = []

  /// Behind what formwork.h knows: this is what a later version may put there.
  private static let tailByteCount = 64

  /// What no pointer, number or flag would be taken for by chance.
  private static let garbage: UInt8 = 0xA5

  init(_ lending: Lending) { self.lending = lending }

  deinit { reclaim() }

  /// Lends a message until the next call, or until it is taken back.
  func lend(_ message: ScriptMessage) -> UnsafePointer<formwork_message>? {
    if lending == .withdrawn { reclaim() }
    let known = MemoryLayout<formwork_message>.size
    let size = lending == .largerMessages ? known + Self.tailByteCount : known
    guard let start = allocate(size + message.text.count + 1) else { return nil }
    start.initializeMemory(as: UInt8.self, repeating: Self.garbage, count: size)
    var lent = formwork_message()
    lent.size = UInt32(size)
    lent.kind = message.kind
    lent.revision = message.revision
    lent.node = message.node
    lent.parent = message.parent
    lent.position = message.position
    lent.node_kind = message.nodeKind
    lent.property = message.property
    lent.flags = message.flags
    lent.number = message.number
    lent.count = message.count
    if !message.text.isEmpty {
      let text = start + size
      text.copyMemory(from: message.text, byteCount: message.text.count)
      (text + message.text.count).storeBytes(of: 0, as: UInt8.self)
      lent.text = UnsafePointer(text.assumingMemoryBound(to: CChar.self))
      lent.byte_count = UInt64(message.text.count)
    }
    start.copyMemory(from: &lent, byteCount: known)
    return UnsafePointer(start.assumingMemoryBound(to: formwork_message.self))
  }

  private func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    guard lending == .withdrawn else {
      let room = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 16)
      rooms.append(room)
      return room.baseAddress
    }
    let pages = mmap(
      nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let pages, pages != MAP_FAILED else { return nil }
    rooms = [UnsafeMutableRawBufferPointer(start: pages, count: byteCount)]
    return pages
  }

  /// Takes back what is lent.
  ///
  /// Addresses that were withdrawn stay taken, so that a late read always is a crash.
  func reclaim() {
    for room in rooms {
      if lending == .withdrawn {
        mprotect(room.baseAddress, room.count, PROT_NONE)
        madvise(room.baseAddress, room.count, MADV_DONTNEED)
      } else {
        room.deallocate()
      }
    }
    rooms = []
  }
}
