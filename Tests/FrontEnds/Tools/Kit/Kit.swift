import ArgumentParser
import Formwork
import FormworkArguments

@main
struct Kit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Starts and deploys projects.", subcommands: [Init.self, Deploy.self])
}

struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Starts a project.")

  @OptionGroup var form: FormArguments

  func run() throws {
    let name = Field.text("name", label: "Name").required()
    let definition = try FormDefinition("project", title: "A project") { name }
    print("Started \(try form.ask(Form(definition))[name]).")
  }
}

struct Deploy: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Deploys a project.")

  @OptionGroup var frontEnd: FrontEndArguments
  @OptionGroup var answers: AnswerArguments
  @OptionGroup var drafts: DraftArguments

  private var form: FormArguments { FormArguments(frontEnd, answers, drafts) }

  func validate() throws { try form.validate() }

  func run() async throws {
    let server = Field.text("server", label: "Server").required()
    let definition = try FormDefinition("deployment", title: "A deployment") { server }
    print("Deployed to \(try await form.ask(Form(definition))[server]).")
  }
}
