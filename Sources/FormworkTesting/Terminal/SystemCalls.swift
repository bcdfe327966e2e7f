import Glibc

/// The default limit of a test, far longer than a busy machine needs.
@usableFromInline package let defaultLimit: Duration = .seconds(20)

/// Returns the description of an errno by strerror(3).
package func text(ofError number: Int32) -> String {
  String(cString: strerror(number))
}

/// Returns the result of a system call, or throws the errno if it is -1.
@discardableResult
package func checked(_ call: String, _ result: Int32) throws(SupportError) -> Int32 {
  guard result != -1 else { throw .system(call: call, errno: errno) }
  return result
}

/// Makes reads and writes of a descriptor return at once.
package func makeNonblocking(_ descriptor: Int32) throws(SupportError) {
  let flags = try checked("fcntl", fcntl(descriptor, F_GETFL))
  try checked("fcntl", fcntl(descriptor, F_SETFL, flags | O_NONBLOCK))
}
