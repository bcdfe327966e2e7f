@testable import FormworkCore
import TestSupport
import Testing

/// Random forms and random events, against a form that works everything out anew.
///
/// The seed of a failure is its reproduction.
struct FormViewModelRandomTests {
  @Test(.serialized, arguments: UInt64(0)..<500)
  func itDoesWhatTheNaiveFormDoes(seed: UInt64) throws {
    var run = try RandomRun(seed: seed)
    for number in 0..<60 {
      let step = run.step(number)
      let place = Comment(rawValue: "step \(number): \(step.event)")
      let model = run.viewModel
      try #require(
        step.actions.map(\.spelled).sorted() == step.naiveActions.map(\.spelled).sorted(), place)
      try #require(model.state == run.naive.form.state, place)
      for entry in run.naive.entries {
        try #require(model.state(of: entry.id) == entry.machine.state, place)
        try #require(model.content(of: entry.id) == entry.content, place)
      }
      guard step.isFlushed else { continue }
      try #require(model.tree.spelled == run.naive.picture, place)
      let isToldWhole = run.picture == model.tree
      try #require(isToldWhole, place)
      var copy = model.tree
      var fresh = ViewTree()
      fresh.replay(copy.snapshot())
      let isDrawnAlike = fresh == model.tree
      try #require(isDrawnAlike, place)
    }
  }

  @Test func theRunsReachEveryStateAndAction() throws {
    var forms: Set<FormMachine.State.Kind> = []
    var fields: Set<FieldMachine.State.Kind> = []
    var actions: Set<String> = []
    for seed in UInt64(0)..<200 {
      var run = try RandomRun(seed: seed)
      for number in 0..<60 {
        for action in run.step(number).actions {
          actions.insert(String(action.spelled.prefix { $0 != " " }))
        }
        forms.insert(run.viewModel.state.kind)
        fields.formUnion(run.naive.entries.map(\.machine.state.kind))
      }
    }
    #expect(
      forms.symmetricDifference(FormMachine.State.Kind.allCases) == [
        .blank, .offeringDraft, .reviewing,
      ])
    #expect(fields == Set(FieldMachine.State.Kind.allCases))
    #expect(
      actions == ["load", "cancel", "pause", "check", "submit", "draft", "asked", "said", "ended"])
  }
}
