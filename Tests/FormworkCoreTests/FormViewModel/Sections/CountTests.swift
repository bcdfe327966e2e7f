import FormworkCore
import TestSupport
import Testing

struct CountTests {
  private static let groups = ["stay", "address", "guests", "1", "2"]

  /// The steps and the counts of the groups: `-` without fields, or if the group is missing.
  private static let steps: [(input: FormStep, counts: String)] = [
    // The toggle that opens the address is a field of the form itself.
    (.goForward, "0/2 - 0/1 0/1 -"),
    (.type("name", "ann"), "1/2 - 0/1 0/1 -"),
    (.type("name", "an"), "1/2 - 0/1 0/1 -"),
    // A required field that is empty is not answered.
    (.type("name", ""), "0/2 - 0/1 0/1 -"),
    (.choose("address?", true), "1/4 0/2 0/1 0/1 -"),
    (.type("street", "Here"), "2/4 1/2 0/1 0/1 -"),
    // An empty answer does not count, although it was accepted.
    (.commit("city"), "2/4 1/2 0/1 0/1 -"),
    // Nor does an invalid answer, after its message.
    (.type("city", "X"), "2/4 1/2 0/1 0/1 -"),
    (.commit("city"), "2/4 1/2 0/1 0/1 -"),
    (.type("city", "Xi"), "3/4 2/2 0/1 0/1 -"),
    (.type("city", ""), "2/4 1/2 0/1 0/1 -"),
    // A condition shows a field.
    (.choose("gift", true), "2/5 1/3 0/1 0/1 -"),
    (.choose("gift", false), "2/4 1/2 0/1 0/1 -"),
    (.choose("address?", false), "1/2 - 0/1 0/1 -"),
    // The contents are restored, but not the visits.
    (.choose("address?", true), "2/4 1/2 0/1 0/1 -"),
    (.activate("guests/add"), "2/4 1/2 0/2 0/1 0/1"),
    (.type("2/first", "bob"), "2/4 1/2 1/2 0/1 1/1"),
    (.activate("2/remove"), "2/4 1/2 0/1 0/1 -"),
    (.activate("guests/putBack"), "2/4 1/2 1/2 0/1 -"),
    (.activate("1/remove"), "2/4 1/2 1/1 - -"),
  ]

  @Test func theyAreToldWithEachStep() throws {
    let gift = Field.toggle("gift", label: "Gift")
    let store = try FormStore {
      gift
      FormItem.group("stay", label: "Stay") {
        Field.name.required()
        Section("address", label: "Address") {
          Field.text("street", label: "Street")
          Field.city.length(2...)
          Field.text("card", label: "Card").shown(
            when: Condition.equals("../gift", .toggle(true)))
        }.optional()
      }
      Section.list("guests", label: "Guests", item: "Guest", 1...2) {
        Field.text("first", label: "First name")
      }
    }
    for (number, (input, counts)) in Self.steps.enumerated() {
      store.step(input)
      let told = Self.groups.map { group in
        let total = store.property(.total, of: group)
        return Int(total) == nil ? "-" : "\(store.property(.answered, of: group))/\(total)"
      }
      #expect(told.joined(separator: " ") == counts, "step \(number)")
    }
  }
}
