public import FormworkCore
import FormworkStorage

extension Catalogue {
  /// The sentences of forms and shells in English.
  public static let english = storage.overriding([
    "valueMissing": "required",
    "typeMismatch.email": "not an e-mail address: write one such as name@example.org",
    "typeMismatch.webAddress": "not a web address: write one such as https://example.org",
    "patternMismatch": "has characters that cannot be used here",
    "patternMismatch.format": "not in the expected format",
    "tooLong": .plural(
      one: "{limit} character at most: {excess} too many",
      other: "{limit} characters at most: {excess} too many"),
    "tooShort": .plural(
      one: "{limit} character at least: {missing} more",
      other: "{limit} characters at least: {missing} more"),
    "rangeUnderflow.number": "{limit} or more",
    "rangeOverflow.number": "{limit} or less",
    "stepMismatch.number": "must be in steps of {step} from {base}",
    "rangeUnderflow.dateTime": "{limit} or later",
    "rangeOverflow.dateTime": "{limit} or earlier",
    "stepMismatch.days": .plural(
      one: "must be in steps of {step} day from {base}",
      other: "must be in steps of {step} days from {base}"),
    "stepMismatch.minutes": .plural(
      one: "must be in steps of {step} minute from {base}",
      other: "must be in steps of {step} minutes from {base}"),
    "stepMismatch.seconds": .plural(
      one: "must be in steps of {step} second from {base}",
      other: "must be in steps of {step} seconds from {base}"),
    "stepMismatch.milliseconds": .plural(
      one: "must be in steps of {step} millisecond from {base}",
      other: "must be in steps of {step} milliseconds from {base}"),
    "badInput.wrongKind": "cannot be understood",
    "badInput.controlCharacter": "contains a control character, {character}: remove it",
    "badInput.tooLarge": .plural(
      one: "more than {limit} byte: shorten it", other: "more than {limit} bytes: shorten it"),
    "badInput.tooManyMarks": .plural(
      one: "more than {limit} mark on one letter: enter fewer",
      other: "more than {limit} marks on one letter: enter fewer"),
    "badInput.notANumber": "must be a number, such as 42 or 2.5",
    "badInput.notAWholeNumber": "must be a whole number, such as 42",
    "badInput.date": "must be a date that exists, such as 2026-11-22",
    "badInput.time": "must be a time, such as 14:30",
    "badInput.dateAndTime": "must be a date and a time, such as 2026-11-22 14:30",
    "format.date": "year-month-day, such as 2026-11-22",
    "format.time": "hours:minutes, such as 14:30",
    "format.dateAndTime": "year-month-day hours:minutes, such as 2026-11-22 14:30",
    "badInput.notJSON": "must be a JSON value: {reason}",
    "badInput.notUTF8": "not UTF-8 text",
    "customError.equals": "is not the same",
    "customError.sameKey": "two have the same key: change one of them, or remove it",
    "keyword": "breaks the rule \"{label}\"",
    "keyword.uniqueItems": "two of them are the same: change one, or remove it",

    "definition.badName":
      "the name \"{name}\" cannot be used: it is empty or \"..\", ends with ?, has a slash (write ~1), or is a number and names a section",
    "definition.endlessSection": "\"{name}\" contains itself without end: let the user open it",
    "definition.duplicateField":
      "two fields are called \"{field}\": give one of them another name",
    "definition.unknownField":
      "the field \"{reader}\" reads \"{field}\", which is not in the form: add it, or read another",
    "definition.unfit":
      "\"{reader}\" cannot read \"{field}\" in this way: only fields have values, only lists have items, and parts of an item or of an opened section are read only from inside",
    "definition.unfitValue":
      "\"{reader}\" compares \"{field}\" with a value that it cannot have: use a value of its kind, or one of its options",
    "definition.noOptions":
      "\"{field}\" has no options: add at least one",
    "definition.duplicateOption":
      "two options of \"{field}\" have the same value: give one of them another value",
    "definition.circularConditions":
      "the conditions of {fields} depend on each other in a circle: remove one of them",
    "definition.badCount":
      "the minimum of \"{name}\" is not possible: a form has 0 to {count} items in all",
    "definition.badLimit":
      "the field \"{field}\" has the limit {limit}, which is not a date or time of its kind: write it like 2026-11-22 or 09:30",
    "definition.requiredAfterCondition":
      "the field \"{field}\" is required after its condition was set: call required() before shown(when:)",
    "definition.contradictoryLimits":
      "nothing is within the limits of the field \"{field}\": give it a minimum up to its maximum, and lengths from 0",
    "definition.noCharacters":
      "the field \"{field}\" allows no characters: name the ones that it allows",
    "definition.badStep":
      "the step of the field \"{field}\" is not above 0: give it a positive one",
    "definition.badInitialAnswer":
      "the user could not enter the initial answer of the field \"{field}\": give it one that can be entered",

    "checking": "checking",
    "unverified": "could not be checked: {reason}",
    "loading": "Loading",
    "loadFailed": "Could not be loaded: {reason}",
    "awaitingChecks": "Will be submitted after these checks: {labels}",
    "submitting": "Submitting",
    "submissionWithdrawn": "Not submitted yet: something changed while a check was running",
    "submissionFailed": "Not submitted: {reason}",
    "submissionFailed.timedOut":
      "Not known whether it was accepted: {reason}. Submit again to find out",
    "submissionFailed.outcomeUnknown": "Not known whether it was accepted: {reason}",
    "waitingForOutcome": "Being submitted: this cannot be undone now",
    "refusedElsewhere": "Refused: {reason}",
    "refusedPart": "{label} was refused: {reason}",
    "leaveQuestion": "Leave? Your entries will be lost.",
    "leaveKeepingQuestion": "Leave? Your entries are saved for another time, except secrets.",
    "resumeQuestion": "This form was begun and not submitted, {text}. Resume it?",
    "nothingToResume": "No saved entries to resume",
    "reason.timedOut": "no answer in time",

    "draft.notReadInTime":
      "the draft of this form cannot be read in time: your entries are not saved",

    "wakeUp.refused":
      "no further file can be opened ({reason}): raise the limit with ulimit -n",

    "button.add": "Add {item.inner}",
    "button.decline": "Decline",
    "button.goOn": "Continue editing",
    "button.moveDown": "Move {item.inner} down",
    "button.moveUp": "Move {item.inner} up",
    "button.open": "Open {item.inner}",
    "button.putBack": "Put back {item.inner}",
    "button.remove": "Remove {item.inner}",
    "list.item": "{item} {number}",
    "listFull": "{label}: {count} at most: the list is full",
    "review.line": "{label}: {value}",
    "review.item": "{item}, {label}: {value}",
    "review.secret": .plural(one: "{count} character", other: "{count} characters"),
    "review.yes": "yes",
    "review.no": "no",
    "reviewQuestion": "Are these answers right? Choose one to go back to it.",
    "tooDeep": "nested too deeply to open",
    "tooManyParts": "the form has no room for more",
    "button.submit": "Submit",
    "button.cancel": "Cancel",
    "button.retry": "Try again",
    "button.leave": "Leave",
    "button.stay": "Stay",
    "button.resume": "Resume",
    "button.startAnew": "Start over",
    "list.order": "Sorted by",
    "time.now": "just now",
    "time.minutes": .plural(one: "a minute ago", other: "{count} minutes ago"),
    "time.hours": .plural(one: "an hour ago", other: "{count} hours ago"),
    "time.days": .plural(one: "a day ago", other: "{count} days ago"),
    "list.loading": "one moment",
    "list.unmatched": "Nothing is found.",
    "list.failed": "Could not be loaded: {reason}",

    "shell.welcome": "help lists the commands, exit leaves",
    "shell.overview": "{command}{summary}",
    "shell.help": "{command}: {summary}",
    "shell.help.summary": "List the commands, or explain one.",
    "shell.help.detail":
      "The beginning of a command suffices, if no other command begins the same.",
    "shell.exit.summary": "Leave.",
    "shell.exit.detail": "quit, and ^D on an empty line, leave too.",
    "shell.unknownCommand": "unknown command {text}: help lists the commands",
    "shell.unknownCommand.near": "unknown command {text}: did you mean {label}?",
    "shell.ambiguousCommand": "ambiguous command {text}: {labels}",
    "shell.missingArgument": "{label} is missing: type {text}",
    "shell.superfluousArguments": "too many words: type {text}",
    "shell.controlCharacter": "the line contains a control character, {character}: remove it",
    "shell.formLost": "{reason} (nothing after it is read: it may be the lines of a form)",
    "shell.interrupted": "{label}: interrupted before it finished",
  ])
}

extension DefinitionError: CustomStringConvertible {
  /// The message in English, for a definition error that is not caught.
  public var description: String { Catalogue.english.text(for: message) }
}
