import FormworkFrontEnd
import Glibc

/// The exchange of lines and messages from attachment to detachment.
struct LineConversation {
  private let host: HostConnection
  private let streams: InheritedStreams
  private let input: LineInput
  private var lineNumber = 0

  /// The number of the last line that was not held.
  private var answeredLine: Int { held == nil ? lineNumber : lineNumber - 1 }
  private var output: TextOutput
  private var picture = ViewTreeReplica()

  /// Whether the host was asked to end, since the input has ended or nobody reads the output.
  private var hasQuit = false

  /// Whether the output was closed by its reader, or has failed: nothing more is written.
  private var isOutputClosed = false
  private var hasEnded = false

  /// A line that is posted when the screen accepts answers again.
  private var held: InputLine?

  init(_ host: HostConnection, _ streams: InheritedStreams) {
    self.host = host
    self.streams = streams
    // A text at its limit, with an escape for each byte, has room.
    input = LineInput(
      descriptor: streams.input, limits: (line: 6 * LineInput.limit + 4096, skipping: .max))
    output = TextOutput(descriptor: streams.output)
  }

  mutating func run() throws(SystemError) {
    while true {
      while let message = host.next() {
        if !isOutputClosed, !isUnknown(message) {
          output.write(message.line(answering: answeredLine))
        }
        picture.apply(message)
        switch message {
        case .flush: flush()
        case .detach: return flush()
        default: break
        }
      }
      let listens = listens()
      if !listens || held == nil && !input.hasUnread {
        guard try wait(forInput: listens) else { continue }
      }
      if let line = held {
        held = nil
        post(line)
        continue
      }
      switch try input.next() {
      case .line(let line, _):
        lineNumber += 1
        line.withBytes { take($0) }
      case .tooLong:
        lineNumber += 1
        report(.init(.tooLong))
      case .pending: break
      case .ended: hasEnded = true
      }
    }
  }

  /// Whether a message has a property of an unknown node, which only keeps its place.
  private func isUnknown(_ message: DisplayMessage) -> Bool {
    guard case .change(.set(let node, _, _)) = message else { return false }
    return picture[node]?.kind == .unknown
  }

  /// Returns whether the next line may be read or posted now; reports the end of the input.
  private mutating func listens() -> Bool {
    guard picture.isConsistent, picture.revision > 0, !host.awaitsFlush, !hasQuit else {
      return false
    }
    guard isUnderWay else {
      if hasEnded, held == nil { quit() }
      return !hasQuit
    }
    // The last activation has to finish first.
    return !hasEnded && held == nil
  }

  /// Whether the screen is being loaded, checked or submitted, so that it accepts no answers.
  private var isUnderWay: Bool {
    picture.roots.contains { root in
      [.loading, .waiting, .checking, .submitting].contains(picture[root]?.status)
        || picture[root]?.number(.busy) == 1
    }
  }

  /// Waits for messages, for input, or for the end of the output; returns whether there is input.
  private mutating func wait(forInput: Bool) throws(SystemError) -> Bool {
    let watchesOutput = !isOutputClosed && picture.revision > 0
    var ready = [
      pollfd(fd: host.wakeDescriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: forInput ? input.descriptor : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: watchesOutput ? streams.output : -1, events: 0, revents: 0),
    ]
    if poll(&ready, 3, -1) < 0, errno != EINTR { throw .last }
    if ready[2].revents != 0 { endWithoutReader() }
    return ready[1].revents != 0
  }

  private mutating func take(_ bytes: UnsafeRawBufferPointer) {
    do throws(Complaint) {
      let line = try InputLine(bytes)
      if isUnderWay, !line.isUrgent { held = line } else { post(line) }
    } catch {
      report(error)
    }
  }

  private mutating func post(_ line: InputLine) {
    do throws(Complaint) {
      let message = try line.message(in: picture)
      let isPosted = try host.post(message, seenAt: line.revision(in: picture))
      guard isPosted else { throw Complaint(.noText, member: .text) }
      if case .quit = message { hasQuit = true }
    } catch {
      report(error)
    }
  }

  private mutating func report(_ complaint: Complaint) {
    guard !isOutputClosed else { return }
    output.write(complaint.text(ofLine: lineNumber))
    flush()
  }

  /// Writes the collected lines; if that is not possible, nobody sees the form, and it ends.
  private mutating func flush() {
    do throws(SystemError) { try output.flush() } catch { endWithoutReader() }
  }

  private mutating func endWithoutReader() {
    isOutputClosed = true
    if picture.revision > 0 { quit() }
  }

  private mutating func quit() {
    guard !hasQuit else { return }
    hasQuit = true
    host.post(.quit)
  }
}
