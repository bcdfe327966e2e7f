import Glibc

/// The rights of the one browser: a token in the address, exchanged once for a path and a cookie.
///
/// The path is as secret as the cookie: browsers send a cookie of 127.0.0.1 to each port there, and so to servers of
/// other users, but only for the path of the cookie.
struct Admission {
  /// The token that opens the page; `nil` while a browser has the page.
  private(set) var token: String? = Self.secret()

  /// The secrets that the page and its program share.
  struct Pass {
    /// The path of the page's data.
    let path = Admission.secret()

    /// The value of the page's cookie.
    let cookie = Admission.secret()

    /// The first event of each stream, which proves the program to the page: the page never sends it.
    let proof = Admission.secret()
  }

  /// The pass of the page; `nil` until a token is exchanged.
  private(set) var pass: Pass?

  static let cookieName = "formwork"

  /// Exchanges a token for a pass, which replaces an earlier one; `nil` if the token is not valid.
  mutating func exchange(_ offered: String) -> Pass? {
    guard let token, Self.isEqual(token, offered) else { return nil }
    let pass = Pass()
    (self.token, self.pass) = (nil, pass)
    return pass
  }

  /// Returns whether a request with this path and these cookies comes from the one browser.
  func admits(path: Substring, cookies: [Substring]) -> Bool {
    guard let pass else { return false }
    return Self.isEqual(pass.path, path)
      && cookies.contains { Self.isEqual("\(Self.cookieName)=\(pass.cookie)", $0) }
  }

  /// Creates the token for the next browser, or for the same one.
  mutating func renewToken() { if token == nil { token = Self.secret() } }

  /// Withdraws the token, because the browser has the page again.
  mutating func withdrawToken() { token = nil }

  /// Compares in a time that does not depend on the difference.
  private static func isEqual(_ one: some StringProtocol, _ other: some StringProtocol) -> Bool {
    let (one, other) = (Array(one.utf8), Array(other.utf8))
    // Both operators have the same precedence.
    return one.count == other.count && zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Returns 144 random bits as letters of base64url.
  private static func secret() -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    var random = SystemRandomNumberGenerator()
    return String((0..<24).map { _ in letters[Int(random.next() & 63)] })
  }
}
