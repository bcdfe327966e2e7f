// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// Formwork: a host for forms whose front ends are plug-ins. `Scripts/setup` installs the Debian
// packages that the system libraries below name.

/// Warnings are errors for those who work on the package, never for those who depend on it.
let strictness: [SwiftSetting] =
  Context.environment["FORMWORK_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let swift: [SwiftSetting] =
  strictness + [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]

/// The same for programs in C.
let c: [CSetting] =
  (Context.environment["FORMWORK_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])
  + [.enableWarning("all"), .enableWarning("extra"), .unsafeFlags(["-std=c11"])]

/// Has each function found when the program starts: what finds one later leaves the processor's registers on
/// the stack, and with them the part of a password that was copied last.
let bound: [LinkerSetting] = [.unsafeFlags(["-Xlinker", "-z", "-Xlinker", "now"])]

/// Keeps a front end's symbols to itself, but for the entry; a release brings the runtime of Swift.
let exports: [LinkerSetting] =
  bound + [
    .unsafeFlags(["-static-stdlib"], .when(configuration: .release)),
    .unsafeFlags([
      "-Xlinker",
      "--version-script=\(Context.packageDirectory)/Sources/FormworkEntry/exports.map",
    ]),
  ]

/// A part of the front ends, in a folder of its own.
func plugIn(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Plugins/\(name)", swiftSettings: swift)
}

/// What the programs of this package need, and nothing else.
let programs = TargetDependencyCondition.when(traits: ["Programs"])

let package = Package(
  name: "formwork",
  products: [
    .library(name: "Formwork", targets: ["Formwork"]),
    .library(name: "FormworkCore", targets: ["FormworkCore"]),
    .library(name: "FormworkJSON", targets: ["FormworkJSON"]),
    .library(name: "FormworkOperations", targets: ["FormworkOperations"]),
    .library(name: "FormworkSession", targets: ["FormworkSession"]),
    .library(name: "FormworkFrontEnd", targets: ["FormworkFrontEnd"]),
    .library(name: "FormworkEntry", targets: ["FormworkEntry"]),
    .library(name: "FormworkCanvas", targets: ["FormworkCanvas"]),
    .library(name: "FormworkHost", targets: ["FormworkHost"]),
    .library(name: "FormworkTesting", targets: ["FormworkTesting"]),
    .library(name: "formwork-front-end-plain", type: .dynamic, targets: ["Plain"]),
    .library(name: "formwork-front-end-editline", type: .dynamic, targets: ["EditLine"]),
    .library(name: "formwork-front-end-screen", type: .dynamic, targets: ["Screen"]),
    .executable(name: "registration", targets: ["registration"]),
    .executable(name: "formwork", targets: ["formwork"]),
    .executable(name: "formwork-runner", targets: ["formwork-runner"]),
  ],
  traits: [
    // On unless a package that depends on this one leaves it out: then neither SQLite nor the parser is fetched.
    .default(enabledTraits: ["Programs"]),
    .trait(
      name: "Programs",
      description: "The programs of this package, which need SQLite and a parser of arguments."),
  ],
  dependencies: [
    // Commands, their help and their completion scripts.
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    // What an embedder takes a front end's log lines by.
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    // SQLite with migrations and safe concurrency.
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  ],
  targets: [
    // The contract between host and front end: one C header.
    .target(name: "CFormwork"),
    // What a person reads, and the catalogues that have the words for it.
    .target(name: "FormworkMessages", swiftSettings: swift),
    // What both sides of it speak of, and its translation to that header's structs and back.
    .target(name: "FormworkVocabulary", swiftSettings: swift),
    .target(
      name: "FormworkContract", dependencies: ["CFormwork", "FormworkVocabulary"],
      swiftSettings: swift),
    // What several targets do with the system, each once: errors, reading, writing, wiping, directories.
    .target(name: "FormworkSystem", swiftSettings: swift),
    // What a host says to a runner, and the version that the programs have in common: two C headers.
    .target(name: "CFormworkWire"),
    // What has to be put back of a terminal, by a host and by a runner.
    .target(name: "CFormworkTerminal", dependencies: ["CFormwork"]),
    // System calls that Swift's Glibc module lacks.
    .target(name: "CFormworkSystem", dependencies: ["CFormwork", "CFormworkTerminal"]),
    .target(
      name: "FormworkCore",
      dependencies: ["FormworkJSON", "FormworkMessages", "FormworkSystem", "FormworkVocabulary"],
      swiftSettings: swift),
    // Threads for what blocks, and the clock for what waits.
    .target(
      name: "FormworkOperations", dependencies: ["CFormworkSystem"], swiftSettings: swift),
    .target(
      name: "FormworkJSON",
      dependencies: ["FormworkMessages", "FormworkSystem", "FormworkVocabulary"],
      swiftSettings: swift),
    // Drafts are read by the one reader of JSON: what lies on a disk is distrusted like any input.
    .target(
      name: "FormworkSession",
      dependencies: [
        "CFormworkSystem", "FormworkCore", "FormworkJSON", "FormworkOperations", "FormworkSystem",
      ],
      swiftSettings: swift),
    .target(
      name: "FormworkFrontEnd",
      dependencies: [
        "CFormwork", "FormworkContract", "FormworkMessages", "FormworkSystem",
        "FormworkVocabulary",
      ],
      swiftSettings: swift),
    // What a full-screen front end draws on. The SDK has it beside it and not within: a front end that writes lines
    // has no use for a grid. No library of the system does it, and no terminfo: what it writes, all terminals know.
    .target(name: "FormworkCanvas", dependencies: ["FormworkFrontEnd"], swiftSettings: swift),
    .target(
      name: "FormworkHost",
      dependencies: [
        "CFormwork", "CFormworkSystem", "CFormworkTerminal", "CFormworkWire", "FormworkContract",
        "FormworkCore", "FormworkFrontEnd", "FormworkOperations", "FormworkSession",
        "FormworkSystem", "PlainFrontEnd", "Wording",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: swift),

    // A form of one's own in ten lines: what asks, and what comes of it.
    .target(
      name: "Formwork",
      dependencies: [
        "CFormworkSystem", "FormworkCore", "FormworkHost", "FormworkJSON", "FormworkOperations",
        "FormworkSession", "FormworkSystem", .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: swift),
    // What tests of forms are made with: those of others, and ours.
    .target(
      name: "FormworkTesting",
      dependencies: ["CFormworkSystem", "FormworkCore", "FormworkSession"], swiftSettings: swift),
    // How a program of commands begins, and what it ends with.
    .target(
      name: "FormworkCommands",
      dependencies: [
        "Formwork", "FormworkCore", "FormworkHost", "FormworkSession", "FormworkSystem",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: programs),
      ],
      swiftSettings: swift),

    // Runs a front end in a process of its own; links libc alone, without Swift's start files (main.c says how).
    .executableTarget(
      name: "formwork-runner",
      dependencies: ["CFormwork", "CFormworkTerminal", "CFormworkWire"],
      cSettings: c, linkerSettings: bound + [.unsafeFlags(["-nostartfiles"])]),

    // The flags by which the library of a front end in Swift is linked: ours, and those of others.
    .target(
      name: "FormworkEntry", exclude: ["exports.map"], swiftSettings: swift,
      linkerSettings: exports),
    // Each front end is two targets: its logic, and the entry that only the plug-in links.
    // All of them share Interaction, which has no sentences and reads no keys; those that show sentences share
    // Wording; those that ask one question after the other share Conversation.
    plugIn("Interaction", ["FormworkFrontEnd"]),
    plugIn("Wording", ["FormworkFrontEnd", "Interaction"]),
    plugIn("Conversation", ["FormworkFrontEnd", "Interaction", "Wording"]),
    plugIn("PlainFrontEnd", ["Conversation", "FormworkFrontEnd", "Interaction", "Wording"]),
    plugIn("Plain", ["CFormwork", "FormworkEntry", "FormworkFrontEnd", "PlainFrontEnd"]),

    // The line editor of NetBSD, whose keys and whose ~/.editrc people know.
    .systemLibrary(
      name: "CEditLine", path: "Plugins/CEditLine", pkgConfig: "libedit",
      providers: [.apt(["libedit-dev"])]),
    plugIn(
      "EditLineFrontEnd",
      ["CEditLine", "Conversation", "FormworkFrontEnd", "Interaction", "Wording"]),
    plugIn("EditLine", ["CFormwork", "FormworkEntry", "FormworkFrontEnd", "EditLineFrontEnd"]),

    // The whole form at a glance, on all of the terminal.
    plugIn("ScreenFrontEnd", ["FormworkCanvas", "FormworkFrontEnd", "Interaction", "Wording"]),
    plugIn("Screen", ["CFormwork", "FormworkEntry", "FormworkFrontEnd", "ScreenFrontEnd"]),

    // Accounts: what a store of them does, the policy that it keeps to, and a store in memory.
    .target(
      name: "Accounts", dependencies: ["CSodium", "FormworkCore", "FormworkOperations"],
      swiftSettings: swift),
    // Argon2id, the password hash that libsodium's maintainers and NIST SP 800-63B-4 ask for, and SipHash.
    .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    // The store in a file.
    .target(
      name: "AccountsSQLite",
      dependencies: [
        "Accounts", "CSodium", "FormworkCore", "FormworkOperations", "FormworkSystem",
        .product(name: "GRDB", package: "GRDB.swift", condition: programs),
        .product(name: "GRDBSQLite", package: "GRDB.swift", condition: programs),
      ],
      swiftSettings: swift),
    .executableTarget(
      name: "registration",
      dependencies: [
        "Accounts", "AccountsSQLite", "CFormworkWire", "Formwork", "FormworkCommands",
        "FormworkCore", "FormworkFrontEnd", "FormworkHost", "FormworkJSON", "FormworkOperations",
        "FormworkSession", "FormworkSystem",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: programs),
      ],
      exclude: ["Manual"], swiftSettings: swift, linkerSettings: bound),

    // What a front end has to keep to, checked from outside.
    .target(
      name: "FormworkConformance",
      dependencies: [
        "CFormwork", "CFormworkSystem", "CFormworkWire", "FormworkCore", "FormworkHost",
        "FormworkSession", "FormworkSystem", .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: swift),
    // Screens that have all that a front end may be told.
    .target(
      name: "FormworkDemo",
      dependencies: ["FormworkCore", "FormworkOperations", "FormworkSession"],
      swiftSettings: swift),
    .executableTarget(
      name: "formwork",
      dependencies: [
        "CFormworkWire", "FormworkCommands", "FormworkConformance", "FormworkCore", "FormworkDemo",
        "FormworkHost", "FormworkOperations", "FormworkSession", "FormworkSystem",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: programs),
      ],
      exclude: ["Manual"], swiftSettings: swift, linkerSettings: bound),

    .target(
      name: "TestSupport",
      dependencies: [
        "Accounts", "CFormwork", "CFormworkSystem", "FormworkCanvas", "FormworkCore",
        "FormworkJSON",
        "FormworkTesting",
      ],
      path: "Tests/TestSupport", swiftSettings: swift),
    .testTarget(
      name: "TestSupportTests", dependencies: ["TestSupport"], swiftSettings: swift),
    .testTarget(
      name: "FormworkMessagesTests", dependencies: ["FormworkMessages"], swiftSettings: swift),
    .testTarget(
      name: "FormworkSystemTests", dependencies: ["FormworkSystem", "TestSupport"],
      swiftSettings: swift),
    .testTarget(
      name: "FormworkJSONTests",
      dependencies: ["FormworkJSON", "FormworkMessages", "TestSupport"],
      swiftSettings: swift),
    .testTarget(
      name: "FormworkCoreTests",
      dependencies: [
        "CFormwork", "Conversation", "FormworkCore", "FormworkFrontEnd", "FormworkJSON",
        "FormworkTesting", "Interaction", "ScreenFrontEnd", "TestSupport",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "FormworkOperationsTests", dependencies: ["FormworkOperations", "TestSupport"],
      swiftSettings: swift),
    .testTarget(
      name: "FormworkSessionTests",
      dependencies: [
        "CFormwork", "FormworkContract", "FormworkCore", "FormworkDemo", "FormworkSession",
        "FormworkSystem", "TestSupport",
      ],
      swiftSettings: swift),
    // As a package outside has them: what is public alone.
    .testTarget(
      name: "FormworkTestingTests", dependencies: ["Formwork", "FormworkTesting", "TestSupport"],
      swiftSettings: swift),
    .testTarget(
      name: "FormworkFrontEndTests",
      dependencies: [
        "CFormwork", "CFormworkSystem", "FormworkContract", "FormworkFrontEnd", "TestSupport",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "FormworkCanvasTests", dependencies: ["FormworkCanvas", "TestSupport"],
      swiftSettings: swift),
    .testTarget(
      name: "FormworkHostTests",
      dependencies: [
        "CFormwork", "CFormworkSystem", "CFormworkWire", "FormworkContract", "FormworkCore",
        "FormworkFrontEnd", "FormworkHost", "FormworkSession", "TestSupport",
      ],
      exclude: ["Fixtures"], swiftSettings: swift),
    .testTarget(
      name: "RunnerTests",
      dependencies: [
        "CFormwork", "CFormworkSystem", "CFormworkWire", "TestSupport", "formwork-runner",
      ],
      exclude: ["Fixtures"], swiftSettings: swift),
    .testTarget(
      name: "InteractionTests",
      dependencies: ["FormworkFrontEnd", "Interaction", "TestSupport", "Wording"],
      swiftSettings: swift),
    .testTarget(
      name: "PlainFrontEndTests",
      dependencies: [
        "CFormwork", "CFormworkSystem", "Conversation", "FormworkContract", "FormworkFrontEnd",
        "Interaction", "PlainFrontEnd", "TestSupport", "Wording",
      ],
      swiftSettings: swift),
    // `Scripts/bench` runs these; the first is what the line editor is measured beside.
    .executableTarget(
      name: "BareLibedit", path: "Tests/Benchmarks/BareLibedit",
      linkerSettings: [.linkedLibrary("edit")]),
    .executableTarget(
      name: "BareSQLite", path: "Tests/Benchmarks/BareSQLite", cSettings: c,
      linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "CAllocations", path: "Tests/Benchmarks/CAllocations", cSettings: c),
    .executableTarget(
      name: "CoreBenchmark", dependencies: ["CAllocations", "FormworkCore"],
      path: "Tests/Benchmarks/CoreBenchmark", swiftSettings: swift),
    .executableTarget(
      name: "CanvasBenchmark", dependencies: ["FormworkCanvas"],
      path: "Tests/Benchmarks/CanvasBenchmark", swiftSettings: swift),
    .executableTarget(
      name: "LongForm", dependencies: ["FormworkCore", "FormworkHost", "FormworkSession"],
      path: "Tests/Benchmarks/LongForm", swiftSettings: swift),
    .executableTarget(
      name: "AccountsBenchmark",
      dependencies: [
        "Accounts", "AccountsSQLite", "CSodium", "FormworkCore", "FormworkOperations",
        .product(name: "GRDB", package: "GRDB.swift", condition: programs),
      ],
      path: "Tests/Benchmarks/AccountsBenchmark", swiftSettings: swift),
    .executableTarget(
      name: "FormFixture",
      dependencies: ["FormworkCore", "FormworkHost", "FormworkSession"],
      path: "Tests/FormFixture", swiftSettings: swift),
    .executableTarget(
      name: "AskFixture", dependencies: ["Formwork"], path: "Tests/AskFixture",
      swiftSettings: swift),
    .testTarget(
      name: "FormworkTests", dependencies: ["AskFixture", "TestSupport", "formwork-runner"],
      swiftSettings: swift),
    .testTarget(
      name: "EditLineFrontEndTests",
      dependencies: [
        "CFormwork", "Conversation", "EditLineFrontEnd", "FormFixture", "FormworkFrontEnd",
        "Interaction", "TestSupport", "Wording", "formwork", "formwork-runner",
      ],
      exclude: ["Snapshots"], swiftSettings: swift),
    .testTarget(
      name: "ScreenFrontEndTests",
      dependencies: [
        "CFormwork", "CFormworkSystem", "FormFixture", "FormworkCanvas", "FormworkConformance",
        "FormworkFrontEnd", "Interaction", "LongForm", "ScreenFrontEnd", "TestSupport", "Wording",
        "formwork", "formwork-runner",
      ],
      exclude: ["Snapshots"], swiftSettings: swift),
    // What every front end does in the same way.
    .testTarget(
      name: "FrontEndLawTests",
      dependencies: [
        "CFormwork", "FormworkConformance", "FormworkCore", "FormworkHost", "TestSupport",
        "formwork", "formwork-runner", "registration",
      ],
      exclude: ["Fixtures", "Snapshots"], swiftSettings: swift),
    // The examples for authors are packages of their own: the tests build them from their page.
    .testTarget(
      name: "AuthorTests",
      dependencies: [
        "Accounts", "AccountsSQLite", "CFormwork", "FormFixture", "TestSupport", "registration",
      ],
      exclude: ["Fixtures"], swiftSettings: swift),
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["FormworkConformance", "TestSupport", "formwork"], exclude: ["Fixtures"],
      swiftSettings: swift),
    .testTarget(
      name: "AccountsTests",
      dependencies: [
        "Accounts", "AccountsSQLite", "CSodium", "FormworkCore", "FormworkOperations",
        "FormworkSystem", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift", condition: programs),
      ],
      swiftSettings: swift),
    // What people read, of all targets together.
    .testTarget(
      name: "WordsTests",
      dependencies: [
        "Accounts", "AccountsSQLite", "EditLineFrontEnd", "Formwork", "FormworkConformance",
        "FormworkCore", "FormworkDemo", "FormworkHost", "FormworkJSON", "FormworkSession",
        "PlainFrontEnd", "ScreenFrontEnd", "TestSupport", "Wording", "formwork", "formwork-runner",
        "registration",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "RegistrationTests",
      dependencies: [
        "Accounts", "AccountsSQLite", "CFormworkWire", "FormFixture", "Formwork", "FormworkCore",
        "FormworkHost", "FormworkSession", "TestSupport", "formwork", "formwork-runner",
        "registration",
        .product(name: "GRDB", package: "GRDB.swift", condition: programs),
      ],
      exclude: ["Fixtures", "Isolation/Fixtures"], swiftSettings: swift),
  ]
)

// `Scripts/fuzz` alone builds what is linked with libFuzzer, which brings a `main` of its own.
if Context.environment["FORMWORK_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "FuzzHost", dependencies: ["FormworkHost", "FormworkVocabulary"],
      path: "Tests/Fuzz/Host", exclude: ["Corpus"],
      swiftSettings: swift + [.unsafeFlags(["-parse-as-library"])]))
}
