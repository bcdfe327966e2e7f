import FormworkFrontEnd
import PlainFrontEnd
import TestSupport
import Testing

@testable import FormworkHost

/// Tests the choice of front ends, with libraries in place of real ones.
@Suite(.enabled(if: CCompiler.path != nil, Comment(rawValue: CCompiler.reason)))
struct FrontEndChainTests {
  private let installed: TemporaryDirectory
  private let elsewhere: TemporaryDirectory

  init() throws { (installed, elsewhere) = try (TemporaryDirectory(), TemporaryDirectory()) }

  /// Builds a front end and returns its path.
  private func build(
    _ name: String, as fileName: String? = nil, in directory: TemporaryDirectory
  ) async throws -> String {
    let path = directory.path(of: fileName ?? "libformwork-front-end-\(name).so")
    try await CCompiler.build(
      "front_end.c", ["-shared", "-fPIC", "-DNAME=\"\(name)\""], to: path)
    return path
  }

  private func chain(hasTerminal: Bool = true) throws -> FrontEndChain {
    try FrontEndChain(
      builtIn: PlainFrontEnd.table, FrontEndLocator(directories: [installed.path]),
      isolation: .never, hasTerminal: hasTerminal, limits: .usual)
  }

  /// Ends the current front end by events of its machine.
  private func end(_ chain: FrontEndChain, _ events: FrontEndMachine.Event...) {
    for event in [.drained] + events { _ = chain.current.apply(event) }
  }

  @Test func aFileIsFoundAgainByItsName() async throws {
    let other = try await build("other", in: installed)
    let given = try await build("mine", as: "x.so", in: elsewhere)
    let chain = try chain()
    try chain.switchOver(to: .file(given))
    end(chain, .leaveRequested, .returned)
    let frontEnd = chain.current
    try chain.switchOver(to: .name("other"))
    #expect(chain.current.file?.path == other)
    try chain.switchOver(to: .name("mine"))
    #expect(chain.current === frontEnd)
    #expect(frontEnd.file?.path == given)
    // The result also counts for its name.
    end(chain, .failed(.returnedUnasked))
    #expect(throws: FrontEndError.gone("mine")) { try chain.switchOver(to: .name("mine")) }
  }

  /// The built-in front end is used if no file has its name.
  @Test func plainAnswersToItsName() async throws {
    #expect(
      throws: FrontEndError.unknown(
        try #require(FrontEndName("other")), available: [try #require(FrontEndName("plain"))])
    ) { try self.chain().switchOver(to: .name("other")) }
    let own = try chain()
    try own.switchOver(to: .name("plain"))
    #expect(own.current.name == "plain" && own.current.file == nil)
    let path = try await build("plain", in: installed)
    let chain = try chain()
    try chain.switchOver(to: .name("plain"))
    #expect(chain.current.file?.path == path)
  }

  // Goes through the available ones in turn. After any other comes the first.
  @Test func aPersonGoesRound() async throws {
    func round(_ chain: FrontEndChain, _ count: Int) throws -> [String] {
      try (0..<count).map { _ in
        end(chain, .leaveRequested, .returned)
        try chain.switchToNext()
        return chain.current.name
      }
    }
    let alone = try chain()
    try alone.switchOver(to: .name("plain"))
    #expect(
      throws: FrontEndError.unknown(
        try #require(FrontEndName("editline")), available: [try #require(FrontEndName("plain"))])
    ) { try alone.switchToNext() }
    #expect(alone.current.name == "plain")
    for name in ["other", "editline"] { _ = try await build(name, in: installed) }
    let two = try chain()
    try two.switchOver(to: .name("other"))
    #expect(try round(two, 3) == ["editline", "plain", "editline"])
    _ = try await build("screen", in: installed)
    let three = try chain()
    try three.switchOver(to: .name("screen"))
    #expect(try round(three, 4) == ["plain", "editline", "screen", "plain"])
  }

  /// The message is the same each time, as for no failure.
  @Test func oneThatNeedsATerminalSaysSoAgain() async throws {
    _ = try await build("needy", in: installed)
    let chain = try chain(hasTerminal: false)
    for _ in 0..<2 {
      #expect(throws: FrontEndError.needsTerminal("needy")) {
        try chain.switchOver(to: .name("needy"))
      }
    }
  }

  @Test func aFileComesBeforeWhatIsInstalled() async throws {
    let editline = try await build("editline", in: installed)
    let given = try await build("editline", as: "x.so", in: elsewhere)
    let chain = try chain()
    try chain.switchOver(to: .name("editline"))
    end(chain, .leaveRequested, .returned)
    #expect(chain.current.file?.path == editline)
    try chain.switchOver(to: .file(given))
    end(chain, .leaveRequested, .returned)
    try chain.switchOver(to: .name("editline"))
    #expect(chain.current.file?.path == given)
    #expect(
      FrontEndListing.all(in: chain.locator).map(\.message.inEnglish) == [
        "editline 1.0 \(given)",
        "editline - \(editline): this run uses \(given) instead: start the program without it",
      ])
    end(chain, .failed(.returnedUnasked))
    #expect(chain.fallBack { Issue.record("\($0)") })
    #expect(chain.current.file?.path == editline)
  }

  @Test func aFileMayBeInstalled() async throws {
    let given = try await build("mine", in: installed)
    let chain = try chain()
    try chain.switchOver(to: .file(given))
    #expect(
      FrontEndListing.all(in: chain.locator).map(\.message.inEnglish) == ["mine 1.0 \(given)"])
  }
}
