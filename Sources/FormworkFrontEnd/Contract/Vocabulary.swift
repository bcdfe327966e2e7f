// One import is enough for the author of a front end.
@_exported public import FormworkMessages
@_exported public import FormworkSystem
@_exported public import FormworkVocabulary
