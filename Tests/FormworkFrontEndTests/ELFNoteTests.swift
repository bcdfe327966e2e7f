import CFormwork
import Foundation
import Testing

@Suite struct ELFNoteTests {
  /// The plug-in beside the tests, if it was built.
  static let plugIn: URL = {
    let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    return program.deletingLastPathComponent().appending(path: "libformwork-front-end-plain.so")
  }()

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: plugIn.path),
      "libformwork-front-end-plain.so was not built"))
  func thePlugInCarriesTheNote() throws {
    let data = try Data(contentsOf: Self.plugIn)
    var note = Data()
    let name = Array(FORMWORK_NOTE_NAME.utf8) + [0]
    for word in [UInt32(name.count), 8, FORMWORK_NOTE_TYPE] { note.append(little(word)) }
    note.append(contentsOf: name)
    while note.count % 4 != 0 { note.append(0) }
    for word in [FORMWORK_ABI_MAJOR, FORMWORK_ABI_MINOR] { note.append(little(word)) }

    let segments = try noteSegments(of: data)
    #expect(segments.contains { data[$0].range(of: note) != nil })
  }

  /// Returns the ranges of the PT_NOTE segments of an ELF64 file, by elf(5).
  private func noteSegments(of data: Data) throws -> [Range<Int>] {
    try #require(data.prefix(6) == Data([0x7F, 0x45, 0x4C, 0x46, 2, 1]))
    let (table, size, count) = (number(data, 32, 8), number(data, 54, 2), number(data, 56, 2))
    return (0..<count).map { table + $0 * size }.filter { number(data, $0, 4) == 4 }.map {
      let offset = number(data, $0 + 8, 8)
      return offset..<offset + number(data, $0 + 32, 8)
    }
  }

  private func number(_ data: Data, _ offset: Int, _ byteCount: Int) -> Int {
    data[offset..<offset + byteCount].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private func little(_ word: UInt32) -> Data {
    withUnsafeBytes(of: word.littleEndian) { Data($0) }
  }
}
