package import FormworkCore

/// Something that a front end has to keep to, and how that is found out.
package struct Check: Sendable {
  /// The name by which it is asked for.
  package let name: String

  /// What it demands, in one sentence.
  package let demand: Message

  /// What has to hold before this can be looked at.
  let prerequisites: [String]

  let deadline: Duration

  /// Finds out; throws what is wrong, or why it cannot be looked at.
  let body: @Sendable (Examination) throws(Failure) -> Void

  init(
    _ name: String, demands demand: Message, after prerequisites: [String] = ["run"],
    deadline: Duration = .seconds(30),
    _ body: @escaping @Sendable (Examination) throws(Failure) -> Void
  ) {
    self.name = name
    self.demand = demand
    self.prerequisites = prerequisites
    self.deadline = deadline
    self.body = body
  }
}
