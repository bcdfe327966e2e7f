import CFormworkSystem
import Foundation
import FormworkFrontEnd
import PlainFrontEnd
import Testing

/// A failure of the run itself.
struct RunFailure: Error, CustomStringConvertible {
  let description: String
}

/// Runs blocking work on another thread, because the cooperative pool has only two threads.
func onThread<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
  }
}

/// Runs plain on lines that do not come from a terminal.
///
/// - Returns: The whole output.
func fillIn(_ host: FakeHost, with lines: [UInt8]) async throws -> String {
  let input = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  let output = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  defer {
    try? FileManager.default.removeItem(at: input)
    try? FileManager.default.removeItem(at: output)
  }
  try Data(lines).write(to: input)
  try Data().write(to: output)
  let (reader, writer) = (
    try FileHandle(forReadingFrom: input), try FileHandle(forWritingTo: output)
  )
  try await onThread {
    try host.run(
      PlainFrontEnd(), input: reader.fileDescriptor, output: writer.fileDescriptor)
  }
  return String(decoding: try Data(contentsOf: output), as: UTF8.self)
}

/// Runs plain on lines that do not come from a terminal.
func fillIn(_ host: FakeHost, with lines: String) async throws -> String {
  try await fillIn(host, with: Array(lines.utf8))
}

/// The actions of a test at a prompt.
struct Step: Sendable {
  let prompt: String
  let keys: [UInt8]
  var before: @Sendable () -> Void = {}

  /// Types a line, and Enter.
  static func line(_ prompt: String, _ line: String) -> Step {
    Step(prompt: prompt, keys: Array((line + "\n").utf8))
  }

  /// Presses ^D.
  static func end(_ prompt: String) -> Step { Step(prompt: prompt, keys: [4]) }

  /// Does something while the prompt waits, and types a line.
  static func meanwhile(
    _ prompt: String, _ line: String, _ body: @escaping @Sendable () -> Void
  ) -> Step {
    Step(prompt: prompt, keys: Array((line + "\n").utf8), before: body)
  }
}

/// Runs plain at a pseudo-terminal, and returns the whole transcript with the echo of the terminal.
///
/// A size of 0 is unknown. `timeout` is the time that a prompt waits for a check, and `hangsUp` closes the
/// terminal after the last step.
func converse(
  _ host: FakeHost, columns: UInt16 = 0, rows: UInt16 = 0, timeout: Duration = .seconds(60),
  hangsUp: Bool = false,
  hideTyping: @escaping PlainFrontEnd.HideTyping = EchoGuard.init(descriptor:),
  saysFirstPrompt: @escaping @Sendable () -> Bool = { false }, _ steps: [Step]
) async throws -> String {
  let terminal = try PseudoTerminal(columns: columns, rows: rows)
  let script = Task {
    do {
      try await onThread { try terminal.perform(steps) }
      if hangsUp { terminal.hangUp() }
    } catch {
      // Otherwise the front end would wait forever for an answer.
      host.change { _ in [.detach()] }
      throw error
    }
  }
  try await onThread {
    var frontEnd = PlainFrontEnd()
    frontEnd.timeout = timeout
    frontEnd.hideTyping = hideTyping
    frontEnd.saysFirstPrompt = saysFirstPrompt
    try host.run(frontEnd, input: terminal.end, output: terminal.end)
  }
  if !hangsUp { #expect(try terminal.isEchoing()) }
  terminal.closeEnd()
  try await script.value
  return hangsUp ? terminal.transcript : try await onThread { try terminal.rest() }
}
