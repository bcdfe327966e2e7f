import CFormworkSystem
import FormworkSystem
import Foundation
import Glibc

/// A program that a test runs, in a separate session.
///
/// Other threads read everything that it writes into pipes, so that it never waits for a reader.
/// The release of the last reference kills it and its process group.
public final class Child: Sendable {
  /// The source of an output of the program.
  public enum Source: Hashable, Sendable, CaseIterable { case terminal, output, errors }

  /// The state of the program.
  package struct State: Sendable {
    fileprivate(set) var came: [Source: [UInt8]] = [:]
    /// The sources that are still being read.
    fileprivate(set) var open: Set<Source> = []
    fileprivate(set) var status: Status?

    package subscript(source: Source) -> [UInt8] { came[source] ?? [] }

    /// The status, after the program has ended and all its output has been read.
    package var finalStatus: Status? { open.isEmpty ? status : nil }

    /// The whole output, in a readable form.
    package var transcript: String {
      let parts = Source.allCases.filter { !self[$0].isEmpty }
        .map { "\($0) \(String(decoding: self[$0], as: UTF8.self).debugDescription)" }
      return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
    }
  }

  /// The identifier of the process.
  public let process: Int32
  private let state = Synchronized(State())
  private let input: InputPipe?
  private let collectors: [Source: Collector]
  /// The positions after the last `expect`.
  private let positions = Synchronized([Source: Int]())

  /// The default environment of a program, independent of the user and the machine.
  public static let environment: [String: String] = {
    let passedOn = [
      "PATH", "TMPDIR", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS", "LLVM_PROFILE_FILE",
    ]
    let fixed = [
      // Prevents the use of personal settings, even by root.
      "HOME": "/dev/null", "LC_ALL": "C.UTF-8", "TERM": "xterm",
      // The Swift runtime's crash reporter would write to the terminal, and outlive the program.
      "SWIFT_BACKTRACE": "enable=no",
    ]
    return passedOn.reduce(into: fixed) { $0[$1] = Environment.value($1) }
  }()

  /// Returns the path of a program of the tested package, which is built into the folder of the tests.
  ///
  /// The test target must depend on the target of the program.
  public static func path(ofProgram name: String) throws(SupportError) -> String {
    let link = "/proc/self/exe"
    guard let tests = try? FileManager.default.destinationOfSymbolicLink(atPath: link) else {
      throw .missing(path: link, fix: "mount /proc")
    }
    let path = URL(filePath: tests).deletingLastPathComponent().appending(path: name)
      .path(percentEncoded: false)
    guard access(path, F_OK) == 0 else {
      throw .missing(path: path, fix: "let the target of the tests depend on \(name), or build it")
    }
    return path
  }

  /// Starts a program, by path or by name in `PATH`.
  ///
  /// Input that is written, and output of an ``Outcome``, need pipes.
  public convenience init(
    _ arguments: [String], environment: [String: String] = Child.environment,
    directory: String? = nil, input: Stream = .nothing, output: Stream = .pipe,
    errors: Stream = .pipe
  ) throws(SupportError) {
    try self.init(
      arguments, environment: environment, directory: directory,
      streams: [input, output, errors], terminal: nil)
  }

  /// Starts a program with or without a terminal, whose controlling side the child owns then.
  init(
    _ arguments: [String], environment: [String: String], directory: String?, streams: [Stream],
    terminal: (path: String, controller: Int32)?
  ) throws(SupportError) {
    var programEnds: [Int32?] = []
    defer { for case let end? in programEnds { close(end) } }
    var input: InputPipe?
    var collectors: [Source: Collector] = [:]
    if let terminal {
      collectors[.terminal] = try Self.collect(terminal.controller, as: .terminal, into: state)
    }
    for (index, stream) in streams.enumerated() {
      let ends = try stream.open(forInput: index == 0)
      programEnds.append(ends.program)
      guard let ours = ends.ours else { continue }
      switch index {
      case 0: input = try InputPipe(owning: ours)
      case 1: collectors[.output] = try Self.collect(ours, as: .output, into: state)
      default: collectors[.errors] = try Self.collect(ours, as: .errors, into: state)
      }
    }
    self.input = input
    self.collectors = collectors
    let change = directory.map { ["env", "--chdir", $0] } ?? []
    var process: pid_t = 0
    let error = withCStrings(change + arguments) { words in
      withCStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
        fws_spawn(
          &process, words, environment, 1, terminal?.path, programEnds.map { $0 ?? -1 }, 3)
      }
    }
    guard error == 0 else {
      throw .system(call: "posix_spawn \(arguments.first ?? "")", errno: error)
    }
    self.process = process
    watch()
  }

  deinit {
    state.change { state in
      // The process number is still valid: the process is alive, or its group has outlived it. The
      // system does not reuse a number that a group has.
      if state.status == nil || kill(process, 0) != 0 { kill(-process, SIGKILL) }
    }
    _ = state.wait { $0.status }
  }

  /// Runs a program with an input until it ends.
  public static func run(
    _ arguments: [String], environment: [String: String] = Child.environment,
    directory: String? = nil, input: String = "", limit: Duration = defaultLimit
  ) throws(SupportError) -> Outcome {
    let child = try Child(
      arguments, environment: environment, directory: directory, input: .pipe)
    try child.write(input, limit: limit)
    try child.closeInput()
    return try child.wait(limit: limit)
  }

  /// Writes into the program's standard input, which must be a pipe.
  public func write(
    _ bytes: some Sequence<UInt8>, limit: Duration = defaultLimit
  ) throws(SupportError) {
    guard let input else { throw .system(call: "write", errno: EBADF) }
    try input.write(bytes, limit: limit)
  }

  /// Writes text into the program's standard input, which must be a pipe.
  public func write(_ text: String, limit: Duration = defaultLimit) throws(SupportError) {
    try write(text.utf8, limit: limit)
  }

  /// Closes the program's standard input, which must be a pipe.
  public func closeInput() throws(SupportError) {
    guard let input else { throw .system(call: "close", errno: EBADF) }
    input.close()
  }

  /// Sends a signal to the program, and to no other process, if it has not ended.
  public func send(_ signal: Int32) {
    state.change { if $0.status == nil { kill(process, signal) } }
  }

  /// Waits for the program's end, and kills it after the limit.
  public func wait(limit: Duration = defaultLimit) throws(SupportError) -> Outcome {
    do {
      return try find("the program's end", limit: limit) { state in
        state.finalStatus.map { Outcome($0, output: state[.output], errors: state[.errors]) }
      }
    } catch {
      send(SIGKILL)
      throw error
    }
  }

  /// Returns everything that a source has sent so far.
  public func came(from source: Source) -> [UInt8] { state.current[source] }

  /// Waits for a text from a source, after the last `expect`; returns the output up to its end.
  @discardableResult
  public func expect(
    _ text: String, from source: Source = .output, limit: Duration = defaultLimit
  ) throws(SupportError) -> String {
    let wanted = Array(text.utf8)
    return try positions.change { positions throws(SupportError) in
      let start = positions[source] ?? 0
      let came = try find(text.debugDescription, limit: limit) { state in
        let unread = state[source][start...]
        return unread.firstRange(of: wanted).map { unread[..<$0.upperBound] }
      }
      positions[source] = came.endIndex
      return String(decoding: came, as: UTF8.self)
    }
  }

  /// Ends reading from the terminal, and waits until its controlling side is closed here.
  func releaseTerminal(limit: Duration) throws(SupportError) {
    collectors[.terminal]?.stop()
    guard state.wait(limit: limit, until: { $0.open.contains(.terminal) ? nil : true }) != nil
    else {
      throw .limitReached(
        awaited: "the end of the terminal", limit: limit, transcript: state.current.transcript)
    }
  }

  // Waits until `look` finds something in the output. Errors say that `what` did not come.
  @discardableResult
  package func find<Found>(
    _ what: @autoclosure () -> String, limit: Duration, _ look: (State) -> Found?
  ) throws(SupportError) -> Found {
    let result = state.wait(limit: limit) { state -> Result<Found, SupportError>? in
      if let found = look(state) { return .success(found) }
      return state.finalStatus.map { status in
        .failure(.ended(awaited: what(), status: status, transcript: state.transcript))
      }
    }
    guard let result else {
      throw .limitReached(awaited: what(), limit: limit, transcript: state.current.transcript)
    }
    return try result.get()
  }

  private static func collect(
    _ descriptor: Int32, as source: Source, into state: Synchronized<State>
  ) throws(SupportError) -> Collector {
    let collector = try Collector(owning: descriptor) { bytes in
      state.change { $0.came[source, default: []] += bytes }
    } atEnd: {
      state.change { _ = $0.open.remove(source) }
    }
    state.change { _ = $0.open.insert(source) }
    collector.start()
    return collector
  }

  /// Waits for the program's end on a thread, and ends all reading: others may keep streams open.
  private func watch() {
    Thread.detachNewThread { [state, process, collectors] in
      var information = siginfo_t()
      while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
      state.change { state in
        // Waits for the process under the lock, so that no signal can reach the next process with
        // the number. If another waitpid took the status, an invalid signal represents it.
        var status: Int32 = -1
        waitpid(process, &status, 0)
        state.status = Status(waitStatus: status)
      }
      for collector in collectors.values { collector.stop() }
    }
  }
}
