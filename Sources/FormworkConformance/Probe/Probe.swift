import CFormwork
import CFormworkSystem
import CFormworkWire
import FormworkCore
import FormworkHost
import FormworkSystem
import FormworkTools
import Glibc

/// A program that runs a front end as often as it is asked to, and reports what that does.
///
/// It serves like `formwork-runner`, but lends in other ways, and inspects its own process.
package final class Probe {
  private let mode: ProbeMode
  private let lender: MessageLender
  private let memory: WritableMemory?
  private let entry: CheckedFrontEnd.Entry
  private let table: CheckedFrontEnd

  /// The minor version of the front end's table.
  private let minor: UInt32

  /// The state and the threads before the front end's file was loaded.
  private let found: ProcessState
  private let threadCount: Int

  /// The state when `next` returned DETACH.
  private var atDetach: ProcessState?
  private var hasEnded = false
  private var detaches = false
  private var receivedCount: UInt32 = 0

  private static let roomByteCount =
    MemoryLayout<formwork_packet>.size + Int(FORMWORK_TEXT_LIMIT)

  /// The time after which a forgotten probe ends: longer than any check takes.
  private static let limitInSeconds: CUnsignedInt = 120

  /// Serves the socket with a front end of the inspected directory, and returns whether there is one.
  package static func serve(_ mode: ProbeMode, entry: String) -> Bool {
    guard fws_unread_byte_count(FORMWORK_WIRE_DESCRIPTOR) >= 0 else { return false }
    Probe(mode, entry)?.serve()
    return true
  }

  private init?(_ mode: ProbeMode, _ file: String) {
    // Keys belong to the front end, and a host that is gone ends the probe.
    for signal in [SIGINT, SIGQUIT, SIGTSTP, SIGHUP, SIGPIPE] { Glibc.signal(signal, SIG_IGN) }
    _ = fws_die_with_parent(SIGKILL)
    alarm(Self.limitInSeconds)
    memory = try? WritableMemory()
    _ = fws_forbid_dumps()
    _ = fcntl(FORMWORK_WIRE_DESCRIPTOR, F_SETFD, FD_CLOEXEC)
    _ = fcntl(FORMWORK_WIRE_FOLDER, F_SETFD, FD_CLOEXEC)
    (self.mode, lender) = (mode, MessageLender(mode))
    (found, threadCount) = (ProcessState.now(), ProcessState.threadCount)
    let path = "/proc/self/fd/\(FORMWORK_WIRE_FOLDER)/\(file)"
    guard let library = dlopen(path.systemCString, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE),
      let address = dlsym(library, FORMWORK_ENTRY)
    else {
      Self.refuse(dlerror().map { String(cString: $0) } ?? "")
      return nil
    }
    entry = unsafeBitCast(address, to: CheckedFrontEnd.Entry.self)
    let pointer = entry(FORMWORK_ABI_MAJOR, FORMWORK_ABI_MINOR)
    minor = pointer?.pointee.abi_minor ?? 0
    do {
      table = try CheckedFrontEnd(pointer, of: nil)
    } catch {
      Self.refuse(Catalogue.host.spoken().text(for: error.message))
      return nil
    }
  }

  private static func refuse(_ reason: String) {
    say(ScriptMessage(kind: FORMWORK_WIRE_REFUSED.rawValue, text: Array(reason.utf8)))
  }

  private func serve() {
    let description = table.description
    Self.say(
      ScriptMessage(
        kind: FORMWORK_WIRE_LOADED.rawValue, number: Int64(description.needs),
        text: Array(description.identifier.text.utf8)))
    while !hasEnded {
      var entry = pollfd(fd: FORMWORK_WIRE_DESCRIPTOR, events: Int16(POLLIN), revents: 0)
      poll(&entry, 1, -1)
      guard let message = receive() else { continue }
      switch message.kind {
      case ProbeMessage.entry: tellEntry(major: UInt32(clamping: message.number))
      case FORMWORK_WIRE_RUN.rawValue: run()
      case ProbeMessage.search: search(for: message.text)
      // A front end that has returned too early leaves messages.
      default: break
      }
    }
  }

  /// Searches the memory for a masked text, also in wide characters.
  private func search(for masked: [UInt8]) {
    let counts = [1, MemoryLayout<wchar_t>.stride].compactMap { distance in
      try? memory?.occurrences(of: masked.count, apart: distance) {
        masked[$0] ^ ProbeMode.garbage
      }
    }
    Self.say(ScriptMessage(kind: ProbeMessage.search, number: Int64(counts.reduce(0, +))))
  }

  private func tellEntry(major: UInt32) {
    let table = entry(major, 0)
    let said = table?.pointee ?? formwork_front_end()
    Self.say(
      ScriptMessage(
        kind: ProbeMessage.entry, revision: UInt64(said.abi_major), node: table == nil ? 0 : 1,
        parent: said.abi_minor, position: said.size, number: Int64(major),
        count: Int64(Int(bitPattern: table))))
  }

  /// Runs the front end with a table that may be larger than this version's.
  private func run() {
    let isLarger = mode == .largerHost
    let size = MemoryLayout<formwork_host>.size * (isLarger ? 2 : 1)
    let room = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    defer { room.deallocate() }
    room.initializeMemory(as: UInt8.self, repeating: ProbeMode.garbage, count: size)
    let host = room.bindMemory(to: formwork_host.self, capacity: 1)
    host.initialize(
      to: formwork_host(
        size: UInt32(size), abi_major: FORMWORK_ABI_MAJOR,
        abi_minor: isLarger ? FORMWORK_ABI_MINOR + 1 : FORMWORK_ABI_MINOR,
        in_fd: STDIN_FILENO, out_fd: STDOUT_FILENO, wake_fd: FORMWORK_WIRE_DESCRIPTOR,
        context: Unmanaged.passUnretained(self).toOpaque(),
        next: { context in context.flatMap { Probe.at($0).next() } },
        post: { context, message in
          if let context, let message { Probe.at(context).post(message) }
        },
        extension: { _, _ in nil }))
    atDetach = nil
    let code = withExtendedLifetime(self) { table.run(host) }
    var faults = (atDetach?.faults(since: found) ?? []) + ProcessState.now().faults(since: found)
    // A joined thread ends late.
    for _ in 0..<100 where ProcessState.threadCount > threadCount { usleep(1000) }
    if ProcessState.threadCount > threadCount { faults.append("leavesThreads") }
    lender.reclaim()
    Self.say(ScriptMessage(returned: code, faults: faults))
  }

  private static func at(_ context: UnsafeMutableRawPointer) -> Probe {
    Unmanaged<Probe>.fromOpaque(context).takeUnretainedValue()
  }

  private func next() -> UnsafePointer<formwork_message>? {
    if !hasEnded {
      if let message = receive() {
        if message.is(FORMWORK_DETACH) {
          atDetach = ProcessState.now()
          Self.say(ScriptMessage(kind: ProbeMessage.heard))
        }
        return lender.lend(message)
      }
      if !hasEnded { return nil }
    }
    // Every other answer is NULL, for a front end that asks until there is nothing more.
    detaches.toggle()
    return detaches ? lender.lend(.detach) : nil
  }

  private func post(_ pointer: UnsafePointer<formwork_message>) {
    let size = pointer.pointer(to: \.size)?.pointee ?? 0
    let known = MemoryLayout<formwork_message>.size
    // A front end of a later version may know more.
    guard size == known || size > known && minor > FORMWORK_ABI_MINOR else {
      return Self.say(ScriptMessage(kind: FORMWORK_WIRE_TOO_SMALL.rawValue, number: Int64(size)))
    }
    Self.say(pointer.pointee)
  }

  /// Receives the next message; returns `nil` if there is none now, or none any more.
  private func receive() -> ScriptMessage? {
    withUnsafeTemporaryAllocation(byteCount: Self.roomByteCount, alignment: 16) { room in
      guard let count = room.receive(from: FORMWORK_WIRE_DESCRIPTOR) else { return nil }
      let datagram = UnsafeRawBufferPointer(rebasing: room[..<count])
      guard let message = ScriptMessage(datagram: datagram) else {
        hasEnded = true
        return nil
      }
      receivedCount += 1
      if datagram.loadUnaligned(as: formwork_packet.self).ordinal != receivedCount {
        Self.say(ScriptMessage(kind: ProbeMessage.missed))
      }
      return message
    }
  }

  private static func say(_ message: ScriptMessage) { message.lend(say) }

  /// Sends a message, once there is room for it; its text may be a secret, and is not copied.
  private static func say(_ message: formwork_message) {
    var packet = formwork_wire_packet(message)
    let isTooLong = packet.byte_count == FORMWORK_WIRE_TOO_LONG
    let count = isTooLong || message.text == nil ? 0 : Int(message.byte_count)
    withUnsafeMutableBytes(of: &packet) { packet in
      let parts = [
        iovec(iov_base: packet.baseAddress, iov_len: packet.count),
        iovec(iov_base: UnsafeMutableRawPointer(mutating: message.text), iov_len: count),
      ]
      while writev(FORMWORK_WIRE_DESCRIPTOR, parts, 2) < 0, errno == EINTR {}
    }
  }
}
