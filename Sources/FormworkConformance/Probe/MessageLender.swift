import CFormwork
import FormworkTools
import Glibc

/// Lends messages to a front end, each in pages of its own, with its text and a NUL after that.
final class MessageLender {
  private let mode: ProbeMode
  private var rooms: [UnsafeMutableRawBufferPointer] = []

  init(_ mode: ProbeMode) { self.mode = mode }

  /// Lends a message until the next call, or until it is reclaimed.
  func lend(_ message: ScriptMessage) -> UnsafePointer<formwork_message>? {
    // The pages stay mapped, so that a late read is a crash.
    if mode == .withdrawn, let last = rooms.last {
      mprotect(last.baseAddress, last.count, PROT_NONE)
    }
    let known = MemoryLayout<formwork_message>.size
    // A later version may add fields.
    let size = mode == .largerMessages ? known + 64 : known
    let byteCount = size + message.text.count + 1
    let start = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let start, start != MAP_FAILED else { return nil }
    rooms.append(UnsafeMutableRawBufferPointer(start: start, count: byteCount))
    start.initializeMemory(as: UInt8.self, repeating: ProbeMode.garbage, count: size)
    let text = start + size
    text.copyMemory(from: message.text, byteCount: message.text.count)
    var lent = message.lend { $0 }
    lent.size = UInt32(size)
    lent.text = message.text.isEmpty ? nil : UnsafePointer(text.assumingMemoryBound(to: CChar.self))
    start.copyMemory(from: &lent, byteCount: known)
    return UnsafePointer(start.assumingMemoryBound(to: formwork_message.self))
  }

  /// Takes all messages back, so that nothing of them is left in memory.
  func reclaim() {
    for room in rooms { munmap(room.baseAddress, room.count) }
    rooms = []
  }
}
