package import FormworkCore

extension Catalogue {
  /// The sentences of a store in a file, in English.
  package static let sqliteStore = Catalogue([
    "store.missing": "no accounts file at {path}: name another, or create it with 'register'",
    "store.notAFile": "{path} is a directory or a device: name a file for the accounts",
    "store.symbolicLink": "{path} is a symbolic link: name the file itself",
    "store.otherOwner":
      "{path} belongs to another user ({owner}): name a file of yours, in a directory of yours",
    "store.openToOthers":
      "others may read {path} or write to it: run chmod 600 on it",
    "store.writableDirectory":
      "others can write to {path}: run chmod go-w on it, or name a file elsewhere",
    "store.unreadable":
      "{path} cannot be opened: {reason}; name another file, or fix its permissions",
    "store.readOnly": "{path} cannot be written: make the file and its directory writable",
    "store.notUTF8":
      "{path} is not UTF-8, which this SQLite needs: name another file",
    "store.notADatabase":
      "{path} holds something other than accounts: name another file, or move this one away",
    "store.damaged": "{path} is damaged: restore it from a copy, or move it away",
    "store.locked": "{path} is in use by another program: try again when that has ended",
    "store.readOnlyFileSystem":
      """
    {path} is on a file system that is mounted read-only: name a file elsewhere, or mount it for \
    writing
    """,
    "store.diskFull": "{path} cannot grow, because the disk is full: make room and try again",
    "store.quotaExceeded":
      "{path} cannot grow, because your disk quota is used up: make room and try again",
    "store.sizeLimitExceeded":
      "{path} cannot grow, because files may not be that large: raise the limit with ulimit -f",
    "store.diskFault":
      """
    {path}: the disk reports an input/output error: check the disk, and restore the file from a copy \
    if it is damaged
    """,
    "store.newerVersion": "{path} was written by a newer version of this program: use that version",
    "store.unwatchable":
      """
    changes of {path} cannot be watched: {reason}; end programs that watch files, or load it again now \
    and then
    """,
    "store.other":
      "{path} cannot be used: SQLite reports {reason}; try again, or name another file",
  ])
}
