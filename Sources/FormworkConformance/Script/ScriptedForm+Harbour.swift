import CFormwork
import FormworkCore

extension ScriptedForm {
  /// A small form with a field of every kind.
  static func harbour() -> ScriptedForm {
    var form = ScriptedForm("Harbour")
    form.add(
      .textField, "berth",
      [.label: .text("Berth"), .detail: .text("Where it lies"), .value: .text("quay")])
    form.add(.textField, "vessel", [.label: .text("Vessel"), .required: .number(1)])
    form.add(.textField, "master", [.label: .text("Master")])
    form.add(.toggle, "insured", [.label: .text("Insured"), .value: .number(0)])
    let cargo = form.add(.choice, "cargo", [.label: .text("Cargo")])
    form.add(.option, "grain", [.label: .text("Grain")], into: cargo)
    form.add(.option, "timber", [.label: .text("Timber")], into: cargo)
    form.add(.secretField, "code", [.label: .text("Code"), .value: .number(0)])
    form.add(.textArea, "remarks", [.label: .text("Remarks"), .value: .text("none")])
    form.add(
      .button, "submit",
      [.label: .text("Register"), .role: .number(Int(FORMWORK_ROLE_SUBMIT.rawValue))])
    return form
  }

  /// A form of one field.
  static func single(
    _ kind: NodeKind, _ properties: [Property: PropertyValue]
  ) -> ScriptedForm {
    var form = ScriptedForm("Harbour")
    form.add(kind, "berth", properties.merging([.label: .text("Berth")]) { given, _ in given })
    return form
  }

  /// The number of the node of a name; 0 where there is none.
  func id(_ name: String) -> UInt32 { nodes.first { $0.name == name }?.id ?? 0 }
}
