import FormworkFrontEnd
import FuzzPicture

@testable import LinesFrontEnd

/// Feeds any bytes as a line to the reader of the front end `lines`.
///
/// `Scripts/fuzz lines` builds and runs it. A line becomes a message that the form can take, or a complaint.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  do throws(Complaint) {
    let line = try InputLine(UnsafeRawBufferPointer(start: bytes, count: count))
    let revision = try line.revision(in: picture)
    precondition(revision <= picture.revision)
    let message = try line.message(in: picture)
    if let node = message.node { precondition(picture[node] != nil) }
    switch message {
    case .edit(_, let text, let cursor), .complete(_, let text, let cursor):
      guard case .secret(let secret) = text else { preconditionFailure("a text in the clear") }
      precondition((0...secret.byteCount).contains(cursor) && secret.isUTF8)
    case .window(_, let first, let rows): precondition(first >= 0 && (0...1000).contains(rows))
    default: break
    }
  } catch {
    let complaint = error.text(ofLine: 1)
    precondition(complaint.hasSuffix("}\n") && complaint.utf8.count < 200)
  }
  return 0
}
