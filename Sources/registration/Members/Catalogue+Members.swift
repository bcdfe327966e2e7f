import FormworkCore

extension Catalogue {
  /// The sentences of the members' forms in English.
  static let memberForms = Catalogue([
    "profile.title": "Your profile",
    "profile.submit": "Save",
    "password.title": "Your password",
    "password.submit": "Change the password",
    "delete.title": "Delete your account",
    "delete.submit": "Delete the account",
    "delete.question": "Delete the account {name}, with all that belongs to it, for good?",

    "field.oldPassword": "Present password",
    "field.newPassword": "New password",
    "field.newPasswordAgain": "New password again",
    "field.ownUsername": "Your username",
    "field.ownUsername.detail": "{name}, to say that you mean this account",

    "customError.changedElsewhere":
      """
    changed elsewhere to "{0}": enter a value, or reload the form, which keeps your changes
    """,
    "customError.emptiedElsewhere":
      """
    emptied elsewhere: enter a value, or reload the form, which keeps your changes
    """,
    "customError.openedElsewhere":
      "changed elsewhere, now on: choose a value, or reload the form",
    "customError.closedElsewhere":
      "changed elsewhere, now off: choose a value, or reload the form",
    "customError.wrongPassword": "not the password of this account",
    "customError.otherUsername": "not the name of this account",
    "refusedElsewhere.customError.tooManyTries":
      "Too many wrong passwords: submit again in {0} s",
    "refusedElsewhere.customError.openTries":
      "Too many tries with this name have not ended: submit again in {0} s",

    "memberForm.saved": "The profile is saved.",
    "memberForm.passwordChanged": "The password is changed. You are signed out everywhere else.",
    "memberForm.deleted": "The account is deleted.",
    "memberForm.cancelled": "Nothing was changed.",
    "memberForm.untold.saved": "the profile was saved; {reason}",
    "memberForm.untold.passwordChanged": "the password was changed; {reason}",
    "memberForm.untold.deleted": "the account was deleted; {reason}",
    "memberForm.unknown": "It is not known whether that was done.",
  ])
}
