import FormworkFrontEnd

extension Catalogue {
  static let plain = Catalogue([
    "line.tooLong": "a line may have {count} bytes at most",
    "line.textTooLong": "a text may have {count} bytes at most",
    "line.maybeCut": "the terminal may have cut a line of {count} bytes or more",
    "line.notUTF8": "the line is not UTF-8",
    "line.containsNUL": "the line contains a NUL character",

    "plain.nothingTaken": "{subject}: {fault}; nothing was taken",
    "plain.partTaken": "{subject}: {fault}; nothing was taken from there on",
    "plain.screenChanged": "{subject}: not taken, because the question changed while it was typed",
    "plain.echoStays": "{subject}: not asked for, because this terminal would show what is typed",
    "plain.command": "Command (:help lists them)",
    "plain.nothingToChoose": "{subject}: there is nothing to choose; :help lists the commands",
    "plain.firstPrompt": ":help lists what can be typed in place of an answer, :quit leaves",
    "plain.keysOfSecrets": "^X p and Enter goes back, ^X n and Enter goes on, ^X ? and Enter helps",
    "plain.nothingToClear": "{subject}: there is nothing to clear",
    "plain.nothingBefore": "{subject}: there is nothing before it to go back to",
    "plain.noSection": "{subject}: it stands in no section that has buttons",
    "plain.nothingBehind": "{subject}: there is nothing behind it to go on to",
    "plain.keysBehindSecret":
      """
    {subject}: nothing was taken: ^X and its letter are typed alone on the line, and then Enter
    """,
    "plain.keysNotAlone":
      "nothing was taken: ^X and its letter are typed alone on the line, and then Enter",
    "plain.toAnswerFirst": "{subject}: this has to be answered before the form can be handed in",
    "plain.unknownCommand": "unknown command {word}; :help lists them",
    "plain.namelessCommand":
      """
    a command is a colon with its name right behind it, such as :help; an answer that begins with : \
    is typed with two of them
    """,
    "plain.commandNotAlone":
      """
    {command} stands alone on its line; an answer that begins with : is typed with two of them
    """,
    "plain.frontEndWords": ":front-end: name one to go on with, as in :front-end plain, or none",

    "help.all": ":front-end NAME goes on with another front end, :quit leaves, :help says this",
    "help.shell": "{subject}: type a command and Enter; help, without a colon, lists the commands",
    "help.shell.colons": "a command that begins with : is typed with two of them",
    "help.buttons":
      "{subject}: type a number, or the first letters; Enter alone means the number in brackets",
    "help.buttons.form": ":back goes back to the fields, :submit hands the form in",
    "help.list":
      """
    {subject}: type the number of a row to open it, or the first letters of it or of what stands above; \
    Enter alone shows the next page
    """,
    "help.section":
      """
    {subject}: type a number, or the first letters; the name of an item goes to it, Enter alone goes on
    """,
    "help.section.form": ":back goes back, :submit hands the form in, :reload loads it anew",
    "help.secret":
      """
    {subject}: what you type is not shown; Enter alone keeps what was typed before, and goes on
    """,
    "help.secret.keys":
      "^X is the keys Control and X together, alone on a line with one more, and Enter:",
    "help.secret.list":
      """
    ^X p goes back, ^X n goes on, ^X c begins the field anew, ^X s hands the form in, ^X r loads it \
    anew, ^X f goes on with the next front end, ^X ? says this
    """,
    "help.secret.colons":
      """
    :back, :next, :clear, :submit, :reload, :front-end, :help and :quit are taken, too; a secret that is one of these \
    is typed with two colons
    """,
    "help.secret.leave": "^D leaves",
    "help.area":
      "{subject}: each line that you type is one of the text; a single . on a line ends it",
    "help.area.end":
      """
    and, as the first, keeps what is there; a line that begins with . is typed with two of them
    """,
    "help.field": "{subject}: Enter alone keeps what is shown in brackets, and goes on",
    "help.fields":
      ":next goes on, :back goes back, :clear begins the field anew, :submit hands the form in",
    "help.fields.reload": ":reload loads the form anew; what was entered stays",
    "help.fields.section":
      """
    :section lists what can be done with the section around, :skip goes on behind it, :rewind goes back to \
    its beginning
    """,
    "help.fields.colons": "a text that begins with : is typed with two of them",

    "batch.line": "line {count}: {text}",
    "batch.promptLost": "{reason} (nothing after it is read: it may be the lines of a form)",
    "batch.inputEnded": "the input ended before this field",
    "batch.noYesOrNo": "answer y or n",
    "batch.noOption": "no option of that name, label or number",
    "batch.moreLines": "more lines than fields",
    "batch.needsAnswers": "{subject}: lines of a pipe cannot fill this in: use --answers FILE",
    "batch.notAccepted": "not accepted",
  ])
}
