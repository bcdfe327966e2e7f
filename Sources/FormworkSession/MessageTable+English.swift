extension MessageTable {
  /// The sentences in English.
  public static let english = MessageTable([
    "valueMissing": "required",
    "typeMismatch": "not of the right form",
    "typeMismatch.email": "not an e-mail address: it looks like name@example.org",
    "patternMismatch": "has characters that cannot be used here",
    "tooLong": "{limit} characters at most: {excess} too many",
    "tooShort": "{limit} characters at least: {missing} more",
    "rangeUnderflow": "{limit} or more",
    "rangeOverflow": "{limit} or less",
    "stepMismatch": "goes in steps of {step} from {base}",
    "badInput": "cannot be understood",
    "badInput.controlCharacter": "has a control character, {character}: take it out",
    "badInput.tooLarge": "more than {limit} bytes: shorten it",
    "badInput.notANumber": "not a number: digits, with a point before the fraction",
    "badInput.notAWholeNumber": "not a whole number",
    "badInput.notUTF8": "not UTF-8 text",
    "customError": "cannot be used",
    "customError.equals": "is not the same",
    "keyword": "breaks the rule \"{label}\"",

    "checking": "checking",
    "unverified": "could not be checked: {reason}",
    "loading": "Loading",
    "loadFailed": "Could not be loaded: {reason}",
    "awaitingChecks": "Waiting for: {labels}",
    "submitting": "Submitting",
    "submissionWithdrawn": "Not submitted yet: something changed while a check was running",
    "submissionFailed": "Not submitted: {reason}",
    "submissionFailed.timedOut":
      "Not known whether it was accepted: {reason}. Submit again to find out",
    "waitingForOutcome": "Waiting for the outcome: it cannot be taken back now",
    "refusedElsewhere": "Refused: {label}",
    "leaveQuestion": "Leave? What was entered is lost.",

    "button.submit": "Submit",
    "button.cancel": "Cancel",
    "button.retry": "Try again",
    "button.leave": "Leave",
    "button.stay": "Stay",

    "shell.unknownCommand": "unknown command \"{text}\": help lists the commands",
    "shell.unknownCommand.near": "unknown command \"{text}\": did you mean {label}?",
    "shell.ambiguousCommand": "ambiguous command \"{text}\": {labels}",
    "shell.missingArgument": "{label} is missing: type {text}",
    "shell.superfluousArguments": "too many words: type {text}",
    "shell.badInput.controlCharacter":
      "the line has a control character, {character}: take it out",
    "shell.interrupted": "{label}: ended before it was done",
  ])
}
