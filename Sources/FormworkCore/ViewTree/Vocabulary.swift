// Nodes, properties and changes of a view tree are those that front ends are told.
@_exported public import FormworkMessages
@_exported public import FormworkVocabulary
