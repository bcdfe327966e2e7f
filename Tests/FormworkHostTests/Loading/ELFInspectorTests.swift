import Glibc
import TestSupport
import Testing

@testable import FormworkHost

/// Files that no compiler makes: truncated, damaged in one place, or damaged at random.
@Suite(.enabled(if: CCompiler.path != nil, Comment(rawValue: CCompiler.reason)))
struct ELFInspectorTests {
  /// A way to damage a valid file, and the rule that it then violates.
  struct Damage: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let refusal: FrontEndLoadError?
    let corrupt: @Sendable (inout SpecimenFile) throws -> Void

    init(
      _ name: String, _ refusal: FrontEndLoadError?,
      _ corrupt: @escaping @Sendable (inout SpecimenFile) throws -> Void
    ) {
      testDescription = name
      self.refusal = refusal
      self.corrupt = corrupt
    }
  }

  private func outcome(of path: String) -> FrontEndLoadError? {
    do {
      _ = try ELFInspector.inspect(InspectedFile(path: path))
      return nil
    } catch { return error }
  }

  @Test(arguments: headerDamages + segmentDamages + noteDamages + symbolDamages)
  func eachDamageIsNamed(_ damage: Damage) async throws {
    let directory = try TemporaryDirectory()
    var file = try await SpecimenFile.sound(in: directory)
    let sound = file.bytes
    try damage.corrupt(&file)
    #expect(damage.testDescription == "nothing" || file.bytes != sound)
    let path = try directory.write(file.bytes, to: "libformwork-front-end-specimen.so")
    if let refusal = damage.refusal {
      #expect(throws: FrontEndError.refused(path: path, refusal)) {
        try FrontEndLocator(directories: [directory.path]).file(for: .name("specimen"))
      }
    } else {
      #expect(outcome(of: path) == nil)
    }
    #expect(!directory.contains("marker"))
  }

  static let headerDamages = [
    Damage("nothing", nil) { _ in },
    Damage("no section headers", nil) { file in
      file[40, UInt64.self] = 0
      file[60, UInt16.self] = 0
      file[62, UInt16.self] = 0
      file.bytes.removeLast(file.bytes.count - file.loadedByteCount)
    },
    Damage("empty", .notELF) { $0.bytes = [] },
    Damage("text", .notELF) { $0.bytes = Array("#!/bin/sh\necho hello, here is a script\n".utf8) },
    Damage("32 bits", .otherMachine) { $0.bytes[4] = 1 },
    Damage("big endian", .otherMachine) { $0.bytes[5] = 2 },
    Damage("another format's version", .damaged(.header)) { $0.bytes[6] = 2 },
    Damage("another file's version", .damaged(.header)) { $0[20, UInt32.self] = 2 },
    Damage("another processor", .otherMachine) { $0[18, UInt16.self] = 40 },
    Damage("a core file", .notLibrary) { $0[16, UInt16.self] = 4 },
    Damage("program headers of another size", .damaged(.header)) { $0[54, UInt16.self] = 32 },
    Damage("too many program headers", .damaged(.tooLarge)) { $0[56, UInt16.self] = 0xFFFF },
    Damage("no program headers", .noNote) { $0[56, UInt16.self] = 0 },
    Damage("program headers at the end of numbers", .damaged(.truncated)) {
      $0[32, UInt64.self] = UInt64.max
    },
    Damage("too many section headers", .damaged(.tooLarge)) { $0[60, UInt16.self] = 0xFFFF },
    Damage("more section headers than can be told", .damaged(.tooLarge)) {
      $0[60, UInt16.self] = 0
    },
    Damage("one section header too many", .damaged(.truncated)) { $0[60, UInt16.self] += 1 },
    Damage("section headers at the end of numbers", .damaged(.truncated)) {
      $0[40, UInt64.self] = UInt64.max
    },
    Damage("program headers beyond the file", .damaged(.truncated)) {
      $0[32, UInt64.self] = UInt64($0.bytes.count) - 100
    },
  ]

  static let segmentDamages = [
    Damage("an interpreter", .notLibrary) {
      $0[try #require($0.headers(4).first), UInt32.self] = 3
    },
    Damage("a segment beyond all numbers", .damaged(.truncated)) {
      $0[try #require($0.headers(1).last) + 8, UInt64.self] = UInt64.max
    },
    Damage("a segment of endless length", .damaged(.truncated)) {
      $0[try #require($0.headers(1).last) + 32, UInt64.self] = UInt64.max
    },
    Damage("a segment of endless memory", .damaged(.segments)) {
      $0[try #require($0.headers(1).last) + 40, UInt64.self] = UInt64.max
    },
    Damage("a segment larger than its memory", .damaged(.segments)) {
      $0[try #require($0.headers(1).last) + 40, UInt64.self] = 1
    },
    Damage("a segment on top of another", .damaged(.segments)) {
      $0[try #require($0.headers(1).last) + 16, UInt64.self] = 0
    },
    Damage("a segment that shares a page with another", .damaged(.segments)) { file in
      let (before, last) = try #require(file.headers(1).count > 1 ? lastTwo(file) : nil)
      let end = file[before + 16, UInt64.self] + file[before + 40, UInt64.self]
      // The loader maps this page over the inspected one, whatever the file contains there.
      let address = end.isMultiple(of: 4096) ? end - 8 : (end + 7) / 8 * 8
      file[last + 8, UInt64.self] = address % 4096
      file[last + 16, UInt64.self] = address
      file[last + 32, UInt64.self] = 8
      file[last + 40, UInt64.self] = 8
    },
    Damage("a segment that no page can hold as it is in the file", .damaged(.segments)) {
      $0[try #require($0.headers(1).last) + 8, UInt64.self] -= 8
    },
    Damage("writable code", .writableCode) { file in
      for header in file.headers(1) where file[header + 4, UInt32.self] & 1 != 0 {
        file[header + 4, UInt32.self] |= 2
      }
    },
    Damage("no word on the stack", .executableStack) {
      $0[try #require($0.headers(0x6474_E551).first), UInt32.self] = 0
    },
    Damage("two words on the stack", .executableStack) { file in
      let spare = try #require(file.headers(0x6474_E552).first)
      file[spare, UInt32.self] = 0x6474_E551
      file[spare + 4, UInt32.self] = 7
    },
  ]

  /// The headers of the last two loaded segments.
  private static func lastTwo(_ file: SpecimenFile) -> (Int, Int) {
    let headers = file.headers(1)
    return (headers[headers.count - 2], headers[headers.count - 1])
  }

  static let noteDamages = [
    Damage("notes of endless length", .damaged(.tooLarge)) { file in
      for header in file.headers(4) { file[header + 32, UInt64.self] = UInt64.max }
    },
    Damage("notes longer than the file", .damaged(.truncated)) { file in
      for header in file.headers(4) { file[header + 32, UInt64.self] = 1 << 20 }
    },
    Damage("notes beyond the file", .damaged(.truncated)) { file in
      for header in file.headers(4) { file[header + 8, UInt64.self] = UInt64.max }
    },
    Damage("notes of no length", .noNote) { file in
      for header in file.headers(4) { file[header + 32, UInt64.self] = 0 }
    },
    Damage("a name of endless length", .damaged(.note)) { $0[$0.note, UInt32.self] = UInt32.max },
    Damage("content of endless length", .damaged(.note)) {
      $0[$0.note + 4, UInt32.self] = UInt32.max
    },
    Damage("content of another length", .noNote) { $0[$0.note + 4, UInt32.self] = 4 },
    Damage("another type", .noNote) { $0[$0.note + 8, UInt32.self] = 2 },
    Damage("another name", .noNote) { $0.bytes[$0.note + 12] = UInt8(ascii: "f") },
    Damage("a longer name", .noNote) { $0.bytes[$0.note + 20] = UInt8(ascii: "s") },
    Damage("version 0", .otherContract(ContractVersion(major: 0, minor: 0))) {
      $0[$0.note + 24, UInt32.self] = 0
    },
  ]

  static let symbolDamages = [
    Damage("no dynamic section", .damaged(.dynamic)) {
      $0[try #require($0.headers(2).first), UInt32.self] = 0
    },
    Damage("a dynamic section of endless length", .damaged(.dynamic)) {
      $0[try #require($0.headers(2).first) + 40, UInt64.self] = UInt64.max
    },
    Damage("a dynamic section without an end", .damaged(.dynamic)) {
      $0[try #require($0.headers(2).first) + 40, UInt64.self] = 32
    },
    Damage("a dynamic section that is nowhere", .damaged(.truncated)) {
      $0[try #require($0.headers(2).first) + 16, UInt64.self] = UInt64.max - 8
    },
    Damage("text relocations by flag", .textRelocations) {
      $0[$0.dynamic(0x6FFF_FEF5) - 8, Int64.self] = 30
      $0[$0.dynamic(30), UInt64.self] = 4
    },
    Damage("a library of no name", .damaged(.dynamic)) {
      $0[$0.dynamic(1), UInt64.self] = UInt64.max
    },
    Damage("a library whose name has no end", .damaged(.dynamic)) {
      $0[$0.dynamic(10), UInt64.self] = $0[$0.dynamic(1), UInt64.self] + 1
    },
    Damage("no hash table", .damaged(.symbols)) {
      $0[$0.dynamic(0x6FFF_FEF5) - 8, Int64.self] = 0x6FFF_0000
    },
    Damage("no symbol table", .damaged(.dynamic)) {
      $0[$0.dynamic(6) - 8, Int64.self] = 0x6FFF_0000
    },
    Damage("symbols at the end of numbers", .damaged(.symbols)) {
      $0[$0.dynamic(6), UInt64.self] = UInt64.max
    },
    Damage("symbols that are nowhere", .damaged(.truncated)) {
      $0[$0.dynamic(6), UInt64.self] = 1 << 62
    },
    Damage("symbols of another size", .damaged(.symbols)) { $0[$0.dynamic(11), UInt64.self] = 16 },
    Damage("texts at the end of numbers", .damaged(.dynamic)) {
      $0[$0.dynamic(5), UInt64.self] = UInt64.max
    },
    Damage("no texts", .damaged(.dynamic)) { $0[$0.dynamic(10), UInt64.self] = 0 },
    Damage("no buckets", .damaged(.symbols)) { $0[$0.hashTable, UInt32.self] = 0 },
    Damage("too many buckets", .damaged(.truncated)) { file in
      file[file.hashTable, UInt32.self] = UInt32.max
      file[file.hashTable + 8, UInt32.self] = UInt32.max
    },
    Damage("symbols before the first", .damaged(.symbols)) {
      $0[$0.hashTable + 4, UInt32.self] = UInt32.max
    },
    Damage("a hash table at the end of numbers", .damaged(.truncated)) {
      $0[$0.dynamic(0x6FFF_FEF5), UInt64.self] = UInt64.max - 2
    },
  ]

  /// Neither loaded segments nor the linker's tables may extend beyond the end of the file.
  @Test(arguments: [true, false])
  func everyLength(hasSections: Bool) async throws {
    let directory = try TemporaryDirectory()
    var file = try await SpecimenFile.sound(in: directory)
    if !hasSections {
      file[40, UInt64.self] = 0
      file[60, UInt16.self] = 0
    }
    let path = try directory.write(file.bytes, to: "specimen")
    var accepted: [Int] = []
    for length in (0...file.bytes.count).reversed() {
      try #require(truncate(path, off_t(length)) == 0)
      if outcome(of: path) == nil { accepted.append(length) }
    }
    let shortest = hasSections ? file.bytes.count : file.loadedByteCount
    #expect(accepted.reversed() == Array(shortest...file.bytes.count))
    #expect((1..<file.bytes.count).contains(file.loadedByteCount))
    #expect(!directory.contains("marker"))
  }

  /// Changes random bytes of the tables: any result is right as long as the program does not crash.
  ///
  /// The seed of a run is its number.
  @Test func randomBytes() async throws {
    let directory = try TemporaryDirectory()
    let file = try await SpecimenFile.sound(in: directory)
    let dynamic = try #require(file.headers(2).first)
    let dynamicStart = Int(file[dynamic + 8, UInt64.self])
    let dynamicEnd = dynamicStart + Int(file[dynamic + 32, UInt64.self])
    let first = try #require(file.headers(1).first)
    // The first segment contains the headers, the notes, the hash table, the symbols and their
    // names.
    let places = Array(0..<Int(file[first + 32, UInt64.self])) + Array(dynamicStart..<dynamicEnd)
    let path = try directory.write(file.bytes, to: "specimen")
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var accepted = 0
    for seed in UInt64(0)..<2_000 {
      var generator = SeededGenerator(seed: seed)
      var corrupted = file.bytes
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        guard let place = places.randomElement(using: &generator) else { continue }
        corrupted[place] = UInt8.random(in: .min ... .max, using: &generator)
      }
      try #require(pwrite(descriptor, corrupted, corrupted.count, 0) == corrupted.count)
      if outcome(of: path) == nil { accepted += 1 }
    }
    // Some bytes matter and others do not: with one kind of result alone, nothing was inspected.
    #expect((1..<2_000).contains(accepted))
    #expect(!directory.contains("marker"))
  }
}
