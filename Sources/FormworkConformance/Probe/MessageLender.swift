import CFormwork
import Glibc

/// Lends messages to a front end, each with its text and a NUL after that.
final class MessageLender {
  private let mode: ProbeMode
  private var rooms: [UnsafeMutableRawBufferPointer] = []

  /// The size of the fields that a later version may add.
  private static let tailByteCount = 64

  init(_ mode: ProbeMode) { self.mode = mode }

  deinit { reclaim() }

  /// Lends a message until the next call, or until it is reclaimed.
  func lend(_ message: ScriptMessage) -> UnsafePointer<formwork_message>? {
    if mode == .withdrawn { reclaim() }
    let known = MemoryLayout<formwork_message>.size
    let size = mode == .largerMessages ? known + Self.tailByteCount : known
    guard let start = allocate(size + message.text.count + 1) else { return nil }
    start.initializeMemory(as: UInt8.self, repeating: ProbeMode.garbage, count: size)
    let text = start + size
    text.copyMemory(from: message.text, byteCount: message.text.count)
    (text + message.text.count).storeBytes(of: 0, as: UInt8.self)
    var lent = message.lend { $0 }
    lent.size = UInt32(size)
    lent.text =
      message.text.isEmpty ? nil : UnsafePointer(text.assumingMemoryBound(to: CChar.self))
    start.copyMemory(from: &lent, byteCount: known)
    return UnsafePointer(start.assumingMemoryBound(to: formwork_message.self))
  }

  /// Maps pages for a message; once they are taken back, nothing of it is left in memory.
  private func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    let pages = mmap(
      nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let pages, pages != MAP_FAILED else { return nil }
    rooms.append(UnsafeMutableRawBufferPointer(start: pages, count: byteCount))
    return pages
  }

  /// Takes all messages back; withdrawn pages stay mapped, so that a late read is a crash.
  func reclaim() {
    for room in rooms {
      if mode == .withdrawn {
        mprotect(room.baseAddress, room.count, PROT_NONE)
        madvise(room.baseAddress, room.count, MADV_DONTNEED)
      } else {
        munmap(room.baseAddress, room.count)
      }
    }
    rooms = []
  }
}
