/// The immutable structure of one part, which all parts of its kind share.
///
/// All items of a list have the same shape.
@dynamicMemberLookup
final class Shape: Sendable {
  enum Content: Sendable {
    /// A field.
    case field(Shared<FieldSpecification>)

    /// A section with members that have an answer together.
    indirect case section(SectionSpecification)

    /// An item of a list, whose answer is an object or the answer of a single member.
    indirect case item(ListBody)

    /// A group of parts, whose answers belong to the section around the group.
    indirect case group(name: String, label: Message)

    /// The name in the section around, which is empty for a group or an item.
    var name: FieldID {
      switch self {
      case .field(let field): field.value.id
      case .section(let section): section.id
      case .item, .group: ""
      }
    }
  }

  /// A permanent text among the parts.
  struct Note: Sendable {
    let number: Int
    let name: String
    let text: Message
  }

  /// The position in the definition: a part precedes all parts with higher numbers.
  let number: Int

  let place: Int

  let content: Content

  var name: FieldID { content.name }

  /// The position in an order of evaluation in which all dependencies of a condition precede it.
  let rank: Int

  /// The relations to other parts; fields without any share one instance.
  private let relations: Shared<Relations>

  private static let noRelations = Shared(Relations())

  struct Relations: Sendable {
    /// The field with which the user includes an optional section, or chooses an alternative.
    var control: Shape?

    /// The shapes below: one item for a list, one section for each alternative.
    var children: [Shape] = []

    var notes: [Note] = []

    /// The number of initial items in all lists below, including those in sections that are not open.
    var itemCount = 0

    /// The numbers of the members by name, if names are resolved from this shape.
    var names: [FieldID: Int] = [:]

    /// The parts that the rules and the check read.
    var reads: [Read] = []

    /// The condition for the part to belong to the form, or `nil` if it always does.
    var condition: Test?

    /// The parts that read this part.
    var dependents: [Dependent] = []

    /// The conditions about single items that other parts test on this list.
    var questions: [Test] = []
  }

  init(_ outline: ShapeOutline.Node, control: Shape?, children: [Shape]) {
    number = outline.number
    place = outline.place
    content = outline.content
    rank = outline.rank
    var relations = outline.relations
    if case .field = content, relations.reads.isEmpty, relations.dependents.isEmpty,
      relations.condition == nil
    {
      self.relations = Self.noRelations
      return
    }
    relations.control = control
    relations.children = children
    relations.itemCount = children.reduce(0) { $0 + $1.itemCount }
    if case .section(let section) = content, case .list(let list) = section.body {
      relations.itemCount = (relations.itemCount + 1) * list.count.lowerBound
    }
    self.relations = Shared(relations)
  }

  subscript<Member>(dynamicMember member: KeyPath<Relations, Member>) -> Member {
    relations.value[keyPath: member]
  }

  var section: SectionSpecification? {
    if case .section(let section) = content { section } else { nil }
  }

  /// Returns the route to a member by its name, also through groups, or `nil` if there is none.
  func way(to name: FieldID) -> ShapeRoute? {
    guard let number = self.names[name] else { return nil }
    var steps: [ShapeStep] = []
    var shape = self
    while shape.number != number {
      // Children are in the order of their numbers. A control precedes its section.
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

  /// Returns the shape of a member by its name, or `nil` if there is none.
  func member(_ name: FieldID) -> Shape? {
    way(to: name)?.downs.reduce(self) { shape, step in
      switch step {
      case .child(let place): shape.children[place]
      case .eachItem: shape.children[0]
      case .control: shape.control ?? shape
      }
    }
  }

  var list: ListBody? {
    if case .list(let list)? = section?.body { list } else { nil }
  }

  var alternatives: [SectionSpecification]? {
    if case .alternatives(let options)? = section?.body { options } else { nil }
  }
}

/// A step from a part to a part below it.
enum ShapeStep: Hashable, Sendable {
  /// To the child at an index.
  case child(Int)

  /// To every item of a list.
  case eachItem

  /// To the control of a section.
  case control
}

struct ShapeRoute: Hashable, Sendable {
  /// The number of steps to a parent.
  let ups: Int

  /// The steps down from there.
  let downs: [ShapeStep]
}

/// A reference to another part that a part reads.
struct Read: Sendable {
  /// The path of the other part in the definition.
  let id: FieldID
  let route: ShapeRoute
}

/// A part that reads another part, and the route from the other part to it.
struct Dependent: Hashable, Sendable {
  let route: ShapeRoute
  var reach: Reach
}

/// The purposes for which a part reads another part.
struct Reach: OptionSet, Hashable, Sendable {
  let rawValue: Int
  static let rules = Reach(rawValue: 1)
  static let check = Reach(rawValue: 2)
  static let condition = Reach(rawValue: 4)

  /// A condition about single items of a list; the reader is the item.
  static let question = Reach(rawValue: 8)
}

/// A condition with the routes to the parts that it reads.
indirect enum Test: Sendable {
  case equals(ShapeRoute, Value)
  case isFilled(ShapeRoute)
  case count(ShapeRoute, ClosedRange<Int>)

  /// The question of this number holds for at least one item of the list, or for every item.
  case items(ShapeRoute, question: Int, isEvery: Bool)
  case not(Test)
  case all([Test])
  case any([Test])
}

extension Array {
  /// Returns the end of the prefix of elements for which a condition holds, by bisection.
  ///
  /// - Complexity: O(log *n*). Building a form calls this for each field.
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
  /// Creates the shape of a form, or of a part that the user opens, from items.
  static func compile(_ items: [FormItem]) throws(DefinitionError) -> Shape {
    var nodes = try ShapeOutline(items).nodes
    // Children have higher indexes than their parents.
    var shapes: [Shape?] = Array(repeating: nil, count: nodes.count)
    while var node = nodes.popLast() {
      node.relations.names = node.relations.names.mapValues { shapes[$0]?.number ?? 0 }
      shapes[nodes.count] = Shape(
        node, control: node.control.flatMap { shapes[$0] },
        children: node.children.compactMap { shapes[$0] })
    }
    guard let root = shapes.first.flatMap(\.self) else { preconditionFailure("no root") }
    return root
  }
}
