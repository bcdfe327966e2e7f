import Foundation
import Glibc
import TestSupport
import Testing

@testable import FormworkHost

/// The folder of a front end is replaced before loading: the inspected file is loaded, or nothing.
@Suite(.enabled(if: CCompiler.path != nil, Comment(rawValue: CCompiler.reason)))
struct ExchangedFolderTests {
  private typealias Place = LibrarySearchTests.Place
  /// Creates a valid folder, and one with the same names and a front end that others may change.
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
    try #require(exchange(sound.root.path, other.root.path))
    #expect(sound.refusal() == .writableByOthers(sound.front))
    #expect(try CheckedFrontEnd(loading: file).run(nil) == 7)
    try #require(exchange(sound.root.path, other.root.path))
    #expect(sound.hasRunLibrary)
    #expect(!other.hasRunLibrary)
  }

  /// A process loads a file only once, so each round has its own files.
  @Test func allTheTime() async throws {
    let (sound, other) = try await Self.places()
    try await onThreadOfItsOwn {
      let clock = SuspendingClock()
      let deadline = clock.now + (isLongRun ? .seconds(60) : .seconds(3))
      var rounds = 0
      repeat {
        let fresh = try sound.copy()
        let freshOther = try other.copy(library: fresh.library)
        try #require(chmod(freshOther.front, 0o777) == 0)
        try Self.load(fresh, whileExchangedWith: freshOther)
        #expect(fresh.hasRunLibrary)
        #expect(!freshOther.hasRunLibrary)
        rounds += 1
      } while rounds < (isLongRun ? 400 : 60) && clock.now < deadline
    }
  }

  /// Loads a front end while another thread exchanges its folder, before, during and after the
  /// load.
  ///
  /// The number of exchanges is limited and leaves the folder in its place, so that a load succeeds
  /// even if the system delays one of the threads.
  private static func load(_ place: Place, whileExchangedWith other: Place) throws {
    let isOver = Synchronized(false)
    let exchanges = Synchronized((count: 0, haveEnded: false))
    let (path, otherPath) = (place.root.path, other.root.path)
    Thread.detachNewThread {
      defer { exchanges.change { $0.haveEnded = true } }
      for _ in 0..<5_000 where !isOver.current {
        // Twice, so that the folder is in its place.
        guard exchange(path, otherPath), exchange(path, otherPath) else { return }
        exchanges.change { $0.count += 2 }
      }
    }
    defer {
      isOver.change { $0 = true }
      let count = exchanges.wait { $0.haveEnded ? $0.count : nil }
      #expect(count.map { $0 > 0 } == true)
    }
    // Busy waiting: on a busy system, a sleeping thread would be scheduled instead of the other
    // one.
    while case let now = exchanges.current, now.count < 20, !now.haveEnded {}
    while true {
      let isLast = exchanges.current.haveEnded
      do {
        _ = try CheckedFrontEnd(loading: place.inspect())
        return
      } catch {
        if isLast { throw error }
      }
    }
  }
}

/// Exchanges two paths atomically.
///
/// - SeeAlso: renameat2(2), which the Glibc module lacks.
private func exchange(_ path: String, _ other: String) -> Bool {
  typealias Function =
    @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32
  guard let symbol = dlsym(nil, "renameat2") else { return false }
  let exchanging: UInt32 = 2
  let function = unsafeBitCast(symbol, to: Function.self)
  return function(AT_FDCWD, path, AT_FDCWD, other, exchanging) == 0
}
