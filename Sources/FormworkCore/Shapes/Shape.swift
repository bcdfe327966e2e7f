/// What one part of a form is made of: immutable, known before anything is entered, and shared by all
/// parts of its kind.
///
/// The items of a list have one shape, whatever their number.
final class Shape: Sendable {
  /// What the part is.
  enum Content: Sendable {
    /// Holds what a person enters.
    case field(Shared<FieldSpecification>)

    /// Other parts, which have an answer together.
    case section(SectionSpecification)

    /// One item of a list: its members, and whether its answer is that of the one member.
    case item(ListBody)

    /// Other parts that are shown together; each has its answer in the section around.
    case group(name: String, label: Message)
  }

  /// A text that is shown among the parts.
  struct Note: Sendable {
    let number: Int
    let name: String
    let text: Message
  }

  /// Its place in the definition: a part stands before all parts that have a higher one.
  let number: Int

  /// The name in the section around; a group and an item have none of their own.
  let name: FieldID

  /// Its place among its parent's children.
  let place: Int

  let content: Content

  /// The field by which the person says that an optional section is wanted, or which alternative.
  let control: Shape?

  /// What it is made of: a list of one item, alternatives of one section each.
  let children: [Shape]

  let notes: [Note]

  /// How many items it begins with, in all lists that are in it; one that a person chooses or opens counts.
  let itemCount: Int

  /// The members by name, and their numbers, where parts are found by name from here.
  let names: [FieldID: Int]

  /// What its rules and its check read.
  let reads: [Read]

  /// When it is part of the form; always, where there is none.
  let condition: Test?

  /// What reads it.
  let dependents: [Dependent]

  /// Of a list, what is asked of its items from outside.
  let questions: [Test]

  /// The place in an order in which conditions can be decided: behind all that its own reads.
  let rank: Int

  init(
    _ outline: ShapeOutline.Node, names: [FieldID: Int], control: Shape?, children: [Shape]
  ) {
    number = outline.number
    name = outline.name
    place = outline.place
    content = outline.content
    notes = outline.notes
    reads = outline.reads
    condition = outline.condition
    dependents = outline.dependents
    questions = outline.questions
    rank = outline.rank
    self.names = names
    self.control = control
    self.children = children
    var itemCount = children.reduce(0) { $0 + $1.itemCount }
    if case .section(let section) = outline.content, case .list(let list) = section.body {
      itemCount = (itemCount + 1) * list.count.lowerBound
    }
    self.itemCount = itemCount
  }

  /// The section, where it is one.
  var section: SectionSpecification? {
    if case .section(let section) = content { section } else { nil }
  }

  /// The way to a member by its name, through what is shown together; `nil` where there is none.
  func way(to name: FieldID) -> ShapeRoute? {
    guard let number = names[name] else { return nil }
    var steps: [ShapeStep] = []
    var shape = self
    while shape.number != number {
      // The children stand in the order of their numbers; the control has one before its section's.
      let end = shape.children.end { ($0.control ?? $0).number <= number }
      guard end > 0 else { return nil }
      shape = shape.children[end - 1]
      steps.append(.child(end - 1))
      if shape.control?.number == number {
        steps.append(.control)
        break
      }
    }
    return ShapeRoute(ups: 0, downs: steps)
  }

  /// What its items are, where it is a list.
  var list: ListBody? {
    if case .list(let list)? = section?.body { list } else { nil }
  }

  /// The options, where the part is one of some sections.
  var alternatives: [SectionSpecification]? {
    if case .alternatives(let options)? = section?.body { options } else { nil }
  }
}

/// A value that its holders share: a copy of a large one would count the references within it, and
/// each item of a list has its fields' specifications.
final class Shared<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}

/// One step from a part to another one below it.
enum ShapeStep: Hashable, Sendable {
  /// To the child at a place.
  case child(Int)

  /// To each item of a list.
  case eachItem

  /// To the field by which the person says whether a section is wanted.
  case control
}

/// The way from a part to another one.
struct ShapeRoute: Hashable, Sendable {
  /// How many parents up.
  let ups: Int

  /// And from there down.
  let downs: [ShapeStep]
}

/// Another part that a part reads.
struct Read: Sendable {
  /// How the definition calls it.
  let id: FieldID
  let route: ShapeRoute
}

/// A part that reads another, found from that one.
struct Dependent: Hashable, Sendable {
  let route: ShapeRoute
  var reach: Reach
}

/// What a part reads another for.
struct Reach: OptionSet, Hashable, Sendable {
  let rawValue: Int
  static let rules = Reach(rawValue: 1)
  static let check = Reach(rawValue: 2)
  static let condition = Reach(rawValue: 4)

  /// What is asked of the items of a list; the reader is the item.
  static let question = Reach(rawValue: 8)
}

/// A condition, with the ways to what it reads.
indirect enum Test: Sendable {
  case equals(ShapeRoute, Value)
  case isFilled(ShapeRoute)
  case count(ShapeRoute, ClosedRange<Int>)

  /// Of so many items of the list, the question of this number is to be answered with yes: of one at
  /// least, or of every one.
  case items(ShapeRoute, question: Int, isEvery: Bool)
  case not(Test)
  case all([Test])
  case any([Test])
}

extension Array {
  /// The end of those that come first, and for which alone a condition holds, by bisection.
  ///
  /// - Complexity: O(log *n*): a form of many fields is made by as many of these.
  func end(where isFirst: (Element) -> Bool) -> Int {
    var places = indices
    while let middle = places.dropFirst(places.count / 2).first {
      if isFirst(self[middle]) {
        places = middle + 1..<places.upperBound
      } else {
        places = places.lowerBound..<middle
      }
    }
    return places.lowerBound
  }
}

extension Shape {
  /// The shape of a form, or of a part of one that is known later, made of these items.
  ///
  /// - Throws: What cannot be.
  static func compile(_ items: [FormItem]) throws(DefinitionError) -> Shape {
    let outline = try ShapeOutline(items)
    // Children have higher indexes than their parents.
    var shapes: [Shape?] = Array(repeating: nil, count: outline.nodes.count)
    for index in outline.nodes.indices.reversed() {
      let node = outline.nodes[index]
      shapes[index] = Shape(
        node, names: node.names.isEmpty ? [:] : node.names.mapValues { outline.nodes[$0].number },
        control: node.control.flatMap { shapes[$0] },
        children: node.children.compactMap { shapes[$0] })
    }
    guard let root = shapes.first.flatMap(\.self) else { preconditionFailure("no root") }
    return root
  }
}
