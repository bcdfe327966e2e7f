import FormworkCore
import TestSupport
import Testing

/// The form that the README shows, made with nothing but what is public.
@Suite struct ReadmeExampleTests {
  @Test func isAForm() throws {
    let name = Field.text("name", label: "Name").required().length(1...40)
    let age = Field.wholeNumber("age", label: "Age").range(0...150)
    let isGuest = Field.toggle("isGuest", label: "A guest")
    let host = Field.text("host", label: "Host").required().shown(when: isGuest.isOn)

    let form = try FormDefinition("visitor", title: "A visitor") {
      name
      age
      FormItem.group("visit", label: "The visit") {
        isGuest
        host
      }
    }

    #expect(form.fields.map(\.id) == ["name", "age", "isGuest", "host"])
    let answers = Answers(["name": .text("Ann"), "age": .wholeNumber(7)])
    #expect(answers[name] == "Ann")
    #expect(answers[age] == 7)
    #expect(answers[isGuest] == false)
    #expect(answers[host] == "")
  }
}
