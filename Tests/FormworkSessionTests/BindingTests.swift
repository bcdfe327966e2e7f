import FormworkCore
import FormworkOperations
import FormworkSession
import TestSupport
import Testing

/// Reads, sets and follows a form on other threads, through the public interface alone.
@Suite struct BindingTests {
  /// Collects the elements of a sequence, and its end, on another thread.
  private final class Follower<Element: Sendable>: Sendable {
    let taken = Synchronized<(elements: [Element], isOver: Bool)>(([], false))

    init(
      _ elements: some AsyncSequence<Element, Never> & Sendable,
      then act: @escaping @Sendable (Element) -> Void = { _ in }
    ) {
      Task(executorPreference: OperationExecutor.shared) { [taken] in
        for await element in elements {
          act(element)
          taken.change { $0.elements.append(element) }
        }
        taken.change { $0.isOver = true }
      }
    }

    /// Waits for the last element to match.
    func waits(for fits: @escaping (Element) -> Bool) -> Bool {
      taken.wait { $0.elements.last.map(fits) ?? false ? true : nil } ?? false
    }

    func ends() -> Bool { taken.wait { $0.isOver ? true : nil } ?? false }
  }

  @Test func aFieldIsReadSetAndFollowed() async throws {
    try await onThreadOfItsOwn {
      let bench = try FormBench()
      let name = bench.screen.binding(to: FormBench.name)
      let (values, wrong) = (Follower(name.values), Follower(name.violations))
      // While the form loads, set values wait, and the newest counts.
      name.set("bob")
      name.set("z")
      #expect(name.value == "")
      try bench.open()
      #expect(name.value == "z")
      #expect(bench.shown("name", .value) == .text("z"))
      #expect(bench.shown("name", .status) == .number(NodeStatus.invalid.rawValue))
      #expect(values.waits { $0 == "z" })
      #expect(wrong.waits { $0 == [.tooShort(limit: 2, count: 1)] })
      // On another thread, the value is shown, checked and kept like a typed one.
      OperationExecutor.wait { name.set("zoe") }
      #expect(bench.take { bench.shown("name", .value) == .text("zoe") })
      #expect(try bench.operations.nextCheck().request.value == .text("zoe"))
      #expect(wrong.waits(for: \.isEmpty))
      #expect(bench.kept.drafts.last == Draft(contents: ["name": .text("zoe")], touched: ["name"]))
      bench.edit("name", "ann")
      #expect(values.waits { $0 == "ann" })
      // A value from the front end is not set again.
      name.set(name.value)
      #expect(bench.take() == [])
      bench.session.close()
      #expect(values.ends() && wrong.ends())
      #expect(name.value == "")
      #expect(Follower(name.values).ends())
      bench.wakeUp.clear()
      name.set("late")
      #expect(!bench.wakeUp.clear())
    }
  }

  /// The example of the page about forms.
  @Test func oneFieldFollowsAnother() async throws {
    try await onThreadOfItsOwn {
      let bench = try FormBench()
      let form = (
        code: Field.text("code", label: "Code"), town: Field.text("town", label: "Town")
      )
      let towns = ["0150": "Oslo"]
      let (code, town) = (bench.screen.binding(to: form.code), bench.screen.binding(to: form.town))
      Task(executorPreference: OperationExecutor.shared) {
        for await entered in code.values { if let found = towns[entered] { town.set(found) } }
      }
      try bench.open(
        FormDefinition("address", title: "Address") {
          form.code
          form.town
        })
      bench.edit("code", "0150")
      #expect(bench.take { bench.shown("town", .value) == .text("Oslo") })
    }
  }

  /// A required number is missing until the user enters it.
  @Test func aRequiredNumberIsOptional() async throws {
    try await onThreadOfItsOwn {
      let bench = try FormBench()
      let seats = Field.wholeNumber("seats", label: "Seats").required()
      let binding = bench.screen.binding(to: seats)
      try bench.open(FormDefinition("form", title: "A form") { seats })
      #expect(binding.value == nil)
      bench.edit("seats", "x")
      #expect(binding.value == nil)
      bench.edit("seats", "4")
      #expect(binding.value == 4)
      binding.set(nil)
      #expect(bench.take { bench.shown("seats", .value) == nil })
    }
  }

  @Test func theNewestAloneIsKept() async throws {
    let values = try await onThreadOfItsOwn {
      let bench = try FormBench()
      let values = bench.screen.binding(to: FormBench.name).values
      try bench.open()
      for text in ["a", "an", "ann"] { _ = bench.edit("name", text) }
      bench.session.close()
      return values
    }
    var taken: [String] = []
    for await value in values { taken.append(value) }
    #expect(taken == ["ann"])
  }

  @Test(.serialized, arguments: UInt64(0)..<50)
  func anEchoIsNoEdit(seed: UInt64) async throws {
    try await onThreadOfItsOwn {
      var random = SeededGenerator(seed: seed)
      let bench = try FormBench()
      let name = bench.screen.binding(to: FormBench.name)
      let echo = Follower(name.values) { name.set($0) }
      try bench.open()
      var text = ""
      for _ in 0..<40 {
        text = text.count < 8 && Bool.random(using: &random) ? text + "a" : String(text.dropLast())
        let isToldBack = bench.edit("name", text).contains { message in
          if case .change(.set(_, .value, _)) = message { true } else { false }
        }
        try #require(!isToldBack)
      }
      let last = text
      try #require(echo.waits { $0 == last })
      bench.take()
      try #require(name.value == text)
      try #require(bench.viewModel.content(of: "name") == .text(text))
    }
  }
}
