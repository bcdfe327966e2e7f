import FormworkCore
import FormworkSession

/// A front end that is loaded into this process.
final class LibraryFrontEnd: LoadedFrontEnd {
  private let table: CheckedFrontEnd

  init(_ table: CheckedFrontEnd) { self.table = table }

  var description: FrontEndDescription { table.description }

  let mayEndInTheMiddle = false

  func run(_ session: Session, in context: RunContext) -> FrontEndMachine.Event {
    let name = ["name": Message.verbatim(description.identifier.text)]
    context.terminal.setInside(
      ended: context.catalogue.text(for: Message("frontEnd.endedProgram", name)),
      silent: context.catalogue.text(for: Message("frontEnd.unanswered", name)))
    defer { context.terminal.setInside(ended: nil, silent: nil) }
    let code = FrontEndBridge(session, context).run(table)
    return code == 0 ? .returned : .failed(.gaveUp(code))
  }
}
