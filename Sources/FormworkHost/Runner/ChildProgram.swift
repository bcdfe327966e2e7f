import CFormworkSystem
package import FormworkSystem

/// Starts a program with streams as its descriptors from 0 on, and returns its process.
///
/// A stream of -1 is that of the terminal, or of this program. By default, the program has the environment of this
/// program, and a session of its own.
package func startProgram(
  _ arguments: [String], environment: [String]? = nil, hasSession: Bool = true,
  terminal: String? = nil, streams: [CInt]
) throws(SystemError) -> CInt {
  var process: pid_t = 0
  let error = withCStrings(arguments) { arguments in
    withCStrings(environment ?? programsEnvironment()) { environment in
      fws_spawn(
        &process, arguments, environment, hasSession ? 1 : 0, terminal, streams, CInt(streams.count)
      )
    }
  }
  guard error == 0 else { throw SystemError(code: error) }
  return process
}

/// Returns the environment variables of this program, each as `NAME=value`.
func programsEnvironment() -> [String] {
  var entries: [String] = []
  var next = fws_environment()
  while let entry = next?.pointee {
    entries.append(String(systemText: entry))
    next = next?.successor()
  }
  return entries
}
