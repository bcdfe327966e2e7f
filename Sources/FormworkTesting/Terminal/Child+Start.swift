import Glibc

extension Child {
  /// Starts a program in a new session, with default signals and three streams.
  ///
  /// A terminal, given by its path, becomes the controlling one. The streams are the descriptors
  /// for standard input, output and error, or `nil` for the terminal.
  ///
  /// - Returns: The identifier of the process, of its group, and of its session.
  /// - SeeAlso: posix_spawn(3).
  static func start(
    _ arguments: [String], environment: [String: String], terminal: String?, streams: [Int32?]
  ) throws(SupportError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let terminal {
      // A session leader without a terminal gets the first one that it opens, and the process has
      // become the leader before.
      posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
    for (target, descriptor) in streams.enumerated() {
      guard let descriptor else { continue }
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(target))
    }
    try closeAllButStreams(&actions)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var all = sigset_t()
    var none = sigset_t()
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    // POSIX_SPAWN_SETSID of <spawn.h>, which the Glibc module lacks.
    let newSession: Int32 = 0x80
    posix_spawnattr_setflags(
      &attributes, Int16(newSession | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    let argumentPointers = arguments.map { strdup($0) } + [nil]
    let environmentPointers = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      for pointer in argumentPointers + environmentPointers { free(pointer) }
    }
    var process: pid_t = 0
    let program = arguments.first ?? ""
    let error = posix_spawnp(
      &process, program, &actions, &attributes, argumentPointers, environmentPointers)
    guard error == 0 else { throw .system(call: "posix_spawn \(program)", errno: error) }
    return process
  }

  /// Closes all descriptors except the three streams in the program.
  ///
  /// - SeeAlso: `posix_spawn_file_actions_addclosefrom_np` of `<spawn.h>`, which the Glibc module
  ///   lacks.
  private static func closeAllButStreams(
    _ actions: inout posix_spawn_file_actions_t
  ) throws(SupportError) {
    typealias Function =
      @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
    let name = "posix_spawn_file_actions_addclosefrom_np"
    guard let symbol = dlsym(nil, name) else { throw .system(call: name, errno: ENOSYS) }
    let function = unsafeBitCast(symbol, to: Function.self)
    let error = function(&actions, 3)
    guard error == 0 else { throw .system(call: name, errno: error) }
  }
}
