public import FormworkCore
import FormworkHost
import FormworkSession

extension Catalogue {
  /// The sentences of forms that ``Form`` asks, in English, including those of the host.
  public static let form = english.overriding(host.entries).overriding([
    "form.cancelled": "nothing was submitted",
    "form.declined": "declined to answer",
    "form.inputEnded": "input ended before the form was submitted",
    "form.invalid": "the answers are not valid: nothing was submitted",
    "form.refused": "the answers were refused",
    "form.outcomeUnknown":
      "there was no response, and the answers may have been accepted: check before you submit them again",
    "form.kept": "your entries are saved for another time, except secrets",
    "form.interrupted": "ended by signal {signal}",
    "form.noCheck": "nothing checks {fields}: pass `checking:` to the form",
    "form.noThread": "no thread could be started for the form: raise the limit of processes",
    "form.needsMainActor":
      "it waits for the main actor, which the form blocks: run it on another actor",

    "objection": "{pointer}: {reason}",
    "file.standardInput": "standard input",
    "file.descriptor": "descriptor {number}",
    "file.unreadable": "{reason}: name a file that can be read",
    "file.directory": "is a directory: name a file that can be read",
    "file.encoding": "is {name}: save it as UTF-8",
    "file.noWriter": "is a pipe that no program writes to: start one, or name a file",
    "answers.hint": "use --answers FILE",
    "answers.awaited": "Type the answers, a JSON object, and then ^D on a line of its own.",
    "answers.refused": "answers file {file}: {reason}",
    "answers.empty": "is empty: write {example}",
    "answers.tooLarge": "more than {count} bytes: shorten the answers",
  ])
}
