package import FormworkCore

extension Field<String> {
  package static var name: Field<String> { .text("name", label: "Name") }
  package static var city: Field<String> { .text("city", label: "City") }
  package static var note: Field<String> { .text("note", label: "Note") }
}
