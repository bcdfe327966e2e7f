import CFormwork
import CFormworkWire
import FormworkCore
import Testing

@testable import FormworkHost

@Suite struct RunnerMessageTests {
  private static func datagram(
    _ kind: UInt32, number: Int64 = 0, _ text: String = "", byteCount: UInt32? = nil
  ) -> [UInt8] {
    var packet = formwork_packet()
    (packet.kind, packet.number) = (kind, number)
    packet.byte_count = byteCount ?? UInt32(text.utf8.count)
    return withUnsafeBytes(of: packet) { Array($0) } + text.utf8
  }

  private static func meaning(_ datagram: [UInt8]) -> String {
    datagram.withUnsafeBytes { bytes in
      do throws(PacketFault) {
        return "\(try RunnerMessage(bytes))"
      } catch {
        return error.message.inEnglish
      }
    }
  }

  @Test(arguments: [
    (datagram(1026, number: 1), FrontEndLoadError.changed),
    (datagram(1026, number: 2, "no \u{E9}\u{7}"), .notLoadable("no \u{E9}\u{FFFD}")),
    (datagram(1026, number: 3), .noEntry), (datagram(1026, number: 4), .declined),
    (datagram(1026, number: 5), .badTable(.size)), (datagram(1026, number: 6), .badTable(.major)),
    (datagram(1026, number: 7), .badTable(.run)), (datagram(1026, number: 8), .badTable(.text)),
    (datagram(1025, "deck\0Deck"), .badTable(.text)),
    (datagram(1025, "deck\0Deck\u{0}1\u{0}2"), .badTable(.text)),
  ])
  func aRefusal(datagram: [UInt8], refusal: FrontEndLoadError) {
    let failure = Result<FrontEndDescription, FrontEndLoadError>.failure(refusal)
    #expect(
      Self.meaning(datagram)
        == (datagram[0] == 1
          ? "loaded(\(String(reflecting: failure)))" : "refused(\(String(reflecting: refusal)))"))
  }

  @Test(
    arguments: [
      (datagram(1027), "drained"), (datagram(1028, number: 95), "returned(95)"),
      (datagram(400), "input(nil, revision: 0)"), (datagram(511), "input(nil, revision: 0)"),
      (datagram(256), "a message of kind 256"), (datagram(512), "a message of kind 512"),
      (datagram(1024), "a message of kind 1024"), (datagram(1030), "a message of kind 1030"),
      (datagram(1029, number: 7), "a message of size 7"),
      (datagram(1026), "a refusal without a reason"),
      (datagram(1026, number: 9), "a refusal without a reason"),
      (Array(datagram(1027).dropLast()), "a packet of 63 bytes"),
      (datagram(1027) + [0], "a packet of 65 bytes"),
      (datagram(1027, byteCount: 1), "a packet of 64 bytes"),
      (datagram(269, byteCount: 65_537), "a name or a line that is too long or not UTF-8"),
      (datagram(269, "line", byteCount: 65_537), "a packet of 68 bytes"),
      (
        datagram(1027, String(repeating: "a", count: 65_538)),
        "a packet of 65602 bytes"
      ),
    ] as [([UInt8], String)])
  func anythingElse(datagram: [UInt8], meaning: String) {
    #expect(Self.meaning(datagram) == meaning)
  }

  @Test func aMessageIsTheSameBehindTheSocket() {
    var message = formwork_message()
    message.size = UInt32(MemoryLayout<formwork_message>.size)
    (message.kind, message.revision, message.node, message.parent) = (1, 2, 3, 4)
    (message.position, message.node_kind, message.property, message.flags) = (5, 6, 7, 8)
    (message.number, message.count, message.byte_count) = (9, 10, 11)
    let other = formwork_wire_message(formwork_wire_packet(message))
    #expect(
      withUnsafeBytes(of: message) { Array($0) } == withUnsafeBytes(of: other) { Array($0) })
  }

  @Test(
    arguments: [
      (.drawing, .drewNothing, false), (.reading, .readNothing, true),
      (.answering, .didNotAnswer, true), (.leaving, .didNotLeave, false),
    ] as [(ResponseDeadline.Aim, FrontEndFailure, Bool)])
  func whatIsNotDoneInTime(aim: ResponseDeadline.Aim, failure: FrontEndFailure, endsOnReading: Bool)
  {
    let deadline = ResponseDeadline(aim, .usual)
    #expect(deadline.failure == failure)
    #expect(deadline.endsOnReading == endsOnReading)
  }
}
