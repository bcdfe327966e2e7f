import CFormwork
import CFormworkWire
import TestSupport
import Testing

@Suite struct RefusalTests {
  private static func refused(_ reason: formwork_wire_refusal, _ text: String = "") -> Packet {
    Packet(FORMWORK_WIRE_REFUSED, text, number: Int64(reason.rawValue))
  }

  /// Expects that a runner sends one message, and then exits by itself.
  private static func expect(
    _ packet: Packet, from arguments: Runner.Arguments,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let runner = try Runner(arguments)
    let packets = try runner.hearAll()
    let status = try runner.awaitEnd()
    #expect(packets == [packet], "\(arguments)", sourceLocation: sourceLocation)
    #expect(status == .exited(0), sourceLocation: sourceLocation)
  }

  @Test func aFileThatIsNotTheInspectedOne() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      var arguments = Runner.Arguments(stage.puppet)
      let identity = Runner.identity(of: stage.puppet)
      let parts = identity.split(separator: ":").map(String.init)
      let others = parts.indices.map { index in
        var parts = parts
        parts[index] += "0"
        return parts.joined(separator: ":")
      }
      for other in others + ["", "::::", identity + ":", identity.replacing(":", with: " ")] {
        arguments.identity = other
        try Self.expect(Self.refused(FORMWORK_WIRE_CHANGED), from: arguments)
      }
      arguments.file = stage.path(of: "none.so")
      try Self.expect(Self.refused(FORMWORK_WIRE_CHANGED), from: arguments)
    }
  }

  /// The path may lead elsewhere now: the inspected folder is open.
  @Test func aPathThatLeadsElsewhereByNow() async throws {
    let stage = try await Stage()
    let inspected = try await Stage()
    try await onThreadOfItsOwn {
      var arguments = Runner.Arguments(stage.puppet)
      arguments.folder = inspected.path(of: ".")
      try Self.expect(Self.refused(FORMWORK_WIRE_CHANGED), from: arguments)
      arguments.identity = Runner.identity(of: inspected.puppet)
      let runner = try Runner(arguments)
      #expect(try runner.hear()?.kind == FORMWORK_WIRE_LOADED.rawValue)
    }
  }

  @Test func aFileThatChangesWhileItIsLoaded() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      var arguments = Runner.Arguments(stage.puppet)
      arguments.environment = ["FAULT": "file changed", "FILE": stage.puppet]
      try Self.expect(Self.refused(FORMWORK_WIRE_CHANGED), from: arguments)
    }
  }

  @Test func aFileThatTheLoaderRefuses() async throws {
    let stage = try await Stage()
    let file = try await stage.build(
      "puppet.c", ["-shared", "-fPIC", "-DMISSING_SYMBOL"], as: "missing.so")
    try await onThreadOfItsOwn {
      let text = "undefined symbol: formwork_missing_symbol"
      try Self.expect(
        Self.refused(FORMWORK_WIRE_NOT_LOADABLE, text), from: Runner.Arguments(file))
    }
  }

  @Test func aFileWithoutEntry() async throws {
    let stage = try await Stage()
    let file = try await stage.build(
      "puppet.c", ["-shared", "-fPIC", "-DWITHOUT_ENTRY", "-Wno-unused"], as: "without.so")
    try await onThreadOfItsOwn {
      try Self.expect(Self.refused(FORMWORK_WIRE_NO_ENTRY), from: Runner.Arguments(file))
    }
  }

  @Test(
    arguments: [("size", FORMWORK_WIRE_TABLE_SIZE), ("major", FORMWORK_WIRE_TABLE_MAJOR)]
      + [("run", FORMWORK_WIRE_TABLE_RUN)]
      + ["identifier", "name", "version"].flatMap { text in
        ["null", "empty", "long"].map { ("\(text) \($0)", FORMWORK_WIRE_TABLE_TEXT) }
      })
  func aTableThatBreaksARule(_ fault: String, _ told: formwork_wire_refusal) async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      var arguments = Runner.Arguments(stage.puppet)
      arguments.environment = ["FAULT": fault]
      try Self.expect(Self.refused(told), from: arguments)
    }
  }

  @Test func anEntryThatDeclines() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      var arguments = Runner.Arguments(stage.puppet)
      arguments.environment = ["FAULT": "declined"]
      try Self.expect(Self.refused(FORMWORK_WIRE_DECLINED), from: arguments)
    }
  }

  @Test func whatATableMayHave() async throws {
    let stage = try await Stage()
    let longest = String(repeating: "n", count: 256)
    try await onThreadOfItsOwn {
      for (fault, texts) in [
        ("larger", "puppet\0Puppet\02.1"),
        ("identifier longest", "\(longest)\0Puppet\02.1"),
        ("name longest", "puppet\0\(longest)\02.1"),
        ("version longest", "puppet\0Puppet\0\(longest)"),
      ] {
        let runner = try Runner(stage.puppet, ["FAULT": fault])
        #expect(
          try runner.hear() == Packet(FORMWORK_WIRE_LOADED, texts, number: 0xFFFF_FFFE),
          "\(fault)")
      }
    }
  }

  @Test func aFrontEndThatEndsWhileItIsLoaded() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      let runner = try Runner(stage.puppet, ["FAULT": "ends early"])
      #expect(try runner.hearAll() == [])
      #expect(try runner.awaitEnd() == .exited(4))
    }
  }
}
