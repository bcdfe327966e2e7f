import Formwork

/// The fields of the form, which the program and its tests use.
package enum VisitForm {
  package enum Purpose: String, CaseIterable, Sendable { case meeting, repair }

  package static let name = Field.text("name", label: "Name").required().length(1...40)
    .checked(by: RemoteCheck("isExpected"))
  package static let purpose = Field.choice("purpose", label: "Purpose", of: Purpose.self)
    .initialAnswer(.meeting)
  package static let device = Field.text("device", label: "Device").required()
    .shown(when: purpose == .repair)
  package static let from = Field.date("from", label: "From").required()
  package static let until = Field.date("until", label: "Until").required()
  package static let stay = Section("stay", label: "Stay") {
    from
    until
  }.rule("ends before it begins") { $0[from] <= $0[until] }

  package static func definition() throws -> FormDefinition {
    try FormDefinition(
      "visit", title: "A visit", submitLabel: "Announce", declineLabel: "No, thank you",
      isReviewed: true
    ) {
      name
      purpose
      device
      stay
    }
  }
}
