import FormworkCore
import TestSupport
import Testing

@testable import Accounts
@testable import registration

@Suite struct DetailsViewModelTests {
  private static let ann = Member(
    id: 1, username: "ann", givenName: "Ann", familyName: "Lee", email: nil, contacts: [],
    record: nil)

  private static func labels(_ tree: ViewTree) -> [String: PropertyValue] {
    let screen = tree.root.flatMap { tree[$0] }
    return Dictionary(
      (screen?.children ?? []).compactMap { node in
        tree[node].flatMap { child in child[.label].map { (child.name, $0) } }
      }
    ) { _, last in last }
  }

  /// A remaining line keeps its node, and only changes are sent.
  @Test func onlyChangesAreTold() {
    var model = DetailsViewModel("ann", isListed: false, catalogue: .registration)
    #expect(model.open() == .load)
    #expect(model.take(Self.ann) == .nothing)
    _ = model.tree.takeChanges()
    #expect(model.take(Self.ann) == .nothing)
    #expect(model.tree.takeChanges() == [])
    var changed = Self.ann
    changed.familyName = "Lie"
    changed.email = "a@example.org"
    #expect(model.invalidate() == .load)
    #expect(model.take(changed) == .nothing)
    let told = model.tree.takeChanges().filter { if case .set = $0 { true } else { false } }
    #expect(told.count == 2)
    #expect(
      Self.labels(model.tree) == [
        "username": .text("Username: ann"), "givenName": .text("Given name: Ann"),
        "familyName": .text("Family name: Lie"), "email": .text("E-mail: a@example.org"),
        "back": .text("Back"),
      ])
    #expect(model.take(Self.ann) == .nothing)
    #expect(Self.labels(model.tree)["email"] == nil)
  }

  /// A failed load keeps the details and can be repeated, but a deleted member stays deleted.
  @Test func itsStates() throws {
    var model = DetailsViewModel("ann", isListed: false, catalogue: .registration)
    _ = model.open()
    #expect(model.state == .loading)
    _ = model.take(Self.ann)
    model.fail(.failed("full"))
    #expect(model.state == .failed(.failed("full")))
    let retry = try #require(
      model.tree.root.flatMap { model.tree[$0]?.children.first { model.tree[$0]?.name == "retry" } }
    )
    #expect(Self.labels(model.tree)["username"] == .text("Username: ann"))
    #expect(model.handle(.activate(retry)) == .load)
    #expect(model.state == .loading)
    #expect(model.handle(.reload) == .load)
    #expect(model.take(nil) == .reportGone)
    #expect(model.state == .gone)
    #expect(model.invalidate() == .nothing)
    #expect(model.handle(.back()) == .leave)
  }

  /// An unknown member is reported as a wrong name, and a listed one as deleted.
  @Test(arguments: [(false, DetailsViewModel.Action.reportUnknown), (true, .reportGone)])
  func noSuchMember(isListed: Bool, action: DetailsViewModel.Action) {
    var model = DetailsViewModel("ann", isListed: isListed, catalogue: .registration)
    _ = model.open()
    #expect(model.take(nil) == action)
  }
}
