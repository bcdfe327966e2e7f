import Accounts
import FormworkCore
import FormworkSession

enum DeletionForm {
  static let username = Field.text("username", label: .key("field.ownUsername")).extent(20)

  /// Returns the form for the owner of a name, which has to be typed.
  static func definition(of owner: String) throws(DefinitionError) -> FormDefinition {
    let name: [String: Message] = ["name": .verbatim(owner.replacingControls())]
    return try FormDefinition(
      "deletion", title: .key("deletion.title"), submitLabel: .key("delete.submit"),
      confirmation: .key("delete.question", name)
    ) {
      username.required().detail(.key("field.ownUsername.detail", name))
        .rule(.key("customError.otherUsername")) { UsernameKey($0) == UsernameKey(owner) }
    }
  }
}

struct DeletionOperations: MemberFormOperations {
  static let name = "deletion"

  let owner: SignedIn
  let store: any AccountStore

  @concurrent func load() async throws -> FormDefinition {
    try DeletionForm.definition(of: owner.member.username)
  }

  @concurrent func change(
    by submission: Submission
  ) async throws -> SubmissionOutcome<MemberFormResult> {
    try await store.delete(as: owner.session)
    return .accepted(.deleted)
  }
}
