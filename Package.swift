// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// Formwork: a host for forms whose front ends are plug-ins. `Scripts/setup` installs the Debian
// packages of the system libraries below.

/// Warnings are errors for this package, but not for packages that depend on it.
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

/// Flags for programs in C.
let c: [CSetting] =
  (Context.environment["FORMWORK_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])
  + [.enableWarning("all"), .enableWarning("extra"), .unsafeFlags(["-std=c11"])]

/// Binds all functions when the program starts.
///
/// Later binding would leave the processor's registers on the stack, and with them the part of a password that was
/// copied last.
let bound: [LinkerSetting] = [.unsafeFlags(["-Xlinker", "-z", "-Xlinker", "now"])]

/// Hides a front end's symbols except its entry, and includes the Swift runtime in a release.
let exports: [LinkerSetting] =
  bound + [
    .unsafeFlags(["-static-stdlib"], .when(configuration: .release)),
    .unsafeFlags([
      "-Xlinker",
      "--version-script=\(Context.packageDirectory)/Sources/FormworkEntry/exports.map",
    ]),
  ]

/// Creates a target of the front ends, in its own folder.
func plugIn(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [],
  resources: [Resource] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Plugins/\(name)", exclude: exclude,
    resources: resources,
    swiftSettings: swift)
}

/// Creates a target of an example with options, in its own folder.
func tool(_ name: String, path: String) -> Target {
  .executableTarget(
    name: name,
    dependencies: [
      "Formwork", "FormworkArguments",
      .product(name: "ArgumentParser", package: "swift-argument-parser", condition: arguments),
    ],
    path: "Tests/FrontEnds/Tools/\(path)", swiftSettings: swift)
}

/// The condition for dependencies of the programs alone.
let programs = TargetDependencyCondition.when(traits: ["Programs"])

/// The condition for dependencies of the service alone.
let service = TargetDependencyCondition.when(traits: ["Service"])

/// The condition for the parser of arguments.
let arguments = TargetDependencyCondition.when(traits: ["Arguments"])

let package = Package(
  name: "formwork",
  products: [
    .library(name: "Formwork", targets: ["Formwork"]),
    .library(name: "FormworkCore", targets: ["FormworkCore"]),
    .library(name: "FormworkJSON", targets: ["FormworkJSON"]),
    .library(name: "FormworkSchema", targets: ["FormworkSchema"]),
    .library(name: "FormworkOperations", targets: ["FormworkOperations"]),
    .library(name: "FormworkStorage", targets: ["FormworkStorage"]),
    .library(name: "FormworkSession", targets: ["FormworkSession"]),
    .library(name: "FormworkShell", targets: ["FormworkShell"]),
    .library(name: "FormworkFrontEnd", targets: ["FormworkFrontEnd"]),
    .library(name: "FormworkEntry", targets: ["FormworkEntry"]),
    .library(name: "FormworkCanvas", targets: ["FormworkCanvas"]),
    .library(name: "FormworkHost", targets: ["FormworkHost"]),
    .library(name: "FormworkArguments", targets: ["FormworkArguments"]),
    .library(name: "FormworkTesting", targets: ["FormworkTesting"]),
    .library(name: "PlainFrontEnd", targets: ["PlainFrontEnd"]),
    .library(name: "formwork-front-end-plain", type: .dynamic, targets: ["Plain"]),
    .library(name: "formwork-front-end-editline", type: .dynamic, targets: ["EditLine"]),
    .library(name: "formwork-front-end-screen", type: .dynamic, targets: ["Screen"]),
    .library(name: "formwork-front-end-lines", type: .dynamic, targets: ["Lines"]),
    .library(name: "formwork-front-end-web", type: .dynamic, targets: ["Web"]),
    .executable(name: "registration", targets: ["registration"]),
    .executable(name: "formwork", targets: ["formwork"]),
    .executable(name: "formwork-runner", targets: ["formwork-runner"]),
    .executable(name: "registration-service", targets: ["registration-service"]),
  ],
  traits: [
    // Without these traits, a dependent package fetches neither SQLite nor the argument parser.
    .default(enabledTraits: ["Programs"]),
    .trait(
      name: "Programs",
      description: "The programs of this package, which need SQLite and a parser of arguments.",
      enabledTraits: ["Arguments"]),
    .trait(
      name: "Arguments",
      description: "The product FormworkArguments, which needs a parser of arguments."),
    .trait(
      name: "Service",
      description: "The program registration-service, which needs a server for HTTP.",
      enabledTraits: ["Programs"]),
  ],
  dependencies: [
    // Commands, their help and their completion scripts.
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    // The log for front ends, which an embedder provides.
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    // SQLite with migrations and safe concurrency.
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    // A server for HTTP on SwiftNIO, and its start and end by signals. swift-metrics, which it brings along, only
    // passes counts on: a backend for Prometheus would be one more dependency in place of 60 lines in ServiceMetrics.
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
  ],
  targets: [
    // The contract between host and front end, a C header.
    .target(name: "CFormwork"),
    // Messages for the user, and catalogues of their sentences.
    .target(name: "FormworkMessages", dependencies: ["FormworkSystem"], swiftSettings: swift),
    // The types of the contract, and their translation to the header's structs and back.
    .target(name: "FormworkVocabulary", swiftSettings: swift),
    .target(
      name: "FormworkContract", dependencies: ["CFormwork", "FormworkVocabulary"],
      swiftSettings: swift),
    // System calls for several targets: errors, reading, writing, wiping, directories.
    .target(name: "FormworkSystem", swiftSettings: swift),
    // The messages between host and runner, and the version of the programs, as C headers.
    .target(name: "CFormworkWire", dependencies: ["CFormwork"]),
    // Restoring a terminal, in a host and in a runner.
    .target(name: "CFormworkTerminal", dependencies: ["CFormwork"]),
    // System calls that Swift's Glibc module lacks.
    .target(name: "CFormworkSystem", dependencies: ["CFormwork", "CFormworkTerminal"]),
    .target(
      name: "FormworkCore",
      dependencies: ["FormworkJSON", "FormworkMessages", "FormworkSystem", "FormworkVocabulary"],
      swiftSettings: swift),
    // Threads for blocking operations, and the clock for waiting ones.
    .target(
      name: "FormworkOperations", dependencies: ["CFormworkSystem"], swiftSettings: swift),
    .target(
      name: "FormworkJSON",
      dependencies: ["FormworkMessages", "FormworkSystem", "FormworkVocabulary"],
      swiftSettings: swift),
    // JSON Schema, drafts 2020-12, 7 and 4. It is written here because no available library for Swift, C or C++
    // validates draft 2020-12: valijson supports drafts up to 7.
    .target(
      name: "FormworkSchema",
      dependencies: [
        "CFormworkSystem", "CIDN2", "CPCRE2", "CYAML", "FormworkCore", "FormworkJSON",
        "FormworkMessages",
        "FormworkSystem",
      ],
      swiftSettings: swift),
    // Patterns of schemas, compiled to machine code, with limits of steps and memory.
    .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
    // Internationalised host names, by IDNA 2008.
    .systemLibrary(name: "CIDN2", pkgConfig: "libidn2", providers: [.apt(["libidn2-dev"])]),
    // YAML as events with places. Yams, which is built on this library, has whole trees only, without limits of depth
    // and aliases, and needs Foundation.
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    // Forms made from schemas.
    .target(
      name: "FormworkAsk",
      dependencies: [
        "CFormworkSystem", "Formwork", "FormworkCore", "FormworkHost", "FormworkJSON",
        "FormworkMessages", "FormworkOperations", "FormworkSchema", "FormworkSession",
        "FormworkStorage", "FormworkSystem", "FormworkVocabulary",
      ],
      swiftSettings: swift),
    // The files of a user: drafts, histories, settings and prepared answers, all of them untrusted.
    .target(
      name: "FormworkStorage",
      dependencies: ["FormworkCore", "FormworkJSON", "FormworkOperations", "FormworkSystem"],
      swiftSettings: swift),
    // The screens of a program, their operations, and their conversation with a front end.
    .target(
      name: "FormworkSession",
      dependencies: [
        "CFormworkSystem", "FormworkCore", "FormworkJSON", "FormworkOperations", "FormworkStorage",
        "FormworkSystem",
      ],
      swiftSettings: swift),
    // The screen of a shell, whose commands may open other screens.
    .target(
      name: "FormworkShell",
      dependencies: ["FormworkCore", "FormworkOperations", "FormworkSession", "FormworkStorage"],
      swiftSettings: swift),
    .target(
      name: "FormworkFrontEnd",
      dependencies: [
        "CFormwork", "FormworkContract", "FormworkMessages", "FormworkSystem",
        "FormworkVocabulary",
      ],
      swiftSettings: swift),
    // The canvas of full-screen front ends, separate from the SDK, because front ends for lines do not need a grid. It
    // uses neither a system library nor terminfo, but only sequences that all terminals know.
    .target(name: "FormworkCanvas", dependencies: ["FormworkFrontEnd"], swiftSettings: swift),
    .target(
      name: "FormworkHost",
      dependencies: [
        "CFormwork", "CFormworkSystem", "CFormworkTerminal", "CFormworkWire", "FormworkContract",
        "FormworkCore", "FormworkFrontEnd", "FormworkOperations", "FormworkSession",
        "FormworkStorage", "FormworkSystem",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: swift),

    // A form in ten lines.
    .target(
      name: "Formwork",
      dependencies: [
        "CFormworkSystem", "FormworkCore", "FormworkHost", "FormworkJSON", "FormworkMessages",
        "FormworkOperations", "FormworkSession", "FormworkStorage", "FormworkSystem",
        "PlainFrontEnd",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: swift),
    // Tools for tests of forms, in this package and in others.
    .target(
      name: "FormworkTesting",
      dependencies: [
        "CFormworkSystem", "FormworkCore", "FormworkOperations", "FormworkSession",
        "FormworkSystem",
      ],
      swiftSettings: swift),
    // The options of a form for ArgumentParser, and the start and the end of a program with commands.
    .target(
      name: "FormworkArguments",
      dependencies: [
        "Formwork", "FormworkCore", "FormworkHost", "FormworkSession",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: arguments),
      ],
      swiftSettings: swift),

    // Runs an isolated front end. It links libc alone, without Swift's start files (see main.c).
    .executableTarget(
      name: "formwork-runner",
      dependencies: ["CFormwork", "CFormworkTerminal", "CFormworkWire"],
      cSettings: c, linkerSettings: bound + [.unsafeFlags(["-nostartfiles"])]),

    // The linker flags for front ends in Swift, in this package and in others.
    .target(
      name: "FormworkEntry", exclude: ["exports.map"], swiftSettings: swift,
      linkerSettings: exports),
    // Each front end has two targets: its logic, and the entry that only the plug-in links. All share Interaction, which
    // has no sentences and reads no keys. Those with sentences share Wording, and those that ask one question after the
    // other share Conversation.
    plugIn("Interaction", ["FormworkFrontEnd"]),
    plugIn("Wording", ["FormworkFrontEnd", "Interaction"]),
    plugIn("Conversation", ["FormworkFrontEnd", "Interaction", "Wording"]),
    plugIn("PlainFrontEnd", ["Conversation", "FormworkFrontEnd", "Interaction", "Wording"]),
    plugIn("Plain", ["CFormwork", "FormworkEntry", "FormworkFrontEnd", "PlainFrontEnd"]),

    // The line editor of NetBSD, with its well-known keys and ~/.editrc.
    .systemLibrary(
      name: "CEditLine", path: "Plugins/CEditLine", pkgConfig: "libedit",
      providers: [.apt(["libedit-dev"])]),
    plugIn(
      "EditLineFrontEnd",
      ["CEditLine", "Conversation", "FormworkFrontEnd", "Interaction", "Wording"]),
    plugIn("EditLine", ["CFormwork", "FormworkEntry", "FormworkFrontEnd", "EditLineFrontEnd"]),

    // The full screen, with the whole form at a glance.
    plugIn("ScreenFrontEnd", ["FormworkCanvas", "FormworkFrontEnd", "Interaction", "Wording"]),
    plugIn("Screen", ["CFormwork", "FormworkEntry", "FormworkFrontEnd", "ScreenFrontEnd"]),

    // The picture and the input as lines of JSON, for programs.
    plugIn(
      "LinesFrontEnd", ["FormworkFrontEnd", "FormworkJSON", "FormworkVocabulary"],
      exclude: ["lines.schema.json"]),
    plugIn("Lines", ["CFormwork", "FormworkEntry", "FormworkFrontEnd", "LinesFrontEnd"]),
    // The same form in a browser. GNU libmicrohttpd serves it from the loop of the front end, without a thread.
    .systemLibrary(
      name: "CMicroHTTPD", path: "Plugins/CMicroHTTPD", pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"])]),
    plugIn(
      "WebFrontEnd", ["CMicroHTTPD", "FormworkFrontEnd", "Interaction"],
      resources: [
        .embedInCode("Page/index.html"), .embedInCode("Page/script.js"),
        .embedInCode("Page/style.css"),
      ]),
    plugIn("Web", ["CFormwork", "FormworkEntry", "FormworkFrontEnd", "WebFrontEnd"]),

    // Accounts: the stores' common operations, their policy, and a store in memory.
    .target(
      name: "Accounts", dependencies: ["CSodium", "FormworkCore", "FormworkOperations"],
      swiftSettings: swift),
    // Argon2id, the password hash recommended by libsodium and NIST SP 800-63B-4, and SipHash.
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
    // The functions of libpq, which PostgreSQL keeps: it knows connection URLs, variables, the password file, TLS and
    // SCRAM. It is loaded when it is needed: a program linked to it would take twice as long to start.
    .target(name: "CPostgreSQL", dependencies: ["CFormworkSystem"]),
    // The store in a database of PostgreSQL.
    .target(
      name: "AccountsPostgreSQL",
      dependencies: [
        "Accounts", "CFormworkSystem", "CPostgreSQL", "FormworkCore", "FormworkOperations",
        "FormworkSystem",
      ],
      swiftSettings: swift),
    // The functions of libcurl, which knows proxies, certificates and time-outs. Like libpq, it is loaded when it is needed.
    .target(name: "CCurl", dependencies: ["CFormworkSystem"]),
    // The store that asks a service, and the JSON that service and client exchange.
    .target(
      name: "AccountsHTTP",
      dependencies: [
        "Accounts", "CCurl", "FormworkCore", "FormworkJSON", "FormworkOperations", "FormworkSystem",
      ],
      swiftSettings: swift),
    // The service. Without the trait it is an empty program, and a package with forms compiles no server.
    .executableTarget(
      name: "registration-service",
      dependencies: [
        "Accounts", "AccountsHTTP", "AccountsPostgreSQL", "AccountsSQLite", "CFormworkWire",
        "FormworkCore", "FormworkJSON", "FormworkOperations", "FormworkSystem",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: arguments),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Hummingbird", package: "hummingbird", condition: service),
        .product(name: "HummingbirdCore", package: "hummingbird", condition: service),
        .product(name: "HummingbirdTLS", package: "hummingbird", condition: service),
        .product(
          name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: service),
        .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: service),
      ],
      resources: [.embedInCode("openapi.json")], swiftSettings: swift),
    .executableTarget(
      name: "registration",
      dependencies: [
        "Accounts", "AccountsHTTP", "AccountsPostgreSQL", "AccountsSQLite", "CFormworkWire",
        "Formwork",
        "FormworkArguments", "FormworkCore", "FormworkHost", "FormworkJSON", "FormworkOperations",
        "FormworkSession",
        "FormworkShell", "FormworkStorage", "FormworkSystem",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: arguments),
      ],
      exclude: ["Manual"], swiftSettings: swift, linkerSettings: bound),

    // Screens, messages and terminals for front ends, for the checker and for tests.
    .target(
      name: "FormworkTools",
      dependencies: [
        "CFormwork", "CFormworkSystem", "FormworkContract", "FormworkCore", "FormworkSession",
        "FormworkSystem",
      ],
      swiftSettings: swift),
    // The checks of a front end's contract, from outside.
    .target(
      name: "FormworkConformance",
      dependencies: [
        "CFormwork", "CFormworkSystem", "CFormworkWire", "FormworkCore", "FormworkHost",
        "FormworkSession", "FormworkSystem", "FormworkTools",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: swift),
    // Screens with everything that a front end can receive.
    .target(
      name: "FormworkDemo",
      dependencies: [
        "FormworkCore", "FormworkOperations", "FormworkSession", "FormworkShell",
      ],
      swiftSettings: swift),
    .executableTarget(
      name: "formwork",
      dependencies: [
        "CFormworkSystem", "CFormworkWire", "Formwork", "FormworkArguments", "FormworkAsk",
        "FormworkConformance",
        "FormworkCore", "FormworkDemo", "FormworkFrontEnd", "FormworkHost", "FormworkJSON",
        "FormworkOperations",
        "FormworkSchema", "FormworkSession", "FormworkStorage", "FormworkSystem",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: arguments),
      ],
      // A folder that differs from Sources/Formwork not only in case.
      path: "Sources/FormworkCLI", exclude: ["Manual"], swiftSettings: swift, linkerSettings: bound),

    .target(
      name: "TestSupport",
      dependencies: [
        "Accounts", "CFormwork", "CFormworkSystem", "FormworkCanvas", "FormworkContract",
        "FormworkCore", "FormworkJSON", "FormworkSystem", "FormworkTesting", "FormworkTools",
        "FormworkVocabulary",
      ],
      path: "Tests/TestSupport", swiftSettings: swift),
    .testTarget(
      name: "TestSupportTests", dependencies: ["CFormwork", "TestSupport"], swiftSettings: swift),
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
      name: "FormworkSchemaTests",
      dependencies: [
        "Formwork", "FormworkAsk", "FormworkCore", "FormworkJSON", "FormworkMessages",
        "FormworkSchema", "FormworkSession", "TestSupport", "formwork",
      ],
      exclude: ["Fixtures"], swiftSettings: swift),
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
      name: "FormworkStorageTests",
      dependencies: [
        "FormworkCore", "FormworkJSON", "FormworkMessages", "FormworkStorage", "FormworkSystem",
        "TestSupport",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "FormworkSessionTests",
      dependencies: [
        "CFormwork", "FormworkContract", "FormworkCore", "FormworkDemo", "FormworkJSON",
        "FormworkSession", "FormworkShell", "FormworkSystem", "TestSupport",
      ],
      swiftSettings: swift),
    // Tests the public interface alone, as other packages see it.
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
        "FormworkFrontEnd", "FormworkHost", "FormworkSession", "PlainFrontEnd", "TestSupport",
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
    // The programs of `Scripts/bench`. The first one is the baseline of the line editor.
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
      name: "SchemaBenchmark", dependencies: ["FormworkJSON", "FormworkSchema"],
      path: "Tests/Benchmarks/SchemaBenchmark", swiftSettings: swift),
    .executableTarget(
      name: "LongForm",
      dependencies: ["FormworkCore", "FormworkHost", "FormworkSession", "PlainFrontEnd"],
      path: "Tests/Benchmarks/LongForm", swiftSettings: swift),
    .executableTarget(
      name: "AccountsBenchmark",
      dependencies: [
        "Accounts", "AccountsHTTP", "AccountsPostgreSQL", "AccountsSQLite", "CSodium",
        "FormworkCore", "FormworkOperations",
        .product(name: "GRDB", package: "GRDB.swift", condition: programs),
      ],
      path: "Tests/Benchmarks/AccountsBenchmark", swiftSettings: swift),
    .executableTarget(
      name: "BareRoute",
      dependencies: [
        "Accounts", "AccountsPostgreSQL",
        .product(name: "Hummingbird", package: "hummingbird", condition: service),
      ],
      path: "Tests/Benchmarks/BareRoute", swiftSettings: swift),
    .executableTarget(
      name: "ContestFixture",
      dependencies: ["Accounts", "AccountsHTTP", "FormworkCore", "FormworkOperations"],
      path: "Tests/ContestFixture", swiftSettings: swift),
    .executableTarget(
      name: "FormFixture",
      dependencies: ["FormworkCore", "FormworkHost", "FormworkSession", "PlainFrontEnd"],
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
        "CFormwork", "CFormworkSystem", "FormFixture", "FormworkCanvas", "FormworkCore",
        "FormworkFrontEnd", "FormworkSession", "Interaction", "LongForm",
        "ScreenFrontEnd", "TestSupport", "Wording", "formwork", "formwork-runner",
      ],
      exclude: ["Snapshots"], swiftSettings: swift),
    .testTarget(
      name: "LinesFrontEndTests",
      dependencies: [
        "CFormwork", "FormworkJSON", "FormworkSchema", "LinesFrontEnd", "TestSupport", "formwork",
        "formwork-runner", "registration",
      ],
      exclude: ["Snapshots"], swiftSettings: swift),
    .testTarget(
      name: "WebFrontEndTests",
      dependencies: [
        "CFormwork", "FormworkFrontEnd", "TestSupport", "WebFrontEnd", "formwork",
      ],
      swiftSettings: swift),
    // The common behaviour of all front ends.
    .testTarget(
      name: "FrontEndLawTests",
      dependencies: [
        "CFormwork", "FormworkConformance", "FormworkCore", "FormworkHost", "TestSupport",
        "formwork", "formwork-runner", "registration",
      ],
      exclude: ["Fixtures", "Snapshots"], swiftSettings: swift),
    // The programs on the page of FormworkArguments.
    tool("setup", path: "Setup"),
    tool("publish", path: "Publish"),
    tool("kit", path: "Kit"),
    .testTarget(
      name: "AuthorTests",
      dependencies: [
        "Accounts", "AccountsSQLite", "CFormwork", "FormFixture", "TestSupport", "kit",
        "publish", "registration", "setup",
      ],
      exclude: ["Fixtures"], swiftSettings: swift),
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "CFormwork", "FormworkConformance", "FormworkCore", "FormworkHost", "FormworkSession",
        "TestSupport", "formwork",
      ],
      exclude: ["Fixtures"], swiftSettings: swift),
    .testTarget(
      name: "AccountsTests",
      dependencies: [
        "Accounts", "AccountsHTTP", "AccountsPostgreSQL", "AccountsSQLite", "CSodium",
        "FormworkCore", "FormworkJSON", "FormworkOperations", "FormworkSystem", "TestSupport",
        "ContestFixture", "registration-service",
        .product(name: "GRDB", package: "GRDB.swift", condition: programs),
        .product(name: "Hummingbird", package: "hummingbird", condition: service),
        .product(
          name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: service),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: swift),
    // All messages for users, across targets.
    .testTarget(
      name: "WordsTests",
      dependencies: [
        "Accounts", "AccountsHTTP", "AccountsPostgreSQL", "AccountsSQLite", "EditLineFrontEnd",
        "Formwork", "FormworkConformance",
        "FormworkCore", "FormworkDemo", "FormworkHost", "FormworkJSON", "FormworkSchema",
        "FormworkSession",
        "FormworkStorage", "PlainFrontEnd", "ScreenFrontEnd", "TestSupport", "WebFrontEnd",
        "Wording",
        "formwork", "formwork-runner", "registration",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "RegistrationTests",
      dependencies: [
        "Accounts", "AccountsSQLite", "CFormworkWire", "FormFixture", "Formwork", "FormworkCore",
        "FormworkHost", "FormworkSession", "FormworkShell", "FormworkStorage", "TestSupport",
        "formwork", "formwork-runner", "registration", "registration-service",
        .product(name: "GRDB", package: "GRDB.swift", condition: programs),
      ],
      exclude: ["Fixtures", "Isolation/Fixtures"], swiftSettings: swift),
  ]
)

// The examples of the pages for authors are a package of their own, which only long tests build. `Scripts/build`
// adds them here for all other tests, which would compile Formwork once more for them. The names of these libraries
// are not those of installed front ends.
if Context.environment["FORMWORK_EXAMPLES"] != nil {
  let path = "Tests/FrontEnds/Swift"
  package.products += [
    .library(name: "example-swift", type: .dynamic, targets: ["Example"]),
    .library(name: "example-canvas", type: .dynamic, targets: ["Sheet"]),
  ]
  package.targets += [
    .target(
      name: "Example", dependencies: ["FormworkEntry", "FormworkFrontEnd"],
      path: "\(path)/Sources/Example"),
    .target(
      name: "Sheet", dependencies: ["FormworkCanvas", "FormworkEntry", "FormworkFrontEnd"],
      path: "\(path)/Sources/Sheet"),
    .executableTarget(name: "visitor", dependencies: ["Formwork"], path: "\(path)/Sources/Visitor"),
    .target(name: "VisitKit", dependencies: ["Formwork"], path: "\(path)/Sources/VisitKit"),
    .executableTarget(
      name: "visit", dependencies: ["Formwork", "VisitKit"], path: "\(path)/Sources/Visit"),
    .testTarget(
      name: "FormTests",
      dependencies: ["Formwork", "FormworkTesting", "VisitKit", "visit", "visitor"],
      path: "\(path)/Tests/FormTests"),
  ]
}

// Only `Scripts/fuzz` builds the targets with libFuzzer, which has its own `main`.
if Context.environment["FORMWORK_FUZZ"] != nil {
  let fuzzers: [(name: String, dependencies: [Target.Dependency])] = [
    ("Host", ["FormworkHost", "FormworkVocabulary"]),
    ("Schema", ["FormworkJSON", "FormworkSchema"]),
    ("Service", ["Accounts", "AccountsHTTP", "FormworkJSON"]),
    ("Lines", ["FormworkFrontEnd", "FuzzPicture", "LinesFrontEnd"]),
    ("Web", ["FormworkFrontEnd", "FuzzPicture", "WebFrontEnd"]),
  ]
  // The form of the fuzzers for front ends.
  package.targets.append(
    .target(
      name: "FuzzPicture", dependencies: ["FormworkFrontEnd"], path: "Tests/Fuzz/Picture",
      swiftSettings: swift))
  package.targets += fuzzers.map { name, dependencies in
    .executableTarget(
      name: "Fuzz\(name)", dependencies: dependencies, path: "Tests/Fuzz/\(name)",
      exclude: ["Corpus"], swiftSettings: swift + [.unsafeFlags(["-parse-as-library"])])
  }
}
