@testable import FormworkAsk
import FormworkCore
import FormworkJSON
import FormworkSchema
import FormworkSession
import TestSupport
import Testing

/// Forms of random schemas.
///
/// Run a failed seed again to reproduce its failure.
@Suite(.serialized) struct SchemaFormLawTests {
  /// Valid data that nobody changes is accepted, and comes out as the same value.
  @Test(arguments: UInt64(0)..<(isLongRun ? 500 : 100))
  func validDataComesOut(seed: UInt64) throws {
    let random = RandomSchema(seed: seed)
    let schema = try JSONSchema(reading: random.schema.text)
    for document in random.documents {
      let data = try JSONDocument(parsing: document.text)
      guard try schema.isValid(data) else { continue }
      let form = try SchemaForm(schema, data: data.root.node)
      let answer = try Self.submission(of: form).map { try form.outcome(of: $0) }
      guard case .accepted(let value)? = answer else {
        Issue.record("\(random.schema.text)\n\(document.text)\n\(String(describing: answer))")
        continue
      }
      #expect(value.sorted == data.root.node.sorted, "\(random.schema.text)\n\(document.text)")
    }
  }

  /// After random input, a form is that which opens with the same contents, and its answer is valid.
  @Test(arguments: UInt64(0)..<(isLongRun ? 500 : 100))
  func submittedAnswersAreValid(seed: UInt64) throws {
    guard let entry = try RandomEntry(seed: seed) else { return }
    #expect(try entry.answers == entry.answersReopened, "\(entry.text)")
    guard let value = try entry.submit() else { return }
    #expect(try entry.form.schema.isValid(JSONDocument(parsing: value.text())), "\(entry.text)")
  }

  /// The input adds, moves and removes items while checks run, and many forms are submitted.
  @Test func randomInputReachesEverything() throws {
    var kinds: Set<String> = []
    var moments: Set<String> = []
    var submissions = 0
    for seed in UInt64(0)..<200 {
      guard let entry = try RandomEntry(seed: seed) else { continue }
      kinds.formUnion(entry.pressed)
      moments.formUnion(entry.pressedDuringChecks)
      if try entry.submit() != nil { submissions += 1 }
    }
    #expect(kinds == ["add", "moveDown", "moveUp", "open", "putBack", "remove"])
    #expect(moments.isSuperset(of: ["add", "moveDown", "moveUp", "remove"]))
    #expect(submissions >= 50)
  }

  /// Returns the answers that a form submits if nobody changes it; `nil` if it has violations.
  private static func submission(of form: SchemaForm) throws -> Answers? {
    let model = FormViewModel(
      "form", catalogue: .ask, prefilled: form.start.contents, counts: form.start.counts)
    guard case .load(let id)? = model.open().first else { return nil }
    _ = model.handle(.loaded(id, try form.definition(named: "form")))
    guard case .submit(_, let answers)? = model.press(.submit).first else { return nil }
    return answers
  }
}

extension JSONNode {
  /// The value with the members of all objects in the order of their names.
  fileprivate var sorted: JSONNode {
    switch value {
    case .object(let members):
      JSONNode(
        .object(
          members.map { JSONMember($0.name, $0.node.sorted) }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }))
    case .array(let items): JSONNode(.array(items.map(\.sorted)))
    case .null, .bool, .number, .string: self
    }
  }
}
