import FormworkCore
import Glibc

/// The program that a person edits texts with: `$VISUAL`, `$EDITOR` or `vi`.
struct OutsideEditor {
  /// Why a text came back as it was.
  ///
  /// Its description is one line.
  struct Failure: Error, CustomStringConvertible {
    let command: String
    let reason: String

    var description: String { "editor \"\(command)\": \(reason): the text stays as it was" }
  }

  private let command: String
  private let directory: String

  /// Reads the environment.
  init() {
    let named = ["VISUAL", "EDITOR"].lazy.compactMap(Self.variable).first
    command = named ?? "vi"
    directory = ["XDG_RUNTIME_DIR", "TMPDIR"].lazy.compactMap(Self.variable).first ?? "/tmp"
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Lets the person edit a text, in a file that nobody else may read and that is gone afterwards.
  ///
  /// Blocks. The terminal has to be in the modes that it was found in.
  ///
  /// - Returns: The text, without the newline that editors put at the end of a file.
  func edited(_ text: String) throws(Failure) -> String {
    var path = Array("\(directory)/formwork-XXXXXX.txt".utf8CString)
    let file = mkstemps(&path, 4)
    guard file >= 0 else { throw failure("no file can be made in \(directory)") }
    defer {
      close(file)
      unlink(path)
    }
    let bytes = Array((text + "\n").utf8)
    guard write(file, bytes, bytes.count) == bytes.count else {
      throw failure("its file cannot be written")
    }
    try run(on: path)
    return try read(path)
  }

  private func failure(_ reason: String) -> Failure {
    Failure(command: command.replacingControls(), reason: reason)
  }

  /// As a shell would run it: the variables may hold arguments, too.
  private func run(on path: [CChar]) throws(Failure) {
    // What the keys at the terminal send is for the editor alone.
    var ignored = sigaction()
    ignored.__sigaction_handler.sa_handler = SIG_IGN
    var (interrupt, quit) = (sigaction(), sigaction())
    sigaction(SIGINT, &ignored, &interrupt)
    sigaction(SIGQUIT, &ignored, &quit)
    defer {
      sigaction(SIGINT, &interrupt, nil)
      sigaction(SIGQUIT, &quit, nil)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for signal in [SIGINT, SIGQUIT, SIGPIPE] { sigaddset(&defaults, signal) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

    let script = "exec \(command) \"$1\""
    let arguments = ["sh", "-c", script, "sh"].map { Array($0.utf8CString) } + [path]
    let (error, child) = Self.spawn(arguments, &attributes)
    guard error == 0 else { throw failure(String(cString: strerror(error))) }
    var status: CInt = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR { continue }
    guard status == 0 else { throw failure("it failed") }
  }

  private static func spawn(
    _ arguments: [[CChar]], _ attributes: inout posix_spawnattr_t
  ) -> (error: CInt, child: pid_t) {
    var child: pid_t = 0
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    let error = posix_spawn(&child, "/bin/sh", nil, &attributes, pointers, environ)
    return (error, child)
  }

  private func read(_ path: [CChar]) throws(Failure) -> String {
    // Some editors write another file of the same name.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { throw failure("its file is gone") }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while bytes.count <= String.inputLimit {
      let count = Glibc.read(file, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw failure("its file cannot be read") }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    if bytes.last == 0x0A { bytes.removeLast() }
    guard bytes.count <= String.inputLimit else {
      throw failure("the text has more than \(String.inputLimit) bytes")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw failure("the text is not UTF-8")
    }
    return text
  }
}
