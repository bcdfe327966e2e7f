import FormworkFrontEnd
import Glibc
import TestSupport
import Testing

@testable import EditLineFrontEnd

/// No part of a secret stays in the memory of a process after the secret is erased and released.
@Suite(.serialized)
struct MemoryTests {
  @Test(arguments: [false, true])
  func aSecretThatWasTypedOrPastedLeavesNothing(isPasted: Bool) throws {
    let marker = ProcessMemory.Marker(seed: isPasted ? 31 : 32)
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    func send(_ text: String) {
      _ = text.utf8CString.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count - 1) }
    }
    if isPasted { send("\u{1B}[200~") }
    marker.withBytes { _ = write(ends[1], $0.baseAddress, $0.count) }
    if isPasted { send("\u{1B}[201~") }
    // A character is inserted inside, so that the end moves, and then deleted.
    send("\u{1B}[D\u{1B}[H-\u{1B}[D\u{1B}[3~\u{1B}[F\r")
    try edit(reading: ends[0]) {
      let count = try ProcessMemory.count(of: marker)
      #expect(count >= ProcessMemory.Marker.copies)
    }
    #expect(try ProcessMemory.count(of: marker) == 0)
  }

  /// Edits a secret as the line editor does, until Enter; then calls a closure.
  private func edit(reading descriptor: Int32, until check: () throws -> Void) throws {
    let input = KeyInput(descriptor: descriptor)
    let secret = SecretEditor()
    let line = SecretLine(prompt: "Word: ", columns: 80, mask: .bullet)
    secret.isShown = true
    var isAccepted = false
    while !isAccepted {
      _ = try #require(try input.reader.fill())
      while let typed = input.keys.next() {
        if case .key(let key) = typed,
          let edit = EditorFunction.of(key).flatMap({ EditorFunction.edits[$0.rawValue] })
        {
          _ = secret.apply(edit)
        } else {
          isAccepted = secret.apply(typed) == .unhandled(.enter)
        }
        let drawing = SecretBytes(isLocked: true)
        // A shown line is drawn from its beginning, which takes a while.
        if secret.byteCount % 512 < 2 { line.draw(secret, into: drawing) }
        _ = secret.copyContent()
      }
    }
    try check()
  }
}
