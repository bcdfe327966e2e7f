package import FormworkCore
import FormworkSchema

extension Catalogue {
  /// The English messages of forms made from schemas.
  package static let ask = Catalogue.schema.overriding([
    "ask.key": "Name",
    "ask.entry": "Entry",
    "ask.deprecated": "No longer in use.",
    "ask.decline": "Decline",
    "ask.violation": "{pointer}: {reason}",
    "ask.hint": "use --data FILE",
    "ask.output": "{path}: {reason}: name a file that can be written",
    "ask.notFlat": "--format env is for flat answers: use json or yaml",
  ])
}
