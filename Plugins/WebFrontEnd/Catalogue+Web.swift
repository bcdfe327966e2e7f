package import FormworkFrontEnd

extension Catalogue {
  /// The sentences of the page and of the terminal, in English.
  package static let web = Catalogue([
    "web.open": "The form is at {address}",
    "web.tunnel": "From your own machine: {command}, and open the same address there",
    "web.closed": "The page was closed, and the form waits. It is at {address}",
    "web.unencrypted": "Other machines can read what is typed: the connection is not encrypted",
    "web.badPort": "FORMWORK_FRONT_END_PORT: {text} is not a port from 1 to 65535",
    "web.badAddress":
      "FORMWORK_FRONT_END_LISTEN: {text} is not an IP address, such as 192.0.2.1",
    "web.noWord":
      "FORMWORK_FRONT_END_LISTEN: the page would not be encrypted; allow this by FORMWORK_FRONT_END_LISTEN_UNENCRYPTED=yes",

    "page.loading": "Loading…",
    "page.noLink": "Open the address that the program shows on its terminal.",
    "page.used":
      "This link was used before, or the form is open in another window. After that window is closed, the terminal shows a new link.",
    "page.gone":
      "The program has ended, or the form is open in another window. What you typed stays here, but is not sent.",
    "page.foreign":
      "Another program answers instead of the form. What you typed stays here, and was not sent to that program.",
    "page.elsewhere": "The form continues in another tab. You can close this one.",
    "page.lost": "The connection to the program is interrupted. What you type is kept here.",
    "page.pending":
      "{name}: the program has not answered yet. The fields are locked until it does.",
    "page.slow": "The program does not answer. What you type is kept here.",
    "page.back": "Connected again.",
    "page.notSent": "Not delivered, because the form has changed: {fields}",
    "page.tooLong": "{name}: the text is too long, and was not accepted",
    "page.severalLines": "{name}: the paste was ignored, it has several lines",
    "page.joined": "Line breaks and tabs of the paste became spaces",
    "page.tabs": "Tabs of the paste became spaces",
    "page.end.done": "Finished",
    "page.end.submitted": "Submitted",
    "page.end.left": "Closed: nothing was submitted",
    "page.end.switched": "The form continues on the terminal",
    "page.end.ended": "The program has ended: nothing was submitted",
    "page.end.signal": "The program has ended",
    "page.end.close": "You can close this page.",
    "page.answered": "{answered} of {count} answered",
    "page.required": "required",
    "page.none": "no answer",
    "page.choose": "Choose…",
    "page.reveal": "Show",
    "page.reset": "Reset",
    "page.kept": .plural(
      one: "kept: 1 character; type to replace", other: "kept: {count} characters; type to replace"),
    "page.rows": "Rows {first} to {last} of {count}",
    "page.rows.earlier": "Earlier rows",
    "page.rows.later": "More rows",
    "page.reload": "Reload",
    "page.empty": "No rows",
    "page.selected": "selected",
    "page.about": "{name}: {text}",
    "page.working": "Please wait…",

    "page.status.valid": "ok",
    "page.status.invalid": "not valid",
    "page.status.refused": "refused",
    "page.status.unverified": "could not be checked",
    "page.status.waiting": "checking…",
    "page.status.checking": "checking…",
    "page.status.loading": "loading…",
    "page.status.submitting": "submitting…",
    "page.status.failed": "failed",
    "page.status.done": "done",

    "page.refusal.stale": "The form has changed meanwhile: please check this answer.",
    "page.refusal.notSeen": "The form has changed meanwhile: please try again.",
    "page.refusal.noNode": "This part of the form is gone.",
    "page.refusal.notNow": "Not possible now.",
    "page.refusal.noText": "This text cannot be accepted.",
    "page.refusal.blocked": "Not possible.",
  ])
}

/// The sentences of this front end, in the language of the user.
let sentences = Catalogue.web.spoken()
