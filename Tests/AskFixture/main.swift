import Formwork
import Foundation

// A program with a form, for tests at a terminal.
//
// Usage: `AskFixture [WORD]... [answers=FILE]`, where `-` as FILE is standard input.
//
// Its check waits for the main actor if `held`, fails if `failing`, and is absent if `missing`. Its
// store refuses if `refusing`, and fails if `broken`. It counts SIGINT by its own handler if
// `handling`, and does not end. It prints the error if `throwing`, instead of exiting with its status.
// It asks two times if `twice`, in a task like a program whose `main` is async if `awaited`, and in
// one that blocks the main actor, which has left the main thread, if `elsewhere`. Without a user it asks if `unattended`, and with
// drafts if `kept`. A pipe may end early if `early`. There is a list with an item if `guests`.

let arguments = Set(CommandLine.arguments.dropFirst())

@MainActor func isKnown(_ request: CheckRequest) -> Bool { request.value == .text("Mallory") }

let name = Field.text("name", label: "Name").required().checked(by: RemoteCheck("isExpected"))
let age = Field.wholeNumber("age", label: "Age").range(0...150)
  .rule("an odd number: enter an even one") { $0.isMultiple(of: 2) }
let check: ClosureOperations<Answers>.Check = {
  [isHeld = arguments.contains("held"), isFailing = arguments.contains("failing")] request in
  if isFailing { throw Unreachable() }
  let isUnwanted = isHeld ? await isKnown(request) : request.value == .text("Mallory")
  return isUnwanted ? .customError(key: "isExpected") : nil
}

struct Unreachable: UserMessageError { var message: Message { "the desk is empty" } }

let form = Form(
  try FormDefinition("visitor", title: "A visitor", declineLabel: "No, thank you") {
    name
    age
    if arguments.contains("guests") {
      Section.list(
        "guests", label: "Guests", item: "Guest", 1...3, of: Field.text("guest", label: "Guest"))
    }
  },
  sentences: [
    "customError.isExpected": "not expected: ask at the desk",
    "customError.tooYoung": "a visitor is {limit} or older",
  ],
  checking: arguments.contains("missing") ? nil : check,
  submitting: { [arguments, age] submission in
    if arguments.contains("broken") { throw Unreachable() }
    return arguments.contains("refusing")
      ? .refused(.field(age, .customError(key: "tooYoung", ["limit": .number(18)])))
      : .accepted(submission.answers)
  })

var options = FormOptions()
options.isNonInteractive = arguments.contains("unattended")
options.isSubmittedByEndOfInput = arguments.contains("early")
if arguments.contains("kept") { options.drafts = DraftWriter(FileDrafts()) }
for argument in arguments where argument.hasPrefix("answers=") {
  let path = String(argument.dropFirst("answers=".count))
  options.answers = path == "-" ? .standardInput : .file(path)
}
if arguments.contains("handling") {
  options.endsBySignal = false
  signal(SIGINT) { _ in _ = write(STDOUT_FILENO, "handled\n", 8) }
}

@MainActor func askBlocking() -> Answers { form.askOrExit(options) }

for _ in 0..<(arguments.contains("twice") ? 2 : 1) {
  if arguments.contains("awaited") || arguments.contains("elsewhere") {
    Task {
      let answers =
        arguments.contains("awaited") ? await form.askOrExit(options) : askBlocking()
      print(answers[name], answers[age] ?? 0)
      exit(0)
    }
    // The main actor leaves the main thread, as in an async `main`.
    dispatchMain()
  } else if arguments.contains("throwing") || arguments.contains("handling") {
    do throws(FormError) {
      let answers = try form.ask(options)
      print(answers[name], answers[age] ?? 0)
    } catch {
      print("thrown:", error)
    }
  } else {
    let answers = form.askOrExit(options)
    print(answers[name], answers[age] ?? 0)
  }
  // Print the answers of a form before the next one draws.
  fflush(nil)
}
if arguments.contains("handling") { raise(SIGINT) }
