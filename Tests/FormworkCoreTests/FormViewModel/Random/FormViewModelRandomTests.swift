@testable import FormworkCore
import TestSupport
import Testing

/// Compares random forms after random events with a form that computes everything again.
///
/// A failure is reproduced by its seed.
struct FormViewModelRandomTests {
  @Test(.serialized, arguments: UInt64(0)..<(isLongRun ? 500 : 40))
  func itDoesWhatTheNaiveFormDoes(seed: UInt64) throws {
    var run = try RandomRun(seed: seed)
    var shown: [String] = []
    var isRedrawn = false
    for number in 0..<60 {
      let wasOffered = run.viewModel.state.kind == .offeringDraft
      let step = run.step(number)
      var place: Comment { "step \(number): \(step.comment)" }
      let model = run.viewModel
      try #require(
        step.actions.map(\.spelled).sorted() == step.naiveActions.map(\.spelled).sorted(), place)
      try #require(model.state == run.naive.form.state, place)
      // Parts that an event does not affect are not validated; a new form is validated as a whole.
      let isReached = step.validations.form <= step.validations.naive || step.isLoad
      try #require(isReached, "\(place): \(step.validations)")
      let fields = model.parts?.fields ?? []
      try #require(Set(fields.map(\.path.rawValue)) == Set(run.naive.entries.keys), place)
      for field in fields {
        let entry = try #require(run.naive.entries[field.path.rawValue])
        try #require(field.machine.state == entry.machine.state, "\(place), \(field.path)")
        try #require(field.content == entry.content, place)
      }
      try #require(model.parts?.root.members ?? Answers() == run.naive.outline.answers, place)
      isRedrawn = isRedrawn || step.isLoad || wasOffered
      guard step.isFlushed else { continue }
      let difference = model.tree.spelled.difference(from: run.naive.picture)
      try #require(difference.map { "\($0)" } == [], place)
      let isToldWhole = run.picture == model.tree
      try #require(isToldWhole, place)
      // Sends only what changed, and restores refused input. A notice, the form's buttons or a
      // question may have disappeared and come back. A new form, or one with a draft, is sent as a whole.
      let lines = model.tree.spelled
      let others = lines.difference(from: shown).reduce(0) { $0 + $1.line.count { $0 == "," } + 1 }
      let restated = run.naive.entries.values.count { $0.setAt == run.naive.flushes }
      let most = 16 + others + 2 * (restated + run.naive.review.count)
      try #require(isRedrawn || step.changeCount <= most, place)
      (shown, isRedrawn) = (lines, false)
      var copy = model.tree
      var fresh = ViewTree()
      fresh.replay(copy.snapshot())
      let isDrawnAlike = fresh == model.tree
      try #require(isDrawnAlike, place)
    }
  }

  /// A form that starts with all answers of another one has the same state.
  @Test(.serialized, arguments: UInt64(0)..<(isLongRun ? 100 : 30))
  func whatWasEnteredComesBack(seed: UInt64) throws {
    var run = try RandomRun(seed: seed)
    for number in 0..<60 { _ = run.step(number) }
    guard let root = run.viewModel.parts?.root, let definition = run.viewModel.definition else {
      return
    }
    var collector = DraftCollector()
    root.collectMembers(&collector, "")
    let entered = collector.entered
    try #require(entered.contents == run.naive.entered(in: "").contents)
    let store = FormStore(definition, prefilled: entered.contents, counts: entered.counts)
    #expect(store.viewModel.parts?.root.members == root.members)
    // The same with a draft, which is applied to an existing form.
    let other = FormStore(definition)
    other.step(.offer(entered.withoutSecrets, savedAt: "noon"))
    other.step(.press(.resume))
    let expected = FormStore(
      definition, prefilled: entered.withoutSecrets.contents, counts: entered.counts)
    #expect(other.viewModel.parts?.root.members == expected.viewModel.parts?.root.members)
    #expect(other.viewModel.contents == expected.viewModel.contents)
  }

  /// The draft changes and the pending change add up to all answers.
  @Test(.serialized, arguments: UInt64(0)..<(isLongRun ? 200 : 40))
  func theChangesLeadToTheDraft(seed: UInt64) throws {
    var run = try RandomRun(seed: seed)
    let model = run.viewModel
    _ = model.setSaving(true)
    var kept = Draft()
    for number in 0..<60 {
      let wasOffered = model.state.kind == .offeringDraft
      let step = run.step(number)
      for action in step.actions {
        if case .asked(.resume) = action { kept = run.draft ?? Draft() }
        if action == .discardDraft { kept = Draft() }
        if case .saveDraft(let change) = action { kept.apply(change) }
      }
      if model.state.kind == .offeringDraft { continue }
      // A user who leaves without a choice keeps the draft.
      if wasOffered, model.state != .editing { return try #require(kept == run.draft) }
      var draft = kept
      draft.apply(model.drafts.pending)
      var whole = model.drafts.whole(of: model.parts?.root)
      // Whether the user visited a field that is now hidden is not sent separately.
      if run.draft != nil { (draft.touched, whole.touched) = ([], []) }
      try #require(draft == whole, "step \(number): \(step.comment)")
    }
  }

  @Test func theRunsReachEveryStateAndAction() throws {
    var forms: Set<FormMachine.State.Kind> = []
    var fields: Set<FieldMachine.State.Kind> = []
    var sections: Set<SectionMachine.State.Kind> = []
    var faults: Set<Bool> = []
    var actions: Set<String> = []
    for seed in UInt64(0)..<(isLongRun ? 300 : 120) {
      var run = try RandomRun(seed: seed)
      for number in 0..<60 {
        for action in run.step(number).actions {
          actions.insert(String(action.spelled.prefix { $0 != " " }))
        }
        forms.insert(run.viewModel.state.kind)
        let machines = run.naive.facts.values.map(\.machine)
        sections.formUnion(machines.map(\.state.kind))
        faults.formUnion(machines.compactMap { $0.fault.map(\.isBroken) })
        fields.formUnion(run.naive.entries.values.map(\.machine.state.kind))
      }
    }
    #expect(
      forms.symmetricDifference(FormMachine.State.Kind.allCases) == [.blank])
    #expect(fields == Set(FieldMachine.State.Kind.allCases))
    #expect(sections == Set(SectionMachine.State.Kind.allCases))
    #expect(faults == [true, false])
    #expect(
      actions == [
        "load", "reload", "cancel", "pause", "check", "submit", "draft", "forget", "asked",
        "withdrew", "showed", "ended",
      ])
  }
}

extension FormViewModel {
  /// The contents of the fields that are part of the form, in order.
  fileprivate var contents: [String] {
    (parts?.fields ?? []).filter(\.isActive).map { "\($0.pointer) \($0.content.spelled)" }
  }
}

extension SectionMachine.Fault {
  fileprivate var isBroken: Bool { if case .broken = self { true } else { false } }
}

extension CollectionDifference<String>.Change {
  fileprivate var line: String {
    switch self {
    case .insert(_, let line, _), .remove(_, let line, _): line
    }
  }
}
