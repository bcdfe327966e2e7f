import Formwork

let name = Field.text("name", label: "Name").required()
let age = Field.wholeNumber("age", label: "Age").range(0...150).required()
let form = try FormDefinition("visitor", title: "A visitor") {
  name
  age
}
let answers = Form(form).askOrExit()
print(answers[name], answers[age])
