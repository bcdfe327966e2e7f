/// A text that a person entered, as a front end reports it.
///
/// ```swift
/// host.post(.commit(name, .text("Ann")))
/// host.post(.commit(password, .secret(line)))  // its bytes are lent to the host, and not copied
/// ```
public enum EnteredText {
  /// One that may be seen.
  case text(String)

  /// One that is wiped when it is not used any more.
  case secret(SecretBytes)

  /// Lends the bytes of UTF-8.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    switch self {
    case .text(var text): text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    case .secret(let secret): secret.withBytes(body)
    }
  }
}
