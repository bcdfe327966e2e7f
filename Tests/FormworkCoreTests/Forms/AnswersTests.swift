import FormworkJSON
import Testing

@testable import FormworkCore

struct AnswersTests {
  private static let options = [
    FieldKind.Option("s", label: "S"), FieldKind.Option("l", label: "L"),
  ]
  private let text = Field.text("text", label: "Text")
  private let area = Field.textArea("area", label: "Area")
  private let secret = Field.secret("secret", label: "Secret")
  private let number = Field.wholeNumber("number", label: "Number")
  private let decimal = Field.decimal("decimal", label: "Decimal")
  private let toggle = Field.toggle("toggle", label: "Toggle")
  private let raw = Field.json("raw", label: "Raw")
  private let choice = Field.choice("choice", label: "Choice", options: options)
  private let choices = Field.choices("choices", label: "Choices", options: options)

  @Test func eachIsOfItsType() throws {
    let answers = Answers([
      "text": .text("a"), "area": .text("b\nc"), "secret": .secret(Secret("d")),
      "number": .wholeNumber(-7), "decimal": .decimal(ExactDecimal(3)), "toggle": .toggle(true),
      "choice": .choice("s"), "choices": .choices(["l", "s"]), "raw": .text("[1.50]"),
    ])
    #expect(try answers[raw] == JSONReader.read("[1.50]").value)
    #expect(answers[text] == "a")
    #expect(answers[area] == "b\nc")
    #expect(answers[secret] == Secret("d"))
    #expect(answers[number] == -7)
    #expect(answers[decimal] == ExactDecimal(3))
    #expect(answers[toggle] == true)
    #expect(answers[choice] == "s")
    #expect(answers[choices] == ["l", "s"])
  }

  @Test func ofNoneThereIsTheEmptyOne() {
    let answers = Answers()
    #expect(answers[text] == "")
    #expect(answers[area] == "")
    #expect(answers[secret].isEmpty)
    #expect(answers[number] == nil)
    #expect(answers[decimal] == nil)
    #expect(answers[toggle] == false)
    #expect(answers[raw] == nil)
    #expect(answers[choice] == nil)
    #expect(answers[choices] == [])
    #expect(answers.fields == [])
  }

  @Test func anotherFormsHandleReadsNothingOfAnotherKind() {
    let answers = Answers([
      "text": .toggle(true), "toggle": .text("yes"), "number": .text("7"), "raw": .text("{"),
    ])
    #expect(answers[raw] == nil)
    #expect(answers[text] == "")
    #expect(answers[toggle] == false)
    #expect(answers[number] == nil)
    #expect(answers.fields == ["number", "raw", "text", "toggle"])
  }
  @Test(arguments: ["name", "guests/1/name", "payment/card/name"] as [FieldID])
  func whatIsCheckedIsFoundWhereverItStands(_ path: FieldID) {
    let request = CheckRequest(
      field: path, id: CheckID(rawValue: 1), check: "free",
      answers: Answers(["name": .text("ann"), "../name": .text("lee")]), timeOut: .zero)
    #expect(request.value == .text("ann"))
  }
}
