/// A character in UTF-8 of which not all bytes have come.
///
/// It is given up at the first byte that no character goes on with, so that the byte may begin
/// another: Unicode Standard, section 3.9, table 3-7.
struct PartialScalar: Hashable {
  enum Progress: Equatable {
    case partial(PartialScalar)
    case whole(Unicode.Scalar)
    /// The byte does not belong to the character.
    case malformed
  }

  private var value: UInt32
  private var missing: Int
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF

  /// Begins a character of two bytes or more.
  init?(lead: UInt8) {
    switch lead {
    case 0xC2...0xDF: (value, missing) = (UInt32(lead & 0x1F), 1)
    case 0xE0...0xEF: (value, missing) = (UInt32(lead & 0x0F), 2)
    case 0xF0...0xF4: (value, missing) = (UInt32(lead & 0x07), 3)
    default: return nil
    }
    // No overlong forms, no surrogates, nothing above U+10FFFF.
    switch lead {
    case 0xE0: allowed = 0xA0...0xBF
    case 0xED: allowed = 0x80...0x9F
    case 0xF0: allowed = 0x90...0xBF
    case 0xF4: allowed = 0x80...0x8F
    default: break
    }
  }

  func appending(_ byte: UInt8) -> Progress {
    guard allowed.contains(byte) else { return .malformed }
    var next = self
    next.value = value << 6 | UInt32(byte & 0x3F)
    next.missing -= 1
    next.allowed = 0x80...0xBF
    if next.missing > 0 { return .partial(next) }
    return Unicode.Scalar(next.value).map { .whole($0) } ?? .malformed
  }
}
