import CFormwork
import CFormworkWire
import Foundation
import Glibc
import TestSupport

/// A runner whose host is the test.
///
/// It must be used on one thread, which has to outlive it: for the kernel, the thread that starts a
/// process is its parent.
final class Runner {
  struct Arguments {
    /// The path of the front end.
    var file: String
    /// The folder for the runner, by default that of the file.
    var folder: String?
    /// The expected identity of the file, by default the actual one.
    var identity: String?
    /// The number of the host's process, by default that of the test.
    var parent: String?
    var environment: [String: String] = [:]
    /// The standard streams: `/dev/null`, a descriptor of the test, or -1 for a closed one.
    var streams: [Int32?] = [nil, nil, nil]
    /// Numbers of additional descriptors for `/dev/null`.
    var extraDescriptors: [Int32] = []
    var socketType = SOCK_SEQPACKET

    init(_ file: String) { self.file = file }
  }

  let process: pid_t
  private var socket: Int32
  private let end = Synchronized<Child.Status?>(nil)

  init(_ arguments: Arguments) throws {
    var ends: [Int32] = [-1, -1]
    // The socket of a host that never waits: the other end inherits that.
    let type =
      Int32(arguments.socketType.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      | Int32(SOCK_NONBLOCK.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      throw SupportError.system(call: "socketpair", errno: errno)
    }
    socket = ends[0]
    defer { close(ends[1]) }
    process = try Self.start(arguments, ends[1])
    let (process, end) = (process, end)
    Thread.detachNewThread {
      var information = siginfo_t()
      while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
      end.change { end in
        // Under the lock, so that no signal can reach the next process with the number.
        var status: Int32 = -1
        waitpid(process, &status, 0)
        end = Child.Status(waitStatus: status)
      }
    }
  }

  /// Starts a runner with a front end and these environment variables alone.
  convenience init(_ file: String, _ environment: [String: String] = [:]) throws {
    var arguments = Arguments(file)
    arguments.environment = environment
    try self.init(arguments)
  }

  deinit {
    send(SIGKILL)
    _ = end.wait { $0 }
    if socket >= 0 { close(socket) }
  }

  /// Returns the identity of a file's state, as the runner receives it.
  static func identity(of path: String) -> String {
    var status = stat()
    guard lstat(path, &status) == 0 else { return "0:0:0:0" }
    return "\(status.st_dev):\(status.st_ino):\(status.st_ctim.tv_sec):\(status.st_ctim.tv_nsec)"
  }

  func send(_ packet: Packet) throws { try send(bytes: packet.bytes) }

  func send(bytes: [UInt8]) throws {
    guard tell(bytes) else { throw SupportError.system(call: "send", errno: errno) }
  }

  /// Sends bytes to a runner that may have ended, and returns whether it has not.
  func tell(_ bytes: [UInt8]) -> Bool {
    Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }

  /// Returns the next packet, or `nil` at the end.
  func hear() throws -> Packet? {
    var room = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    guard poll(&room, 1, Int32(defaultLimit / .milliseconds(1))) == 1 else {
      throw SupportError.limitReached(
        awaited: "a packet", limit: defaultLimit, transcript: "nothing")
    }
    var bytes = [UInt8](repeating: 0, count: 1 << 17)
    let count = recv(socket, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    guard let packet = Packet(bytes: Array(bytes[..<count])) else {
      throw SupportError.system(call: "read \(count) bytes as a packet", errno: EBADMSG)
    }
    return packet
  }

  func hearAll() throws -> [Packet] {
    var packets: [Packet] = []
    while let packet = try hear() { packets.append(packet) }
    return packets
  }

  /// Runs the front end on the first two streams, until it has requested more than there is.
  func run() throws {
    guard try hear()?.kind == FORMWORK_WIRE_LOADED.rawValue else { throw Unexpected() }
    try send(Packet(FORMWORK_WIRE_RUN, number: 0, count: 1))
    guard try hear() == Packet(FORMWORK_WIRE_DRAINED) else { throw Unexpected() }
  }

  /// Sends a command to the test front end, and returns its messages until it is done.
  func execute(_ command: String) throws -> [Packet] {
    try send(Packet(FORMWORK_ATTACH, command))
    var packets: [Packet] = []
    while let packet = try hear(), packet != Packet(FORMWORK_LOG, "done") {
      packets.append(packet)
    }
    return packets
  }

  /// Returns the lines that the test front end sends for a command.
  func lines(_ command: String) throws -> [String] {
    try execute(command).map { String(decoding: $0.text, as: UTF8.self) }
  }

  /// Closes the host's side: the runner reads the end of the socket, and its messages can be read.
  func fallSilent() { shutdown(socket, Int32(SHUT_WR)) }

  /// Closes the whole connection.
  func leave() {
    close(socket)
    socket = -1
  }

  func send(_ signal: Int32) {
    end.change { end in
      if end == nil { kill(process, signal) }
    }
  }

  func awaitEnd() throws -> Child.Status {
    guard let status = end.wait(until: { $0 }) else {
      throw SupportError.limitReached(
        awaited: "the runner's end", limit: defaultLimit, transcript: "nothing")
    }
    return status
  }

  struct Unexpected: Error {}

  private static func start(_ arguments: Arguments, _ socket: Int32) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // A socket with the number of one of the streams would be overwritten.
    let socket = fcntl(socket, F_DUPFD_CLOEXEC, 64)
    defer { close(socket) }
    for (number, stream) in arguments.streams.enumerated() {
      switch stream {
      case nil: posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_RDWR, 0)
      case -1: posix_spawn_file_actions_addclose(&actions, Int32(number))
      case .some(let stream):
        posix_spawn_file_actions_adddup2(&actions, stream, Int32(number))
      }
    }
    posix_spawn_file_actions_adddup2(&actions, socket, FORMWORK_WIRE_DESCRIPTOR)
    let opened = Glibc.open(
      arguments.folder ?? URL(filePath: arguments.file).deletingLastPathComponent().path,
      O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    let folder = fcntl(opened, F_DUPFD_CLOEXEC, 64)
    defer {
      close(opened)
      close(folder)
    }
    if folder >= 0 { posix_spawn_file_actions_adddup2(&actions, folder, FORMWORK_WIRE_FOLDER) }
    for number in arguments.extraDescriptors {
      posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
    }
    let program = try Program.path(named: "formwork-runner")
    let words = [
      program, arguments.file, arguments.identity ?? identity(of: arguments.file),
      arguments.parent ?? "\(getpid())",
    ]
    let wordPointers = words.map { strdup($0) } + [nil]
    let environment = arguments.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in wordPointers + environment { free(pointer) } }
    // A separate session: a host in this process ends what reaches the terminal of its session.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(0x80 /* POSIX_SPAWN_SETSID */))
    var process: pid_t = 0
    let error = posix_spawn(
      &process, program, &actions, &attributes, wordPointers, environment)
    guard error == 0 else { throw SupportError.system(call: "posix_spawn", errno: error) }
    return process
  }
}
