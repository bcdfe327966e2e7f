import CFormwork
import FormworkHost
import Glibc
import Testing

@Suite struct CheckedFrontEndTests {
  /// Returns a text that is never freed, like those of a front end.
  private static func forever(_ text: String) -> UnsafePointer<CChar>? {
    strdup(text).map { UnsafePointer($0) }
  }

  private static func sound() -> formwork_front_end {
    var table = formwork_front_end.init()
    table.size = UInt32(MemoryLayout<formwork_front_end>.size)
    table.abi_major = 1
    table.abi_minor = 9
    table.needs = 0xFFFF_FFFE
    table.identifier = forever("specimen")
    table.name = forever("Spécimen")
    table.version = forever("2.1")
    table.run = { _ in 7 }
    return table
  }

  private static func fault(_ corrupt: (inout formwork_front_end) -> Void) -> FrontEndLoadError? {
    guard let name = FrontEndName("specimen") else { return nil }
    var table = sound()
    corrupt(&table)
    do {
      _ = try CheckedFrontEnd(&table, of: name)
      return nil
    } catch { return error }
  }

  @Test func aSoundTableIsCopied() throws {
    var table = Self.sound()
    let name = try #require(FrontEndName("specimen"))
    let copy = try CheckedFrontEnd(&table, of: name)
    #expect(copy.description.identifier.text == "specimen")
    #expect(copy.description.name == "Spécimen")
    #expect(copy.description.version == "2.1")
    #expect(copy.description.needsTerminal == false)
    #expect(copy.run(nil) == 7)
  }

  @Test func theNeedForATerminalIsTold() throws {
    var table = Self.sound()
    table.needs = 1
    let name = try #require(FrontEndName("specimen"))
    #expect(try CheckedFrontEnd(&table, of: name).description.needsTerminal)
  }

  @Test func whatMayDiffer() {
    #expect(Self.fault { _ in } == nil)
    #expect(Self.fault { $0.size = 4096 } == nil)
    #expect(Self.fault { $0.name = Self.forever(String(repeating: "n", count: 256)) } == nil)
  }

  @Test func eachFaultIsNamed() throws {
    let name = try #require(FrontEndName("specimen"))
    #expect(throws: FrontEndLoadError.declined) { try CheckedFrontEnd(nil, of: name) }
    #expect(Self.fault { $0.size = 0 } == .badTable(.size))
    #expect(Self.fault { $0.size -= 1 } == .badTable(.size))
    #expect(Self.fault { $0.abi_major = 2 } == .badTable(.major))
    #expect(Self.fault { $0.run = nil } == .badTable(.run))
    #expect(Self.fault { $0.identifier = Self.forever("other") } == .otherName("other"))
    let texts: [WritableKeyPath<formwork_front_end, UnsafePointer<CChar>?>] = [
      \.identifier, \.name, \.version,
    ]
    for text in texts {
      #expect(Self.fault { $0[keyPath: text] = nil } == .badTable(.text))
      for bad in ["", "a\u{1B}[2J", "a\nb", String(repeating: "n", count: 257)] {
        #expect(Self.fault { $0[keyPath: text] = Self.forever(bad) } == .badTable(.text))
      }
      let notUTF8 = strdup("a").map { pointer in
        pointer[0] = -1
        return UnsafePointer(pointer)
      }
      #expect(Self.fault { $0[keyPath: text] = notUTF8 } == .badTable(.text))
    }
  }

  @Test func withoutAnotherNameItsOwnCounts() throws {
    var table = Self.sound()
    table.identifier = Self.forever("other")
    #expect(try CheckedFrontEnd(&table, of: nil).description.identifier.text == "other")
    table.identifier = Self.forever("No Name")
    #expect(throws: FrontEndLoadError.badTable(.identifier)) {
      try CheckedFrontEnd(&table, of: nil)
    }
  }

  @Test func nothingBeyondASmallTableIsRead() throws {
    // Only the size is readable: reading beyond it crashes.
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let memory = try #require(
      mmap(nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    defer { munmap(memory, 2 * page) }
    #expect(mprotect(memory + page, page, PROT_NONE) == 0)
    (memory + page - 4).storeBytes(of: 4, as: UInt32.self)
    let table = UnsafeRawPointer(memory + page - 4).assumingMemoryBound(to: formwork_front_end.self)
    let name = try #require(FrontEndName("specimen"))
    #expect(throws: FrontEndLoadError.badTable(.size)) { try CheckedFrontEnd(table, of: name) }
  }
}
