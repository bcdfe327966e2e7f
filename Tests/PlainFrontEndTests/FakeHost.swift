import CFormwork
import FormworkFrontEnd
import PlainFrontEnd
import TestSupport

/// A host with a scripted form, which answers posts at once and keeps them as lines.
///
/// A test may change the form from another thread, as the late result of a check does.
final class FakeHost: Sendable {
  private struct State {
    var form: FakeForm
    var revision: UInt64 = 0
    var posts: [String] = []
    /// The beginnings of posts that are answered from another thread.
    var late: [String] = []
    /// The effects after posts that begin with these words, once each.
    var hooks: [(line: String, body: @Sendable (inout FakeForm) -> [DisplayMessage])] = []
  }

  private let state: Synchronized<State>
  // Its messages are sent under the lock of the state.
  private nonisolated(unsafe) let host = ScriptedHost()

  init(_ form: FakeForm) {
    state = Synchronized(State(form: form))
    host.onPost = { [unowned self] post in receive(FakePost(post)) }
    change { $0.snapshot() }
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
    let table = host.table { ($0.in_fd, $0.out_fd) = (input, output) }
    if let connection = HostConnection(table) { try body(connection) }
  }

  private func enqueue(_ messages: [DisplayMessage], in state: inout State) {
    for message in messages { host.give(message) }
    if let last = messages.last, last != .detach() {
      state.revision += 1
      host.give(.flush(revision: state.revision))
    }
  }

  private func receive(_ post: FakePost) {
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
