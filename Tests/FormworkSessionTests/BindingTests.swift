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
      let desk = try Desk()
      let name = desk.screen.binding(to: Desk.name)
      let (values, wrong) = (Follower(name.values), Follower(name.violations))
      // While the form loads, set values wait, and the newest counts.
      name.set("bob")
      name.set("z")
      #expect(name.value == "")
      try desk.open()
      #expect(name.value == "z")
      #expect(desk.shown("name", .value) == .text("z"))
      #expect(desk.shown("name", .status) == .number(NodeStatus.invalid.rawValue))
      #expect(values.waits { $0 == "z" })
      #expect(wrong.waits { $0 == [.tooShort(limit: 2, count: 1)] })
      // On another thread, the value is shown, checked and kept like a typed one.
      OperationExecutor.wait { name.set("zoe") }
      #expect(desk.take { desk.shown("name", .value) == .text("zoe") })
      #expect(try desk.operations.nextCheck().request.value == .text("zoe"))
      #expect(wrong.waits(for: \.isEmpty))
      #expect(desk.kept.drafts.last == Draft(contents: ["name": .text("zoe")], touched: ["name"]))
      desk.edit("name", "ann")
      #expect(values.waits { $0 == "ann" })
      // A value from the front end is not set again.
      name.set(name.value)
      #expect(desk.take() == [])
      desk.session.close()
      #expect(values.ends() && wrong.ends())
      #expect(name.value == "")
      #expect(Follower(name.values).ends())
      desk.wakeUp.clear()
      name.set("late")
      #expect(!desk.wakeUp.clear())
    }
  }

  /// The example of the page about forms.
  @Test func oneFieldFollowsAnother() async throws {
    try await onThreadOfItsOwn {
      let desk = try Desk()
      let form = (
        code: Field.text("code", label: "Code"), town: Field.text("town", label: "Town")
      )
      let towns = ["0150": "Oslo"]
      let (code, town) = (desk.screen.binding(to: form.code), desk.screen.binding(to: form.town))
      Task(executorPreference: OperationExecutor.shared) {
        for await entered in code.values { if let found = towns[entered] { town.set(found) } }
      }
      try desk.open(
        FormDefinition("address", title: "Address") {
          form.code
          form.town
        })
      desk.edit("code", "0150")
      #expect(desk.take { desk.shown("town", .value) == .text("Oslo") })
    }
  }

  /// A required number is missing until the user enters it.
  @Test func aRequiredNumberIsOptional() async throws {
    try await onThreadOfItsOwn {
      let desk = try Desk()
      let seats = Field.wholeNumber("seats", label: "Seats").required()
      let binding = desk.screen.binding(to: seats)
      try desk.open(FormDefinition("form", title: "A form") { seats })
      #expect(binding.value == nil)
      desk.edit("seats", "x")
      #expect(binding.value == nil)
      desk.edit("seats", "4")
      #expect(binding.value == 4)
      binding.set(nil)
      #expect(desk.take { desk.shown("seats", .value) == nil })
    }
  }

  @Test func theNewestAloneIsKept() async throws {
    let values = try await onThreadOfItsOwn {
      let desk = try Desk()
      let values = desk.screen.binding(to: Desk.name).values
      try desk.open()
      for text in ["a", "an", "ann"] { _ = desk.edit("name", text) }
      desk.session.close()
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
      let desk = try Desk()
      let name = desk.screen.binding(to: Desk.name)
      let echo = Follower(name.values) { name.set($0) }
      try desk.open()
      var text = ""
      for _ in 0..<40 {
        text = text.count < 8 && Bool.random(using: &random) ? text + "a" : String(text.dropLast())
        let isToldBack = desk.edit("name", text).contains { message in
          if case .change(.set(_, .value, _)) = message { true } else { false }
        }
        try #require(!isToldBack)
      }
      let last = text
      try #require(echo.waits { $0 == last })
      desk.take()
      try #require(name.value == text)
      try #require(desk.viewModel.content(of: "name") == .text(text))
    }
  }
}
