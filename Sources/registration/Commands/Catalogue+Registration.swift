import Accounts
import AccountsHTTP
import AccountsPostgreSQL
import AccountsSQLite
import Formwork
import FormworkHost

extension Catalogue {
  /// The sentences of the program in English.
  static let registration = Catalogue.form.overriding(Catalogue.accounts.entries)
    .overriding(Catalogue.sqliteStore.entries)
    .overriding(Catalogue.postgreSQLStore.entries)
    .overriding(Catalogue.serviceStore.entries)
    .overriding([
      "registration.title": "Registration",
      "registration.submit": "Register",
      "registration.registered": "Registered",
      "registration.closed": "registration is closed",
      "registration.unknownCheck": "no check is called {name}",

      "field.username": "Username",
      "field.username.detail":
        "{minimum} to {maximum} letters a to z of either case, digits, . _ -",
      "field.givenName": "Given name",
      "field.familyName": "Family name",
      "field.email": "E-mail",
      "field.contacts": "Contacts",
      "field.contact": "Contact",
      "field.kind": "Kind",
      "field.kind.email": "E-mail",
      "field.kind.web": "Web",
      "field.kind.telephone": "Telephone",
      "field.address": "Address",
      "field.isPublic": "Public",
      "field.password": "Password",
      "field.password.detail": .plural(
        one: "1 character or more; several words are easy to remember",
        other: "{count} characters or more; several words are easy to remember"),
      "field.passwordAgain": "Password again",
      "field.acceptTerms": "Accept the terms",
      "terms.title": "Terms, version {version}",

      "patternMismatch.username": "letters a to z, digits, . _ - only, and a letter first",
      "checking.usernameIsFree": "checking whether \"{text}\" is free",
      "customError.blank": "has nothing but blanks: write a name, or leave it empty",
      "customError.taken": "taken: choose another",
      "customError.reserved": "reserved: choose another",
      "customError.telephone":
        "not a telephone number: write + and 4 to 15 digits, such as +44 20 7946 0958",
      "customError.tooManyContacts": "more than {limit}: remove some",
      "customError.longContacts":
        "addresses of more than 4096 bytes together: shorten or remove some",
      "customError.containsUsername": "must not contain the username",
      "customError.commonPassword": "on the list of common passwords: choose another",
      "customError.equals.passwordAgain": "not the same as the password",
      "valueMissing.acceptTerms": "the terms have to be accepted",
      "customError.termsChanged":
        "the terms have changed meanwhile: leave, and open the form again to read them",
      "customError.submittedBefore":
        """
      this form was sent before, with another password, and the account exists: enter that password, or leave and sign \
      in with it
      """,
      "refusedElsewhere.customError.closed": "Registration is closed",
      "refusedElsewhere.customError.termsChanged":
        "There are terms to be accepted now: leave, and open the form again to read them",
      "leaveKeepingQuestion":
        "Leave? Your entries are saved for another time, except the passwords.",
      "button.cancel": "Leave",

      "outcome.none": "No account was made.",
      "outcome.none.kept":
        "No account was made. Your entries are saved for another time, except the passwords.",
      "outcome.unknown": "It is not known whether an account was made.",
      "outcome.unknown.kept":
        """
      It is not known whether an account was made. Your entries are saved for another time, except \
      the passwords.
      """,
      "outcome.unreported": "the account was made; {reason}",
      "home.greeting": "Welcome, {name}. Your username is {username}.",
      "home.population": .plural(one: "There is 1 account.", other: "There are {count} accounts."),

      "home.firstWelcome": "Welcome, {name}.",
      "home.welcome": "Welcome back, {name}.",
      "home.lastSeen": "You were last here: {time}.",
      "signin.title": "Sign in",
      "signin.submit": "Sign in",
      "signin.needed": "sign in first: type 'signin'",
      "signin.still": "You are still signed in as {name}.",
      "signin.none": "You are not signed in.",
      "signin.name": "Username: {name}",
      "customError.signIn": "wrong username or password",
      "signout.done": "{name} is signed out.",
      "style.unknown": "there is no such style: there are {names}",
      "style.chosen": "The style is {name}.",
      "members.title": "Members",
      "members.list": "Members",
      "members.empty": "there are no members",
      "members.listed.more":
        "only the first {count} matches are listed: search for a longer beginning to find others",
      "members.more": "only the first {count} are shown: type more of the name to find others",
      "members.old": "as they were {time}: the service does not answer",
      "members.search": "Search (how a username begins)",
      "members.row": "{time}",
      "members.row.since": "member since {time}",
      "members.row.seen": "last seen {time}",
      "members.row.changed": "last changed {time}",
      "members.order": "Order",
      "members.order.newest": "Newest first",
      "members.order.oldest": "Oldest first",
      "members.order.ascending": "A to Z",
      "members.order.descending": "Z to A",
      "members.order.recentlySeen": "Recently seen",
      "members.order.recentlyChanged": "Recently changed",
      "members.order.sideBySide": "A to Z, side by side",
      "members.column": "Column",
      "members.column.username": "Username",
      "members.column.name": "Name",
      "members.column.since": "Member since",
      "members.column.seen": "Last seen",
      "members.column.changed": "Last changed",
      "members.column.email": "E-mail",
      "details.back": "Back",
      "details.loading": "looking for the member",
      "details.gone": "There is no member {name} any more.",
      "details.since": "Member since: {time}",
      "details.seen": "Last seen: {time}",
      "details.changed": "Last changed: {time}",
      "details.administrator": "Administrator",

      "accounts.scheme":
        "accounts cannot be at {scheme}://: name a file, postgresql://HOST/DATABASE or https://HOST",
      "accounts.new": "There is no accounts file at {path} yet: it will be created.",
      "terms.awaited": "Type the terms, and then ^D on a line of its own.",
      "terms.refused": "terms file {file}: {reason}",
      "terms.refusedLine": "line {line}: {reason}",
      "terms.empty": "the file is empty: use --no-terms to remove the terms",

      "list.more": .plural(
        one: "and 1 more: 'registration list' lists them all",
        other: "and {count} more: 'registration list' lists them all"),
      "show.unknown": "no account is called {name}: 'list' lists them",
      "show.unknownThat": "no account is called that: 'list' lists them",
      "show.username": "Username: {text}",
      "show.givenName": "Given name: {text}",
      "show.familyName": "Family name: {text}",
      "show.email": "E-mail: {text}",
      "show.contact": "Contact: {kind}, {text}",
      "show.contact.public": "Contact: {kind}, {text}, public",
      "show.terms": "Terms: version {version} accepted",
      "policy.open": "Registration: open",
      "policy.closed": "Registration: closed",
      "policy.username": "Username: {minimum} to {maximum} characters",
      "policy.password": "Password: {minimum} to {maximum} characters",
      "policy.reserved": "Reserved: {names}",
      "policy.terms": "Terms: version {version}",
      "policy.noTerms": "Terms: none",
      "terms.none": "there are no terms: nothing has to be accepted",
      "terms.more": .plural(
        one: "and 1 more line: 'registration terms' shows them all",
        other: "and {count} more lines: 'registration terms' shows them all"),
      "shell.notRun": "{command}: the shell has no such command",
      "shell.plainAlone": "front-end: without a terminal, only plain can be used",

      "register.summary": "Make an account.",
      "register.detail": "Opens the form. Leaving the form leads back here.",
      "register.work": "opening the form",
      "list.summary": "List the accounts: username and full name.",
      "list.detail": "At most {limit} are shown here; 'registration list' shows all.",
      "list.work": "listing the accounts",
      "show.summary": "Show one account.",
      "show.detail": "The name may be typed in letters of either case.",
      "show.work": "looking for the account",
      "signin.summary": "Sign in.",
      "signin.detail": "Asks for the password.",
      "signin.work": "opening the form",
      "signout.summary": "Sign out.",
      "signout.work": "signing out",
      "home.summary": "Show how many accounts there are, and when you were last seen.",
      "home.work": "counting the accounts",
      "members.summary": "Look through the members, sorted and searched.",
      "members.detail": "The list follows changes of the members.",
      "members.work": "opening the list",
      "details.summary": "Show what you may see of one member.",
      "details.work": "looking for the member",
      "profile.summary": "Change your names and your e-mail address.",
      "profile.work": "opening the form",
      "password.summary": "Change your password.",
      "password.work": "opening the form",
      "delete.summary": "Delete your account.",
      "delete.work": "opening the form",
      "delete.unattended":
        "delete asks for confirmation: in a script, use '{command}'",
      "style.summary": "Set the format of numbers and times.",
      "style.detail":
        "plain: 100000 and ISO 8601; everyday: 100,000 and 3 days ago; records: 100-000.",
      "style.work": "saving the style",
      "policy.summary": "Show the rules for new accounts.",
      "policy.detail": "To change the policy, an administrator types 'policy change'.",
      "policy.change": "type 'policy', or 'policy change'",
      "policy.title": "Policy",
      "policy.submit": "Change the policy",
      "policy.changed": "The policy is changed.",
      "policy.unchanged": "The policy is unchanged.",
      "policy.unreported": "the policy was changed; {reason}",
      "policy.changedElsewhere":
        "the policy was changed elsewhere, as shown above, and not by this command: give the options again",
      "policy.field": "Length",
      "policy.field.isOpen": "New accounts are accepted",
      "policy.field.shortestName": "Minimum length of a username",
      "policy.field.longestName": "Maximum length of a username",
      "policy.field.shortestPassword": "Minimum length of a password",
      "policy.field.longestPassword": "Maximum length of a password",
      "policy.field.reservedNames": "Reserved names",
      "policy.field.reservedNames.detail": "with blanks between them",
      "policy.work": "loading the policy",
      "terms.summary": "Show the terms that a new account has to accept.",
      "terms.work": "loading the terms",
      "frontEnds.summary": "List the front ends: name, version of the contract, file.",
      "frontEnds.detail": "None of them is run.",
      "frontEnds.work": "inspecting the front ends",
      "frontEnd.summary": "Switch to another front end.",
      "frontEnd.work": "looking for the front end",

      "profile.title": "Your profile",
      "profile.submit": "Save",
      "password.title": "Your password",
      "password.submit": "Change the password",
      "deletion.title": "Delete your account",
      "delete.submit": "Delete the account",
      "delete.question": "Delete the account {name}, with all that belongs to it, for good?",

      "field.oldPassword": "Current password",
      "field.newPassword": "New password",
      "field.newPasswordAgain": "New password again",
      "field.ownUsername": "Your username",
      "field.ownUsername.detail": "type {name} to confirm",

      "customError.changedElsewhere":
        """
      changed elsewhere to "{text}": enter a value, or reload the form, which keeps your changes
      """,
      "customError.emptiedElsewhere":
        "emptied elsewhere: enter a value, or reload the form, which keeps your changes",
      "customError.openedElsewhere":
        "changed elsewhere, now on: choose a value, or reload the form",
      "customError.closedElsewhere":
        "changed elsewhere, now off: choose a value, or reload the form",
      "customError.wrongPassword": "not the password of this account",
      "customError.otherUsername": "not the name of this account",
      "refusedElsewhere.customError.tooManyTries":
        "Too many wrong passwords: submit again in {seconds} s",
      "refusedElsewhere.customError.openTries":
        "Too many sign-ins with this name are still running: submit again in {seconds} s",

      "memberForm.saved": "The profile is saved.",
      "memberForm.passwordChanged": "The password is changed. You are signed out everywhere else.",
      "memberForm.deleted": "The account is deleted.",
      "memberForm.cancelled": "Nothing was changed.",
      "memberForm.unreported.saved": "the profile was saved; {reason}",
      "memberForm.unreported.passwordChanged": "the password was changed; {reason}",
      "memberForm.unreported.deleted": "the account was deleted; {reason}",
      "memberForm.unknown": "It is not known whether that was done: check before you try again.",

      "members.listed": "List all accounts, or those that --search finds.",

      "signIn.refused":
        "wrong username or password: check --as, and the source of the password",
      "signIn.wait": .plural(
        one: "too many wrong passwords: try again in {count} second",
        other: "too many wrong passwords: try again in {count} seconds"),
      "signIn.openTries": .plural(
        one: "too many sign-ins with this name are still running: try again in {count} second",
        other: "too many sign-ins with this name are still running: try again in {count} seconds"),
      "signIn.missingName": "no account is named: give --as, and --password-file or --password-fd",
      "signIn.missingPassword": "there is no password: give --password-file or --password-fd",
      "secretFile.refused": "password from {file}: {reason}",
      "secretFile.terminal": "is a terminal: leave the option out, and the password is asked for",
      "secretFile.belongsToOthers": "belongs to another user: name a file of your own",
      "secretFile.openToOthers": "others may read it: chmod 600 it",
      "secretFile.tooLarge": "has more than {count} bytes: no password is that long",
      "secretFile.empty": "is empty: write the password on its one line",
      "secretFile.severalLines": "has more than one line: keep only the line with the password",
      "secretFile.noText": "is no text in UTF-8: write the password on one line",
      "usage.longLength": "{option}: at most {count} characters: lower the maximum",
      "usage.needsAs": "{option} needs --as: name an account",
      "usage.needsPassword":
        "{option} needs --password-file or --password-fd: give the current password",
    ])

  /// The sentences for scripts, which quote no line: it may be a password.
  static let scripts = registration.overriding([
    "shell.unknownCommand": "unknown command: help lists the commands",
    "shell.unknownCommand.near": "unknown command: did you mean {label}?",
    "shell.ambiguousCommand": "ambiguous command: {labels}",
  ])
}

/// The output of this program.
let console = ProgramOutput("registration", Catalogue.registration.spoken())
