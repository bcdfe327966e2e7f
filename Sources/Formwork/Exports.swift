// The names that `import Formwork` brings besides the declarations of this module. All others belong
// to the modules of front ends, own screens and tests, whose users import them.

@_exported public import struct FormworkCore.AllowedCharacters
@_exported public import struct FormworkCore.Alternative
@_exported public import struct FormworkCore.Answers
@_exported public import struct FormworkCore.CheckRequest
@_exported public import enum FormworkCore.Condition
@_exported public import class FormworkCore.DeferredBody
@_exported public import enum FormworkCore.DefinitionError
@_exported public import struct FormworkJSON.ExactDecimal
@_exported public import struct FormworkCore.Field
@_exported public import enum FormworkCore.FieldContent
@_exported public import struct FormworkCore.FieldID
@_exported public import enum FormworkCore.FieldKind
@_exported public import enum FormworkCore.FormBuilder
@_exported public import struct FormworkCore.FormDefinition
@_exported public import struct FormworkCore.FormIssue
@_exported public import enum FormworkCore.FormItem
@_exported public import protocol FormworkCore.PartHandle
@_exported public import struct FormworkCore.RemoteCheck
@_exported public import class FormworkCore.Secret
@_exported public import struct FormworkCore.Section
@_exported public import enum FormworkCore.Value
@_exported public import enum FormworkCore.Violation
@_exported public import enum FormworkHost.FrontEndRequest
@_exported public import enum FormworkHost.Isolation
@_exported public import enum FormworkJSON.JSONValue
@_exported public import struct FormworkMessages.Catalogue
@_exported public import enum FormworkMessages.Message
@_exported public import protocol FormworkMessages.UserMessageError
@_exported public import enum FormworkSession.DraftResumption
@_exported public import protocol FormworkSession.FormOperations
@_exported public import class FormworkSession.FormResultRecorder
@_exported public import struct FormworkSession.Submission
@_exported public import enum FormworkSession.SubmissionOutcome
@_exported public import class FormworkStorage.DraftWriter
@_exported public import class FormworkStorage.FileDrafts

// The formatter would remove the spaces, without which the compiler does not read an operator.

// swift-format-ignore
@_exported public import func FormworkCore . !
// swift-format-ignore
@_exported public import func FormworkCore . !=
// swift-format-ignore
@_exported public import func FormworkCore . &&
// swift-format-ignore
@_exported public import func FormworkCore . /
// swift-format-ignore
@_exported public import func FormworkCore . ==
// swift-format-ignore
@_exported public import func FormworkCore . ||
