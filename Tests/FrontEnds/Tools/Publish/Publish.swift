import ArgumentParser
import Formwork
import FormworkArguments

@main
struct Publish: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Publishes a project.")

  @OptionGroup var form: FormArguments

  func run() async throws {
    let name = Field.text("name", label: "Name").required()
    let definition = try FormDefinition("publication", title: "A publication") { name }
    let receipt = try await form.ask(
      Form(definition) { submission in
        .accepted(await Self.publish(submission.answers[name]))
      })
    print(receipt)
  }

  @MainActor static func publish(_ name: String) -> String { "\(name) is published." }
}
