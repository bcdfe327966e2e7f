import CFormwork
import FormworkCore

/// The posts and the output of a front end in a scene, to compare in several circumstances.
struct Performance {
  let posts: [ScriptMessage]
  let remains: Remains
  private let shown: [UInt8]

  /// The texts of the scene that a front end shows.
  private static let markers = ["Harbour", "Berth", "Where it lies", "Vessel", "Captain"]

  init(posts: [ScriptMessage], output: [UInt8], remains: Remains) {
    self.remains = remains
    // The last flush before a post depends on which process was faster, and a LOG may name what differs.
    self.posts = posts.filter { !$0.is(FORMWORK_LOG) }.map { post in
      var post = post
      post.revision = 0
      return post
    }
    shown = ControlSequence.text(of: output)
  }

  func shows(_ text: String) -> Bool { shown.contains(text) }

  /// Returns how another performance differs; `nil` if it does not.
  func difference(of other: Performance) -> Message? {
    for (usual, post) in zip(posts, other.posts) where usual != post {
      let (words, usualWords) = (post.message, usual.message)
      return words == usualWords
        ? Message("deed.otherPost", ["post": words])
        : Message("deed.otherPost.kind", ["post": words, "usual": usualWords])
    }
    if let missing = posts.dropFirst(other.posts.count).first {
      return Message("deed.missingPost", ["post": missing.message])
    }
    if let surplus = other.posts.dropFirst(posts.count).first {
      return Message("deed.surplusPost", ["post": surplus.message])
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
    if let master = screen.tree.node("master") {
      screen.tree.set(master, .label, .text("Captain"))
    }
    screen.add(.notice, "tide", [.label: .text("High tide")])
    try tell()
    try settle()
    try enter("cd")
    try enter("y")
    let remains = try detach()
    return Performance(posts: posts, output: terminal.output, remains: remains)
  }
}

extension [UInt8] {
  /// Whether the bytes contain those of a text.
  func contains(_ text: String) -> Bool { firstRange(of: Array(text.utf8)) != nil }
}
