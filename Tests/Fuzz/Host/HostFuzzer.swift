import FormworkHost
import FormworkVocabulary

/// Feeds any bytes to the host's decoder, and compares the result with a second decoder.
///
/// `Scripts/fuzz host` builds and runs it. It stops at the first difference.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let datagram = UnsafeRawBufferPointer(start: bytes, count: count)
  let kind = count < 4 ? 0 : datagram.loadUnaligned(as: UInt32.self)
  let said = count < 64 ? 0 : datagram.loadUnaligned(fromByteOffset: 36, as: UInt32.self)
  let isWhole =
    count >= 64 && count <= 64 + 65_536
    && count - 64 == (said == 65_537 ? 0 : Int(said))
  do throws(PacketFault) {
    let message = try RunnerMessage(datagram)
    precondition(isWhole)
    switch message {
    case .loaded: precondition(kind == 1025)
    case .refused: precondition(kind == 1026)
    case .drained: precondition(kind == 1027)
    case .returned: precondition(kind == 1028)
    case .input(let input, _):
      precondition((257...511).contains(kind))
      if let text = input?.text, text.count <= 65_536, let start = text.baseAddress {
        let offset = start - (datagram.baseAddress ?? start)
        precondition(offset == 64 && text.count == count - 64)
      }
    }
  } catch {
    switch error {
    case .length(let length): precondition(!isWhole && length == count)
    case .kind(let other): precondition(other == kind && !(257...511).contains(kind))
    case .size: precondition(kind == 1029)
    case .text: precondition(kind == 268 || kind == 269)
    case .refusal: precondition(kind == 1026)
    case .flood: preconditionFailure("one datagram is no flood")
    }
  }
  return 0
}
