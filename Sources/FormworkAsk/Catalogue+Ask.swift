package import FormworkCore
import FormworkSchema

extension Catalogue {
  /// The English messages of forms made from schemas.
  package static let ask = Catalogue.schema.overriding([
    "ask.key": "Name",
    "ask.entry": "Entry",
    "ask.deprecated": "No longer in use.",
    "ask.decline": "Decline",
    "ask.notRun": "the programs of the schema are not run: if you trust them, add --allow-checks",
    "ask.secretProgram": "a program must not get a secret: remove it",
    "ask.partsProgram": "only a single value can have a program: move it to a member or item",
    "ask.program.silent": "{program}: exit status 1 without a line: write the reason",
    "ask.program.exited": "{program}: exit status {status}: 0 or 1 is needed",
    "ask.program.signalled": "{program}: ended by signal {signal}",
    "ask.program.failed": "{program}: {reason}",
    "ask.program.limit": "{program}: more than {limit} bytes of output",
    "ask.violation": "{pointer}: {reason}",
    "ask.hint": "use --data FILE",
    "ask.output": "{path}: {reason}: name a file that can be written",
    "ask.notFlat": "--format env is for flat answers: use json or yaml",
  ])
}
