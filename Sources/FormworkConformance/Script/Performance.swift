import CFormwork
import FormworkCore

/// What a front end does when the same things happen to it.
struct Performance {
  let posts: [ScriptMessage]
  let remains: Remains

  /// What a person may read in what was written.
  private let shown: [UInt8]

  /// Texts of the script that a person is to be shown.
  private static let markers = ["Harbour", "Berth", "Where it lies", "Vessel", "Captain"]

  init(posts: [ScriptMessage], output: [UInt8], remains: Remains) {
    self.remains = remains
    // Which flush was the last when something was posted depends on which process was faster.
    // A LOG is for its author, who may well log what differs.
    self.posts = posts.filter { !$0.is(FORMWORK_LOG) }.map { post in
      var post = post
      post.revision = 0
      return post
    }
    shown = ControlSequence.text(of: output)
  }

  /// Whether a text stands somewhere in what was written.
  func shows(_ text: String) -> Bool { shown.contains(text) }

  /// How another performance differs from this one; `nil` where it does not.
  func difference(of other: Performance) -> Message? {
    for (index, post) in posts.enumerated() {
      guard index < other.posts.count else {
        return Message("deed.missingPost", ["post": post.message])
      }
      let posted = other.posts[index]
      if posted != post {
        let (one, two) = (posted.message, post.message)
        return one == two
          ? Message("deed.otherPost", ["post": one])
          : Message("deed.otherPost.kind", ["post": one, "usual": two])
      }
    }
    if other.posts.count > posts.count {
      return Message("deed.surplusPost", ["post": other.posts[posts.count].message])
    }
    return Self.markers.first { shows($0) && !other.shows($0) }
      .map { Message("deed.missingText", ["text": .verbatim($0)]) }
  }
}

extension ScriptedHost {
  /// Shows a form, types into it, changes it, and detaches.
  func perform() throws(Failure) -> Performance {
    try attach()
    try enter("ab")
    try enter("")
    let captain = form.set(form.id("master"), .label, .text("Captain"))
    form.add(.notice, "tide", [.label: .text("High tide")])
    let tide = form.nodes.last.map { form.insertion(of: $0) } ?? []
    try tell([captain] + tide)
    try settle()
    try enter("cd")
    try enter("y")
    let remains = try detach()
    return Performance(posts: posts, output: terminal.output, remains: remains)
  }
}

extension [UInt8] {
  /// Whether the bytes of a text stand somewhere in these.
  func contains(_ text: String) -> Bool {
    let pattern = Array(text.utf8)
    guard let first = pattern.first else { return true }
    guard count >= pattern.count else { return false }
    for start in 0...(count - pattern.count)
    where self[start] == first && self[start..<start + pattern.count].elementsEqual(pattern) {
      return true
    }
    return false
  }
}
