import FormworkCore

extension Catalogue {
  /// The sentences of the commands that sign in, in English.
  static let memberCommands = Catalogue([
    "members.listed": "List the accounts, or those whose usernames begin so.",

    "signIn.refused":
      "wrong username or password: check --as, and the source of the password",
    "signIn.wait": .plural(
      one: "too many wrong passwords: try again in {count} second",
      other: "too many wrong passwords: try again in {count} seconds"),
    "signIn.openTries": .plural(
      one: "too many tries with this name have not ended: try again in {count} second",
      other: "too many tries with this name have not ended: try again in {count} seconds"),
    "signIn.missingName": "no account is named: give --as, and --password-file or --password-fd",
    "signIn.missingPassword": "there is no password: give --password-file or --password-fd",
    "secretFile.refused": "password from {file}: {reason}",
    "secretFile.terminal": "is a terminal: leave the option out, and the password is asked for",
    "secretFile.belongsToOthers": "belongs to another user: name a file of your own",
    "secretFile.openToOthers": "others may read it: chmod 600 it",
    "secretFile.tooLarge": "has more than {count} bytes: no password is that long",
    "secretFile.empty": "is empty: write the password on its one line",
    "secretFile.severalLines": "has more than one line: leave the password alone",
    "secretFile.noText": "is no text in UTF-8: write the password on one line",
    "usage.longLength": "{option}: {count} characters at most: lower the greatest length",
    "usage.needsAs": "{option} needs --as: name an account",
    "usage.needsPassword":
      "{option} needs --password-file or --password-fd: say what the password is now",
  ])
}
