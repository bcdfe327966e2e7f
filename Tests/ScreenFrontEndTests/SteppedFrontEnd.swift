import CFormwork
import Foundation
import FormworkCanvas
import FormworkFrontEnd
import Glibc
import TestSupport
import Testing

@testable import ScreenFrontEnd

/// A front end in this process, with a host and a terminal under the control of the test.
///
/// Each step runs on the thread of the front end, after all consequences of the last one. The test never
/// waits for something that may not come, and a limit ends a run that does not end.
final class SteppedFrontEnd {
  /// The content of the terminal.
  private(set) var terminal = NaiveTerminal(rows: 24, columns: 80, joins: true)
  /// The number of times that the bell rang.
  var bellCount = 0
  /// Handles a post.
  var onPost: (ScriptMessage) -> Void = { _ in }
  /// Performs the next step.
  var onQuiet: () -> Void = {}

  private let keyboard: BareTerminal
  private let output: UnsafeMutablePointer<FILE>
  private let host: TestSupport.ScriptedHost
  private var session: ScreenController?
  private var revision: UInt64 = 0
  /// The number of requests for messages without any result since the last activity.
  private var quietCount = 0
  private var readCount = 0

  /// The limit of a run, far above the usual time.
  private static let limit = DispatchTimeInterval.seconds(100)

  init() throws {
    keyboard = try BareTerminal()
    guard let output = tmpfile() else { throw SystemError(code: errno) }
    self.output = output
    host = TestSupport.ScriptedHost(input: keyboard.descriptor, output: fileno(output))
  }

  deinit { fclose(output) }

  /// Shows forms until the host detaches; messages sent before are the first picture.
  func run() throws {
    host.onPost = { [unowned self] post in
      quietCount = 0
      onPost(post)
      // Without any answer the front end is asked again, too.
      host.wakeFrontEnd()
    }
    host.onNothing = { [unowned self] in proceed() }
    let connection = try #require(HostConnection(host.table()))
    let session = try ScreenController(connection)
    self.session = session
    defer { self.session = nil }
    let end = DispatchSemaphore(value: 0)
    Self.watch(host, until: end)
    defer { end.signal() }
    try session.run()
    look(until: "\u{1B}[?1049l")
  }

  /// Detaches a front end that does not end; any thread may call the result.
  private static func watch(_ watched: TestSupport.ScriptedHost, until end: DispatchSemaphore) {
    nonisolated(unsafe) let host = watched
    Thread.detachNewThread {
      if end.wait(timeout: .now() + limit) == .timedOut { host.give(FORMWORK_DETACH) }
    }
  }

  /// The number of typed bytes that are unread.
  var unreadCount: Int {
    do { return try keyboard.waitingByteCount } catch {
      Issue.record(error)
      return 0
    }
  }

  private func proceed() {
    guard let session else { return }
    // The front end reads, or soon decides that an escape is a key: then it asks again.
    if session.canRead, unreadCount > 0 || session.gate.reader.keys.isAtEscape {
      quietCount = 0
      return
    }
    quietCount += 1
    if quietCount > 6 {
      quietCount = 0
      look()
      compareFrames(of: session)
      onQuiet()
    }
    host.wakeFrontEnd()
  }

  /// Checks that a frame depends only on its content, and not on earlier frames.
  private func compareFrames(of session: ScreenController) {
    guard session.picture.isConsistent, !session.gate.awaitsFlush,
      !session.painter.frame.rows.isEmpty
    else {
      return
    }
    var view = session.view
    let canvas = session.painter.canvas
    let frame = Scene().compose(
      session.tree, session.user, WindowSize(columns: canvas.columns, rows: canvas.rows), &view)
    #expect(frame.rows == session.painter.frame.rows)
    #expect(frame.cursor?.row == session.painter.frame.cursor?.row)
    #expect(frame.cursor?.column == session.painter.frame.cursor?.column)
  }

  // MARK: Steps

  func type(_ keys: some Sequence<UInt8>) {
    do { try keyboard.typeUnfinished(Array(keys)) } catch { Issue.record(error) }
  }

  /// Sends messages and a flush.
  func tell(_ messages: [ScriptMessage]) {
    revision += 1
    for message in messages { give(message) }
    give(.flush(revision))
  }

  func detach() { give(.detach) }

  private func give(_ message: ScriptMessage) {
    if message.is(FORMWORK_RESIZED) {
      terminal.corrupt(rows: Int(message.count), columns: Int(message.number), with: "#")
    }
    let text = message.text.isEmpty ? nil : message.text
    message.lend { lent in
      host.give(formwork_message_kind(rawValue: message.kind), text: text) {
        $0 = lent
        $0.text = nil
      }
    }
  }

  // MARK: The terminal

  /// Overwrites the terminal, as another program would.
  func corrupt() { terminal.corrupt(rows: terminal.rows, columns: terminal.columns, with: "#") }

  /// Shows the new output, up to the last occurrence of some bytes if given; a bell is invisible.
  private func look(until last: String? = nil) {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = pread(fileno(output), &chunk, chunk.count, readCount)
      guard count > 0 else { break }
      readCount += count
      bytes += chunk[..<count].filter { $0 != 7 }
      bellCount += chunk[..<count].count { $0 == 7 }
    }
    if let last {
      let text = String(decoding: bytes, as: UTF8.self)
      bytes = Array(text[..<(text.ranges(of: last).last?.upperBound ?? text.endIndex)].utf8)
    }
    terminal.write(bytes)
  }
}
