import FormworkCore
import CFormwork
import CFormworkSystem
import CFormworkWire
import FormworkHost
import FormworkSystem
import Glibc

/// Runs a front end in this process, as often as it is told to, and tells what it does.
///
/// The manner is that of `formwork-runner`; but it lends in other ways, gives other versions of the
/// contract, and tells what is left behind.
package final class Probe {
  private let lending: Lending
  private let lender: MessageLender
  private let entry: Entry

  /// As the front end's file found it.
  private let found: HostsState

  /// As it was when DETACH came.
  private var atDetach: HostsState?

  /// The minor version of the front end's table.
  private var minor: UInt32 = 0
  private var hasEnded = false
  private var detaches = false

  /// The number of the last message that has come.
  private var count: UInt32 = 0

  private typealias Entry =
    @convention(c) (_ major: UInt32, _ minor: UInt32) -> UnsafePointer<formwork_front_end>?

  /// What comes through the socket is one message with its text, and its number.
  private static let roomByteCount =
    MemoryLayout<formwork_packet>.size + Int(FORMWORK_TEXT_LIMIT) + MemoryLayout<UInt32>.size

  /// No check takes as long.
  private static let limitInSeconds: CUnsignedInt = 120

  private init(_ lending: Lending, _ entry: @escaping Entry, found: HostsState) {
    self.lending = lending
    self.entry = entry
    self.found = found
    lender = MessageLender(lending)
  }

  /// Loads a front end and does what the other end of the socket asks for, until that is closed.
  ///
  /// - Parameters:
  ///   - lending: How messages are lent.
  ///   - entry: The name of its file in the directory that it was inspected in.
  /// - Returns: Whether there was such a socket.
  package static func serve(_ lending: Lending, entry: String) -> Bool {
    guard fws_untaken_byte_count(FORMWORK_WIRE_DESCRIPTOR) >= 0 else { return false }
    // The keys are the front end's; a host that is gone, or that forgot us, ends us.
    for signal in [SIGINT, SIGQUIT, SIGTSTP, SIGHUP, SIGPIPE] { Glibc.signal(signal, SIG_IGN) }
    _ = fws_die_with_parent()
    alarm(limitInSeconds)
    _ = fws_forbid_dumps()
    _ = fcntl(FORMWORK_WIRE_DESCRIPTOR, F_SETFD, FD_CLOEXEC)
    _ = fcntl(FORMWORK_WIRE_FOLDER, F_SETFD, FD_CLOEXEC)
    let found = HostsState.now()
    let path = "/proc/self/fd/\(FORMWORK_WIRE_FOLDER)/\(entry)"
    guard let library = dlopen(path.systemCString, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE),
      let address = dlsym(library, FORMWORK_ENTRY)
    else {
      say(FORMWORK_WIRE_REFUSED.rawValue, text: dlerror().map { String(cString: $0) } ?? "")
      return true
    }
    Probe(lending, unsafeBitCast(address, to: Entry.self), found: found).serve()
    return true
  }

  private func serve() {
    let run: CheckedFrontEnd.Run
    do {
      let pointer = entry(FORMWORK_ABI_MAJOR, FORMWORK_ABI_MINOR)
      let table = try CheckedFrontEnd(pointer, of: nil)
      minor = pointer?.pointee.abi_minor ?? 0
      run = table.run
      var loaded = ScriptMessage(
        kind: FORMWORK_WIRE_LOADED.rawValue, number: Int64(table.description.needs))
      loaded.text = Array(table.description.identifier.text.utf8)
      Self.say(loaded)
    } catch {
      return Self.say(
        FORMWORK_WIRE_REFUSED.rawValue, text: Catalogue.host.spoken().text(for: error.message))
    }
    while let message = receive(flags: 0) {
      switch message.kind {
      case ProbeMessage.entry: tellEntry(major: UInt32(clamping: message.number))
      case FORMWORK_WIRE_RUN.rawValue: self.run(run)
      case ProbeMessage.search:
        Self.say(
          ScriptMessage(
            kind: ProbeMessage.search, number: WritableMemory.contains(message.text) ? 1 : 0))
      // What a front end that returned too early has left.
      default: break
      }
    }
  }

  private func tellEntry(major: UInt32) {
    var answer = ScriptMessage(kind: ProbeMessage.entry, number: Int64(major))
    if let table = entry(major, 0) {
      answer.node = 1
      answer.count = Int64(Int(bitPattern: table))
      answer.revision = UInt64(table.pointee.abi_major)
      answer.parent = table.pointee.abi_minor
      answer.position = table.pointee.size
    }
    Self.say(answer)
  }

  // MARK: Running

  private func run(_ run: CheckedFrontEnd.Run) {
    let table = formwork_host(
      size: UInt32(MemoryLayout<formwork_host>.size),
      abi_major: FORMWORK_ABI_MAJOR, abi_minor: FORMWORK_ABI_MINOR,
      in_fd: STDIN_FILENO, out_fd: STDOUT_FILENO, wake_fd: FORMWORK_WIRE_DESCRIPTOR,
      context: Unmanaged.passUnretained(self).toOpaque(),
      next: { context in context.flatMap { Probe.at($0).next() } },
      post: { context, message in
        if let context, let message { Probe.at(context).post(message) }
      },
      extension: { _, _ in nil })
    atDetach = nil
    let code = withExtendedLifetime(self) { lend(table, to: run) }
    var changes = HostsState.now().changes(since: found)
    if let atDetach { changes.formUnion(atDetach.changes(since: found)) }
    if HostsState.hasMoreThreads(than: found) { changes.insert(.threads) }
    lender.reclaim()
    var returned = ScriptMessage(kind: FORMWORK_WIRE_RETURNED.rawValue, number: Int64(code))
    Remains.now(changes).write(into: &returned)
    Self.say(returned)
  }

  /// Runs a front end with a table that may be larger than it knows.
  private func lend(_ table: formwork_host, to run: CheckedFrontEnd.Run) -> Int32 {
    let known = MemoryLayout<formwork_host>.size
    let size = lending == .largerHost ? known * 2 : known
    let room = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    defer { room.deallocate() }
    room.initializeMemory(as: UInt8.self, repeating: 0xA5, count: size)
    let host = room.bindMemory(to: formwork_host.self, capacity: 1)
    host.initialize(to: table)
    host.pointee.size = UInt32(size)
    if lending == .largerHost { host.pointee.abi_minor += 1 }
    return run(host)
  }

  private static func at(_ context: UnsafeMutableRawPointer) -> Probe {
    Unmanaged<Probe>.fromOpaque(context).takeUnretainedValue()
  }

  private func next() -> UnsafePointer<formwork_message>? {
    if !hasEnded {
      if let message = receive(flags: Int32(MSG_DONTWAIT)) {
        if message.is(FORMWORK_DETACH) {
          atDetach = HostsState.now()
          Self.say(ScriptMessage(kind: ProbeMessage.heard))
        }
        return lender.lend(message)
      }
      if !hasEnded { return nil }
    }
    // Every second answer is that there is nothing: a front end that asks until there is nothing more
    // comes to an end.
    detaches.toggle()
    return detaches ? lender.lend(.detach) : nil
  }

  private func post(_ pointer: UnsafePointer<formwork_message>) {
    let size = pointer.pointer(to: \.size)?.pointee ?? 0
    let known = MemoryLayout<formwork_message>.size
    // One of a later version may know more.
    guard size == known || size > known && minor > FORMWORK_ABI_MINOR else {
      return Self.say(ScriptMessage(kind: ProbeMessage.missized, number: Int64(size)))
    }
    let posted = pointer.pointee
    var message = ScriptMessage(
      kind: posted.kind, revision: posted.revision, node: posted.node, parent: posted.parent,
      position: posted.position, nodeKind: posted.node_kind, property: posted.property,
      flags: posted.flags, number: posted.number, count: posted.count)
    message.isTextTooLong = posted.byte_count > UInt64(FORMWORK_TEXT_LIMIT)
    // It may be a secret: it is not copied.
    let isCarried = !message.isTextTooLong && posted.text != nil
    Self.say(
      message,
      text: UnsafeRawBufferPointer(
        start: posted.text, count: isCarried ? Int(posted.byte_count) : 0))
  }

  // MARK: The socket

  /// The next message; `nil` where there is none now, or none any more.
  private func receive(flags: Int32) -> ScriptMessage? {
    withUnsafeTemporaryAllocation(byteCount: Self.roomByteCount, alignment: 16) { room in
      var count = 0
      repeat {
        count = recv(FORMWORK_WIRE_DESCRIPTOR, room.baseAddress, room.count, flags)
      } while count < 0 && errno == EINTR
      if count == 0 || count < 0 && errno != EAGAIN { hasEnded = true }
      let end = count - MemoryLayout<UInt32>.size
      guard end > 0 else { return nil }
      self.count += 1
      if room.loadUnaligned(fromByteOffset: end, as: UInt32.self) != self.count {
        Self.say(ScriptMessage(kind: ProbeMessage.missed))
      }
      return ScriptMessage(datagram: UnsafeRawBufferPointer(rebasing: room[..<end]))
    }
  }

  private static func say(_ kind: UInt32, text: String) {
    say(ScriptMessage(kind: kind, text: Array(text.utf8)))
  }

  private static func say(_ message: ScriptMessage) {
    message.text.withUnsafeBytes { say(message, text: $0) }
  }

  /// Says something with a text, and waits while there is no room for it.
  private static func say(_ message: ScriptMessage, text: UnsafeRawBufferPointer) {
    var packet = message.packet(byteCount: text.count)
    withUnsafeMutableBytes(of: &packet) { packet in
      let parts = [
        iovec(iov_base: packet.baseAddress, iov_len: packet.count),
        iovec(iov_base: UnsafeMutableRawPointer(mutating: text.baseAddress), iov_len: text.count),
      ]
      while writev(FORMWORK_WIRE_DESCRIPTOR, parts, 2) < 0, errno == EINTR {}
    }
  }
}
