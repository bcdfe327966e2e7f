import CFormwork

/// The ELF note by which a host knows a front end before it runs any code of the file.
///
/// The words are the note's name size, content size and type, the name "Formwork" with its NUL
/// padded to a multiple of four, and the content: the contract's major and minor version. The
/// section needs literals; a test compares them with the header's constants.
/// - SeeAlso: elf(5), "Notes (Nhdr)".
@section(".note.formwork") @used
private let elfNote: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) = (
  9, 8, 1, 0x6D72_6F46, 0x6B72_6F77, 0, 1, 1
)
