import Foundation
import Glibc
import TestSupport
import Testing

@testable import FormworkHost

/// The folder of a front end is another by the time that it is loaded: what was inspected is loaded,
/// with the library that lies beside it, or nothing.
@Suite(.enabled(if: CCompiler.path != nil, Comment(rawValue: CCompiler.reason)))
struct ExchangedFolderTests {
  private typealias Place = LibrarySearchTests.Place

  private static let isLong = ProcessInfo.processInfo.environment["FORMWORK_TEST_LONG"] != nil

  /// A place that is in order, and one with the same names whose front end others may write to.
  private static func places() async throws -> (sound: Place, other: Place) {
    let sound = try Place()
    let places = try (sound: sound, other: Place(library: sound.library))
    for place in [places.sound, places.other] {
      try await place.makeLibrary(place.needed)
      try await place.makeFrontEnd(searching: "$ORIGIN/../lib")
    }
    try #require(chmod(places.other.front, 0o777) == 0)
    return places
  }

  @Test func betweenInspectionAndLoading() async throws {
    let (sound, other) = try await Self.places()
    let file = try sound.inspect()
    try exchange(sound.root.path, other.root.path)
    #expect(sound.refusal() == .writableByOthers(sound.front))
    #expect(try FrontEndLibrary.load(file).table.run(nil) == 7)
    try exchange(sound.root.path, other.root.path)
    #expect(sound.hasRunLibrary)
    #expect(!other.hasRunLibrary)
  }

  @Test func allTheTime() async throws {
    let (sound, other) = try await Self.places()
    let isOver = Monitor(false)
    let exchangeCount = Monitor(0)
    let (path, otherPath) = (sound.root.path, other.root.path)
    async let exchanges: Void = onThreadOfItsOwn {
      while !isOver.current || !exchangeCount.current.isMultiple(of: 2) {
        try exchange(path, otherPath)
        exchangeCount.change { $0 += 1 }
      }
    }
    let loaded = try await onThreadOfItsOwn {
      defer { isOver.change { $0 = true } }
      _ = exchangeCount.wait { $0 > 1 ? true : nil }
      var loaded = 0
      for _ in 0..<(Self.isLong ? 20_000 : 400) {
        do {
          _ = try FrontEndLibrary.load(sound.inspect())
          loaded += 1
        } catch is FrontEndRefusal {
          continue
        }
      }
      return loaded
    }
    try await exchanges
    #expect(exchangeCount.current > 1)
    #expect(loaded > 0)
    #expect(sound.hasRunLibrary)
    #expect(!other.hasRunLibrary)
  }
}

/// Has two paths change places at once.
///
/// - SeeAlso: renameat2(2), which the Glibc module lacks.
private func exchange(_ path: String, _ other: String) throws {
  typealias Function =
    @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32
  let symbol = try #require(dlsym(nil, "renameat2"))
  let exchanging: UInt32 = 2
  let function = unsafeBitCast(symbol, to: Function.self)
  try #require(function(AT_FDCWD, path, AT_FDCWD, other, exchanging) == 0)
}
