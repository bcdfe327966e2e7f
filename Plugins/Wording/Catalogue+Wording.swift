package import FormworkFrontEnd

extension Catalogue {
  package static let wording = Catalogue([
    "about": "{name}: {text}",
    "about.more": "{text}. {more}",
    "note": "Note: {text}",
    "item.part": "{name} of {item}",
    "item.removed": "{item}: removed, and can be put back",
    "field.cleared": "{name}: reset",
    "field.leftOpen": "{name}: left open: {verdict}",
    "field.checking": "{name}: checking{ellipsis}",
    "status.ok": "ok",
    "status.invalid": "not valid",
    "status.refused": "refused",
    "status.checking": "checking",
    "status.unverified": "could not be checked",

    "paste.joined": "Line breaks and tabs of the paste became spaces",
    "paste.tabs": "Tabs of the paste became spaces",
    "paste.tabs.cleaned": "Tabs of the paste became spaces, control characters were left out",
    "paste.cleaned": "Control characters of the paste were left out",
    "paste.joined.cleaned":
      "Line breaks and tabs of the paste became spaces, control characters were left out",
    "paste.cut": "The end of the paste did not come: what came before was taken",

    "progress": "{name}{ellipsis}",
    "progress.percent": "{name}: {count} %",

    "form": "Form",
    "form.submitting": "{name}: submitting{ellipsis}",
    "form.checking": "{name}: checking{ellipsis}",
    "form.loading": "{name}: loading{ellipsis}",
    "form.done": "{name}: done",
    "form.failed": "{name}: failed",
    "form.position": "{place} of {count}",
    "form.nothingToSubmit": "{name}: there is nothing to submit",
    "form.notAccepted": "{name}: not accepted",
    "form.faults": .plural(
      one: "{name}: not submitted; 1 answer needs correction: {fields}",
      other: "{name}: not submitted; {count} answers need correction: {fields}"),
    "form.moreFaults": "{fields} and {count} more",

    "form.faultsLeft": .plural(
      one: "1 answer left to fix; {key} submits",
      other: "{count} answers left to fix; {key} submits"),
    "form.noFaultLeft": "No answer left to fix; {key} submits",

    "alert.left": "Answered the question with: {button}",

    "answer.yes": "yes",
    "answer.yes.short": "y",
    "answer.no": "no",
    "answer.no.short": "n",
    "answer.noOption": "none",
    "answer.yesOrNo": "{subject}: answer y or n",
    "answer.none": "{subject}: no such answer. Type {numbers}, or the first letters",
    "answer.none.part": "{subject}: no such answer: {part}. Type {numbers}, or the first letters",
    "answer.none.words": "{subject}: no such answer. Type the first letters of what there is",
    "answer.several": "{subject}: several begin like that. Type {numbers}, or more letters",
    "answer.several.part": "{subject}: several begin like {part}. Type {numbers}, or more letters",
    "answer.several.words": "{subject}: several begin like that. Type more letters",
    "answer.empty": "{subject}: Enter alone chooses none. Type {numbers}, or the first letters",
    "answer.numbers": .plural(one: "1", other: "a number from 1 to {count}"),
    "answer.numbers.two": "1 or 2",
    "answer.typedAhead": "{subject}: what was typed before this question is dropped; type it now",

    "list.place": "{name}: {first} to {last} of {count}",
    "list.place.one": "{name}: {first} of {count}",
    "list.hidden": "Not shown: {columns}",
    "list.found": "{name}: {count} found: {names}",
    "list.found.more": "{name}: {count} found, such as {names}",
    "list.empty": "{name}: empty",
    "list.failed": "{name}: failed",
    "list.next": "Next page",
    "list.previous": "Page before",
    "list.this": "This page",
    "list.by": "By {column}",
    "list.ascending": "{order}, now ascending",
    "list.descending": "{order}, now descending",
    "list.row": "{row} ({remarks})",
    "list.selected": "selected",
    "list.disabled": "cannot be opened",
    "list.came": "{name}: new: {row}",
    "list.went": "{name}: no longer here: {row}",
    "list.changed": "{name}: changed: {row}",
    "list.changes": .plural(
      one: "{name}: 1 row has changed; This page shows it",
      other: "{name}: {count} rows have changed; This page shows them"),
    "list.gone": "{row}: no longer here",

    "prompt": "{question}: ",
    "prompt.shown": "{question} [{shown}]: ",
    "prompt.remarks": "{subject} ({remarks})",
    "prompt.required": "required",
    "prompt.secret": "not shown",
    "prompt.kept": .plural(
      one: "kept: 1 character; type to replace",
      other: "kept: {count} characters; type to replace"),
    "notes.more": .plural(
      one: "1 more line: Enter shows it", other: "{count} more lines: Enter shows them"),
    "prompt.area": "several lines, the last a single .",
    "prompt.area.begun": .plural(
      one: "1 line so far; finish with a line containing only .",
      other: "{count} lines so far; finish with a line containing only ."),
    "prompt.lines": .plural(one: "1 line", other: "{count} lines"),
    "prompt.toggle": "y/n",
    "prompt.choices": "several with commas, - for none",
    "prompt.button": "Button",
    "prompt.list": "{name} (Enter shows the page again): ",
    "prompt.list.next": "{name} (Enter shows the next page): ",
    "prompt.section": "{name} (Enter continues): ",
    "prompt.section.items": .plural(
      one: "{name} (1 item, Enter continues): ", other: "{name} ({count} items, Enter continues): "),
    "prompt.section.answered": "{name} ({answered} of {count} answered, Enter continues): ",
  ])

  package func text(
    _ key: String, _ texts: [String: String] = [:], count: Int? = nil
  ) -> String {
    text(for: .key(key, texts.mapValues { .verbatim($0) }, count: count))
  }
}
