import Accounts
import FormworkCore

struct DetailsViewModel {
  enum State: Equatable {
    case loading
    case shown(Member)
    /// A load has failed; the details stay.
    case failed(OperationFailure)
    /// The member does not exist, or not any more.
    case gone
  }

  enum Action: Equatable {
    case nothing
    case load
    /// Say that the member is gone, and leave.
    case reportGone
    /// Say that there is no such member, and leave.
    case reportUnknown
    case leave
  }

  var tree = ViewTree()
  private(set) var state = State.loading

  private let catalogue: Catalogue
  private var isKnown: Bool
  private let screen: NodeID
  private let back: NodeID
  private var retry: NodeID?
  private var lines: [(name: String, node: NodeID)] = []

  init(_ username: String, isListed: Bool, catalogue: Catalogue) {
    (self.catalogue, isKnown) = (catalogue, isListed)
    screen = tree.insert(.screen, name: "details")
    tree.set(screen, .label, .text(username))
    back = tree.insertButton(
      "back", label: catalogue.text(for: .key("details.back")), role: .cancel, under: screen)
    tree.setFocus(back)
  }

  mutating func open() -> Action {
    showState()
    return .load
  }

  /// Notes that the member may have changed.
  mutating func invalidate() -> Action { state == .gone ? .nothing : .load }

  /// Shows the member that was found; `nil` if there is none.
  mutating func take(_ member: Member?) -> Action {
    state = member.map { .shown($0) } ?? .gone
    showState()
    guard let member else { return isKnown ? .reportGone : .reportUnknown }
    isKnown = true
    show(member.lines)
    return .nothing
  }

  mutating func fail(_ reason: OperationFailure) {
    state = .failed(reason)
    showState()
  }

  mutating func handle(_ input: UserInput) -> Action {
    switch input {
    case .activate(back), .back: return .leave
    case .activate(let node) where node == retry:
      state = .loading
      showState()
      return .load
    case .reload: return invalidate()
    case .activate(let node), .edit(let node, _, _), .commit(let node, _):
      tree.refuse(node, .noNode)
    case .go(let destination):
      tree.go(to: destination, among: [retry, back].compactMap(\.self))
    default: break
    }
    return .nothing
  }

  /// Shows the lines; a line with the same name keeps its node.
  private mutating func show(_ wanted: [(name: String, text: Message)]) {
    for line in lines where !wanted.contains(where: { $0.name == line.name }) {
      tree.remove(line.node)
    }
    lines = wanted.enumerated().map { place, line in
      let node =
        lines.first { $0.name == line.name }?.node
        ?? tree.insert(.note, name: line.name, under: screen, at: place)
      tree.set(node, .label, .text(catalogue.text(for: line.text)))
      return (line.name, node)
    }
  }

  private mutating func showState() {
    let (status, explanation): (NodeStatus, Message?) =
      switch state {
      case .loading: (.loading, .key("details.loading"))
      case .shown, .gone: (.nothing, nil)
      case .failed(let reason): (.failed, .key("list.failed", ["reason": reason.message]))
      }
    tree.set(screen, status, explanation.map { .text(catalogue.text(for: $0)) })
    tree.set(screen, .busy, state == .loading ? .number(1) : nil)
    if status == .failed, retry == nil {
      let place = tree[screen]?.children.firstIndex(of: back)
      retry = tree.insertButton(
        "retry", label: catalogue.text(for: .key("button.retry")), role: .nothing, under: screen,
        at: place)
    } else if status != .failed, let button = retry {
      if tree.focus == button { tree.setFocus(back) }
      tree.remove(button)
      retry = nil
    }
  }
}

extension Member {
  /// The lines of the details, each with a stable name.
  var lines: [(name: String, text: Message)] {
    func line(_ name: String, _ text: String) -> (String, Message) {
      (name, .key("show", of: name, ["text": .verbatim(text.replacingControls())]))
    }
    func line(_ name: String, _ time: Timestamp?) -> (String, Message)? {
      time.map { (name, .key("details", of: name, ["time": .time($0)])) }
    }
    let texts = [
      line("username", username), line("givenName", givenName), line("familyName", familyName),
    ]
    let contacts = contacts.enumerated().map { place, contact in
      (
        "contact\(place)",
        Message.key(
          contact.isPublic ? "show.contact.public" : "show.contact",
          [
            "kind": Message.key("field.kind.\(contact.kind.rawValue)"),
            "text": .verbatim(contact.address.replacingControls()),
          ])
      )
    }
    let moments = [
      line("since", record?.created), line("seen", record?.lastSeen),
      line("changed", record?.lastChanged),
    ]
    let role: [(String, Message)] =
      record?.isAdministrator == true ? [("role", .key("details.administrator"))] : []
    return texts + (email.map { [line("email", $0)] } ?? []) + contacts
      + moments.compactMap(\.self) + role
  }
}
