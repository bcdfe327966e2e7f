import FormworkSession

/// A front end that is loaded into this process.
final class LibraryFrontEnd: LoadedFrontEnd {
  private let table: CheckedFrontEnd

  init(_ table: CheckedFrontEnd) { self.table = table }

  var description: FrontEndDescription { table.description }

  let mayEndInTheMiddle = false

  func run(_ session: Session, in context: RunContext) -> FrontEndMachine.Event {
    context.terminal.setInside(description.identifier.text)
    defer { context.terminal.setInside(nil) }
    let code = FrontEndBridge(session, context).run(table)
    return code == 0 ? .returned : .failed(.gaveUp(code))
  }
}
