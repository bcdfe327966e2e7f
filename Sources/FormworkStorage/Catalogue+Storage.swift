package import FormworkCore
import FormworkJSON

extension Catalogue {
  /// The sentences about the files of a user and about JSON, in English.
  package static let storage = json.overriding([
    "answers.noObject": "not an object: write {example}",
    "answers.unknown": "{pointer} is not in the form: there are {names}",
    "answers.noText": "{pointer} must be a string",
    "answers.noToggle": "{pointer} must be true or false",
    "answers.noNumber": "{pointer} must be a number",
    "answers.noOption": "{pointer} must be one of {names}",
    "answers.noOptions": "{pointer} must be an array of some of {names}",
    "answers.noMembers": "{pointer} must be an object",
    "answers.noList": "{pointer} must be an array",
    "answers.noAlternative": "{pointer} must be an object with one member, of {names}",
    "answers.tooMany": .plural(
      one: "{pointer} may have {count} item", other: "{pointer} may have {count} items at most"),
    "answers.tooDeep": "{pointer} is opened more than {count} deep",
    "answers.openToOthers": "has a secret, and others may read it: chmod 600 it",

    "draft.refused": "draft {path}: {reason}",
    "draft.notKept": "{reason}: your entries are not saved",
    "draft.setAside": "{reason}: set aside as {name}",
    "draft.inTheWay": "{reason}: move it away; your entries are not saved",
    "draft.notRemoved": "{reason}: remove it",
    "draft.openElsewhere":
      "This form is open elsewhere: here it starts empty, and has its own draft",
    "draft.dataChanged":
      "{path} has changed since the draft: a resumed draft brings the former values back",
    "draft.damaged": "damaged ({reason})",
    "draft.older": "of an earlier version of this program",
    "draft.newer": "of a later version of this program",
    "draft.anotherForm": "of a form with other fields",
    "draft.noVersion": "no version",
    "draft.noForm": "no form",
    "draft.noTime": "no time",
    "draft.noValues": "no values",
    "draft.noValue": "{place}: not a value of the form",
    "draft.noField": "{place}: not the name of a field",
    "history.refused": "history {path}: {reason}",
    "history.notKept": "{reason}: this run's lines are not kept",
    "settings.refused": "settings {path}: {reason}",
    "settings.noHome": "settings: no home directory is known: set HOME",
    "history.noHome": "no home directory is known: set HOME",
    "privateFile.symbolicLink": "is a symbolic link: put a file there, or nothing",
    "privateFile.noFile": "is no file: move it away",
    "privateFile.belongsToOthers": "belongs to another user: move it away",
    "privateFile.writableByOthers": "others may write to it: chmod 600 it",
    "privateFile.readableByOthers": "others may read it: chmod 600 it",
    "privateFile.directoryOfOthers":
      "{path} belongs to another user: name a directory of yours by XDG_STATE_HOME",
    "privateFile.writableDirectory":
      "others can write to {path}: run chmod go-w on it",
    "privateFile.notText": "is no text in UTF-8: move it away",
    "privateFile.tooMany": "there are {count} others: remove some",
    "privateFile.tooLarge": "more than {count} bytes: move it away",
  ])
}
