import CFormwork
import FormworkCore
import FormworkTools

/// The posts and the output of a run with a fixed scene, to compare in several circumstances.
struct RecordedRun {
  let posts: [ScriptMessage]

  /// The faults in the state of the process after the run.
  let faults: [String]

  /// Whether the pictures are not on the terminal.
  let isElsewhere: Bool

  private let shown: [UInt8]

  /// The texts of the scene that a front end shows.
  private static let markers = ["Harbour", "Berth", "Where it lies", "Vessel", "Captain"]

  init(posts: [ScriptMessage], output: [UInt8], faults: [String] = [], isElsewhere: Bool = false) {
    (self.faults, self.isElsewhere) = (faults, isElsewhere)
    // The last flush before a post depends on which process was faster, and a LOG may name what differs.
    self.posts = posts.filter { !$0.is(FORMWORK_LOG) }.map { post in
      var post = post
      post.revision = 0
      return post
    }
    shown = TerminalOutput(output).text
  }

  func shows(_ text: String) -> Bool { shown.contains(text) }

  /// Returns how another run differs; `nil` if it does not.
  func difference(of other: RecordedRun) -> Message? {
    for (usual, post) in zip(posts, other.posts) where usual != post {
      let (words, usualWords) = (post.message, usual.message)
      return words == usualWords
        ? .key("problem.otherPost", ["post": words])
        : .key("problem.otherPost.kind", ["post": words, "usual": usualWords])
    }
    if let missing = posts.dropFirst(other.posts.count).first {
      return .key("problem.missingPost", ["post": missing.message])
    }
    if let surplus = other.posts.dropFirst(posts.count).first {
      return .key("problem.surplusPost", ["post": surplus.message])
    }
    return Self.markers.first { shows($0) && !other.shows($0) }
      .map { .key("problem.missingText", ["text": .verbatim($0)]) }
  }
}

extension SessionHost {
  /// Shows a form, types into it, changes it, and detaches.
  func perform() throws(CheckFailure) -> RecordedRun {
    try attach()
    try enter("ab")
    try enter("")
    screen.set("master", .label, .text("Captain"))
    screen.add(.notice, "tide", [.label: .text("High tide")])
    try show()
    try enter("cd")
    try enter("y")
    let faults = try detach().faults
    return RecordedRun(posts: posts, output: output, faults: faults, isElsewhere: showsElsewhere)
  }
}

extension [UInt8] {
  /// Whether the bytes contain those of a text.
  func contains(_ text: String) -> Bool { firstRange(of: Array(text.utf8)) != nil }
}
