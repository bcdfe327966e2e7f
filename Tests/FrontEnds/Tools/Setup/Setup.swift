import ArgumentParser
import Formwork
import FormworkArguments

@main
struct Setup: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Sets up a project.")

  @OptionGroup var form: FormArguments

  @Argument(help: "The folder of the project.", completion: .directory)
  var folder = "."

  func run() throws {
    let name = Field.text("name", label: "Name").required().length(1...40)
    let hasTests = Field.toggle("hasTests", label: "With tests").initialAnswer(true)
    let definition = try FormDefinition("project", title: "A project") {
      name
      hasTests
    }
    let answers = try form.ask(Form(definition))
    print("\(folder): \(answers[name]), \(answers[hasTests] ? "with" : "without") tests")
  }
}
