import Glibc

extension String {
  /// Whether the text is an IPv4 address of four decimal numbers; see inet_pton(3).
  package var isIPv4Address: Bool { isAddress(of: AF_INET) }

  /// Whether the text is an IPv6 address without a zone; see inet_pton(3).
  package var isIPv6Address: Bool { isAddress(of: AF_INET6) }

  /// Whether the text is an IPv4 address in a notation of inet_aton(3).
  package var isIPv4Number: Bool {
    var address = in_addr()
    return !utf8.contains(0) && inet_aton(self, &address) != 0
  }

  private func isAddress(of family: Int32) -> Bool {
    var address = in6_addr()
    return !utf8.contains(0) && inet_pton(family, self, &address) == 1
  }
}
