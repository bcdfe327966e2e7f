import Glibc

/// The kind of processor that this host was built for; Formwork runs on these two alone.
enum ELFMachine {
  #if arch(x86_64)
    /// The number in an ELF header.
    static let number = UInt16(EM_X86_64)
    /// The name as people and compilers know it.
    static let name = "x86_64"
    /// What the system's loader may put in place of `$PLATFORM`.
    static let platforms = [name, "haswell", "xeon_phi"]
  #elseif arch(arm64)
    static let number = UInt16(EM_AARCH64)
    static let name = "aarch64"
    static let platforms = [name]
  #endif
}
