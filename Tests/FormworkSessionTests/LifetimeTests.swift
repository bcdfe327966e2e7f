import FormworkCore
import FormworkSession
import FormworkShell
import TestSupport
import Testing

/// After a session has ended, nothing retains its objects except the program.
@Suite struct LifetimeTests {
  /// Weak references to a session and its screens.
  private struct Held {
    weak var session: Session?
    weak var shell: ShellScreen?
    weak var screen: FormScreen<ScriptedOperations<String>>?
    weak var viewModel: FormViewModel?

    var isFreed: Bool { session == nil && shell == nil && screen == nil && viewModel == nil }
  }

  /// Leads back from the form.
  private final class Responder: FormDelegate {
    func navigation(after ending: FormOutcome, receipt: String?) -> Navigation { .pop(nil) }
  }

  /// Leads from a shell to a form, to its question before leaving, and to an end.
  private func run(
    _ end: (ShellBench) -> Void
  ) throws -> (held: Held, binding: FieldBinding<String>) {
    let bench = try ShellBench()
    let operations = ScriptedOperations<String>()
    let screen = FormScreen(
      FormViewModel("form", catalogue: .english), operations: operations, responder: Responder(),
      clock: bench.clock, wakeUp: bench.wakeUp, drafts: DraftWriter(ScriptedDrafts()))
    let binding = screen.binding(to: FormBench.name)
    bench.opened = screen
    bench.enter("form")
    try operations.nextLoad().give(FormBench.form())
    #expect(bench.take { screen.viewModel.state == .editing })
    binding.set("ann")
    #expect(bench.take { binding.value == "ann" })
    bench.session.post(.back(insists: false), revision: bench.revision)
    bench.take()
    #expect(screen.viewModel.state == .confirmingLeave)
    end(bench)
    #expect(bench.session.endReason != nil)
    bench.session.close()
    let held = Held(
      session: bench.session, shell: bench.screen, screen: screen, viewModel: screen.viewModel)
    #expect(!held.isFreed)
    return (held, binding)
  }

  @Test func aSessionThatEndsAtAnAlertIsFreed() async throws {
    try await onThreadOfItsOwn {
      let (held, binding) = try run { $0.session.post(.quit, revision: 0) }
      #expect(held.isFreed)
      #expect(binding.value == "")
    }
  }

  @Test func aSessionWhoseScreensWereLeftIsFreed() async throws {
    try await onThreadOfItsOwn {
      let (held, _) = try run { bench in
        bench.session.post(.back(insists: true), revision: bench.revision)
        #expect(bench.take { bench.session.screen === bench.screen })
        bench.enter("exit")
      }
      #expect(held.isFreed)
    }
  }
}
