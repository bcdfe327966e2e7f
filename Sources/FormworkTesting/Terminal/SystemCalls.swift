import Glibc

/// Waits so long where a test names no limit: far longer than a slow, busy machine needs.
@usableFromInline package let defaultLimit: Duration = .seconds(20)

/// What strerror(3) says of an errno.
package func text(ofError number: Int32) -> String {
  String(cString: strerror(number))
}

/// The result of a system call, or, where it is -1, the errno as an error.
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
