import CFormwork
import FormworkCore

extension Check {
  /// What of a picture a person has to be shown, whatever the front end is like.
  static let ofThePicture = [
    Check("shown", demands: "demand.shown", after: ["run", "posts"]) {
      examination throws(Failure) in
      let host = try examination.start()
      let berth = host.form.id("berth")
      try host.attach()
      host.answers = false
      try host.type("ab\r")
      let isCommitted = try host.awaitPost(of: FORMWORK_COMMIT) != nil
      host.answers = true
      try host.tell([
        host.form.set(berth, .status, .number(NodeStatus.refused.rawValue)),
        host.form.set(berth, .explanation, .text("Dredged")),
      ])
      try host.settle()
      guard !isCommitted || host.terminal.output.contains("Dredged") else {
        throw Failure("deed.noExplanation", mend: "mend.noExplanation")
      }
      try host.detach()
      host.form.placeFocus(on: host.form.id("cargo"))
      try host.attach()
      try host.detach()
      guard ["Grain", "Timber"].allSatisfy(host.terminal.output.contains) else {
        throw Failure("deed.noOptions", mend: "mend.noOptions")
      }
      let alert = host.form.add(.alert, "storm", [.label: .text("Cast off?")])
      let button = host.form.add(.button, "stay", [.label: .text("Moor")], into: alert)
      host.form.placeFocus(on: button)
      try host.attach()
      try host.detach()
      for text in ["Cast off?", "Moor"] where !host.terminal.output.contains(text) {
        throw Failure("deed.noAlert", ["text": .verbatim(text)], mend: "mend.noAlert")
      }
    }
  ]
}
