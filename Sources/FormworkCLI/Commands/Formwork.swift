import ArgumentParser
import CFormworkWire
import FormworkArguments
import FormworkAsk
import FormworkConformance
import FormworkCore
import FormworkDemo
import FormworkHost
import FormworkSession

/// The program, with a command for each tool.
@main
struct Formwork: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formwork",
    abstract:
      "Ask for documents that a JSON Schema describes, validate documents, and list, try out and check front ends.",
    discussion:
      "Exit status: 0 done, 1 failed or not valid, 2 wrong usage, 3 declined or over a limit, 130 left.",
    version: FORMWORK_VERSION,
    subcommands: [
      Ask.self, Show.self, Validate.self, Input.self, Password.self, Choose.self, Confirm.self,
      MCP.self, FrontEnds.self, ShowDemo.self, CheckFrontEnd.self, ProbeFrontEnd.self,
    ])

  static func main() { main(writingTo: console) }
}

let console = ProgramOutput("formwork", sentences.spoken())

/// The sentences of the program in English.
let sentences = Catalogue.english.overriding(Catalogue.conformance.entries)
  .overriding(Catalogue.demo.entries).overriding(Catalogue.ask.entries).overriding([
    "check.noProc": "/proc/self/exe: {reason}: mount /proc",
    "check.unknown": "There is no check {name}: there are {names}.",
    "validate.schema": "{file}: a valid schema",
    "validate.valid": "{file}: valid",
    "validate.more": "{file}: and more violations: correct these first",
    "validate.noFolder": "{folder} is not a folder: name one that exists",
    "validate.profile": "not in the subset {profile}: {fault}",
    "validate.twoInputs": "- is given twice: standard input can be read once",
    "validate.limit":
      "a limit is not possible: give whole numbers from 1, and at most 1000 for --limit-depth",
    "check.fileName": "the path of a file has a / in it: write {path}",
    "probe.notForPeople":
      "{command}: check-front-end starts it by itself: there is nothing to do for people",
    "question.again": "{text} (again)",
    "question.lengths":
      "lengths are not possible: give numbers from 0, and a minimum up to the maximum",
    "question.pattern": "--pattern {pattern}: {fault}",
    "question.noOption": "--default {option} is not an option: name one of the options",
    "question.oneDefault": "--default is given twice: give one, or add --many",
    "question.fault": "{question}: {reason}",
    "question.twice": "the option {option} is given twice: omit one",
    "question.newline": "an option contains a line break: replace it",
    "question.noDefault": "--no-input and no answer: add --default yes or --default no",
    "mcp.needsTerminal": "--front-end {name} needs a terminal: name one by --tty",
    "mcp.noTerminal": "--tty {path} is no terminal: name one, such as /dev/pts/3",
    "mcp.noMessage":
      "the argument message has to be a text: say in a sentence why the person is asked",
    "mcp.noSchema": "the argument schema has to be an object: give a JSON Schema",
    "mcp.hasPrograms": "the schema names programs in x-formwork: leave check and complete out",
    "mcp.hasSecrets":
      "the schema asks for a secret (writeOnly or format password), which this server does not pass on: leave it out",
    "mcp.failed":
      "the form could not be shown (exit status {status}): the person cannot be asked now",
    "mcp.notStored":
      "the person has answered, but the answer could not be stored: the standard error of the server says why",
    "mcp.tooLong":
      "too long: a message has at most 300 characters, a constant 400, a schema 256 KB, and data 1 MB",
    "mcp.busy": "another form is on {path}: wait, or name another terminal",
    "mcp.secrets": "--allow-secrets {path}: {reason}",
    "mcp.command": "--allow-secrets {command}: it has failed, or taken more than a minute",
    "mcp.asked": "the person is asked",
    "mcp.waiting": "another question is asked first",
    "customError.pattern": "does not match the pattern {pattern}",
  ])

/// `formwork front-ends`: lists front ends, and whether they can be loaded.
struct FrontEnds: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "front-ends",
    abstract: "List the front ends: name, version of the contract, file.",
    discussion: """
      For a front end that would not be loaded, the line has the rule that it breaks. \
      \(console.catalogue.text(for: FrontEndListing.promise))
      """)

  func run() throws {
    for listing in FrontEndListing.all(in: .installed()) { try console.say(listing.message) }
  }
}
