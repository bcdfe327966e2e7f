import CFormwork
import FormworkContract
import FormworkFrontEnd
import Glibc
import PlainFrontEnd
import TestSupport

/// A host with a scripted form, which answers posts at once and keeps them as lines.
///
/// A test may change the form from another thread, as the late result of a check does.
final class FakeHost: Sendable {
  private struct State {
    var form: FakeForm
    var queue: [DisplayMessage]
    var revision: UInt64 = 0
    var posts: [String] = []
    /// The beginnings of posts that are answered from another thread.
    var late: [String] = []
    /// The effects after posts that begin with these words, once each.
    var hooks: [(line: String, body: @Sendable (inout FakeForm) -> [DisplayMessage])] = []
  }

  private let state: Monitor<State>
  private let wakeEnds: (read: Int32, write: Int32)
  // Only used on the thread of `run`.
  private nonisolated(unsafe) let lent = LentMessage()

  init(_ form: FakeForm) {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    wakeEnds = (ends[0], ends[1])
    _ = fcntl(wakeEnds.read, F_SETFL, O_NONBLOCK)
    state = Monitor(State(form: form, queue: []))
    change { $0.snapshot() }
  }

  deinit {
    close(wakeEnds.read)
    close(wakeEnds.write)
  }

  /// The posts so far, one on each line.
  var posts: [String] { state.change { $0.posts } }

  /// Changes the form now, and informs the front end.
  func change(_ body: (inout FakeForm) -> [DisplayMessage]) {
    state.change { state in enqueue(body(&state.form), in: &state) }
  }

  /// Changes the form right after the answer to a post that begins with this text.
  func after(_ line: String, _ body: @escaping @Sendable (inout FakeForm) -> [DisplayMessage]) {
    state.change { $0.hooks.append((line, body)) }
  }

  /// Answers posts that begin with this text later, from another thread.
  func answerLate(_ line: String) {
    state.change { $0.late.append(line) }
  }

  /// Runs the front end until it returns; blocks.
  func run(_ frontEnd: PlainFrontEnd, input: Int32, output: Int32) throws(SystemError) {
    var frontEnd = frontEnd
    try connect(input: input, output: output) { (connection) throws(SystemError) in
      try frontEnd.run(connection)
    }
  }

  /// Calls code with the table of the host, as a front end.
  func connect<Failure: Error>(
    input: Int32 = -1, output: Int32 = -1, _ body: (HostConnection) throws(Failure) -> Void
  ) throws(Failure) {
    var host = formwork_host()
    host.size = UInt32(MemoryLayout<formwork_host>.size)
    host.abi_major = FORMWORK_ABI_MAJOR
    host.in_fd = input
    host.out_fd = output
    host.wake_fd = wakeEnds.read
    host.context = Unmanaged.passUnretained(self).toOpaque()
    host.next = { context in context.flatMap { FakeHost.at($0).next() } }
    host.post = { context, message in
      if let context, let message { FakeHost.at(context).receive(message.pointee) }
    }
    guard let connection = HostConnection(&host) else { return }
    try body(connection)
  }

  private static func at(_ context: UnsafeMutableRawPointer) -> FakeHost {
    Unmanaged<FakeHost>.fromOpaque(context).takeUnretainedValue()
  }

  private func enqueue(_ messages: [DisplayMessage], in state: inout State) {
    guard !messages.isEmpty else { return }
    if state.queue.isEmpty { write(wakeEnds.write, [1], 1) }
    state.queue += messages
    if messages.last != .detach() {
      state.revision += 1
      state.queue.append(.flush(revision: state.revision))
    }
  }

  private func next() -> UnsafePointer<formwork_message>? {
    state.change { state in
      guard !state.queue.isEmpty else { return nil }
      let message = state.queue.removeFirst()
      if state.queue.isEmpty {
        var byte: UInt8 = 0
        read(wakeEnds.read, &byte, 1)
      }
      lent.fill(with: message)
      return UnsafePointer(lent.pointer)
    }
  }

  private func receive(_ message: formwork_message) {
    let text = message.text.map {
      String(
        decoding: UnsafeRawBufferPointer(start: $0, count: Int(message.byte_count)), as: UTF8.self)
    }
    let post = FakePost(message, text: text)
    state.change { state in
      let line = post.line(name: state.form.name(of: post.node))
      state.posts.append(line)
      if state.late.contains(where: { line.hasPrefix($0) }) {
        Task { change { $0.answer(to: post) } }
      } else {
        enqueue(state.form.answer(to: post), in: &state)
      }
      guard let index = state.hooks.firstIndex(where: { line.hasPrefix($0.line) }) else { return }
      let hook = state.hooks.remove(at: index)
      enqueue(hook.body(&state.form), in: &state)
    }
  }
}
