// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "example",
  products: [
    .library(name: "formwork-front-end-example-swift", type: .dynamic, targets: ["Example"]),
    .library(name: "formwork-front-end-example-canvas", type: .dynamic, targets: ["Sheet"]),
  ],
  dependencies: [.package(name: "formwork", path: "../../..", traits: [])],
  targets: [
    .target(
      name: "Example",
      dependencies: [
        .product(name: "FormworkEntry", package: "formwork"),
        .product(name: "FormworkFrontEnd", package: "formwork"),
      ]),
    .target(
      name: "Sheet",
      dependencies: [
        .product(name: "FormworkCanvas", package: "formwork"),
        .product(name: "FormworkEntry", package: "formwork"),
        .product(name: "FormworkFrontEnd", package: "formwork"),
      ]),
    .executableTarget(
      name: "visitor", dependencies: [.product(name: "Formwork", package: "formwork")],
      path: "Sources/Visitor"),
    .target(name: "VisitKit", dependencies: [.product(name: "Formwork", package: "formwork")]),
    .executableTarget(
      name: "visit", dependencies: ["VisitKit", .product(name: "Formwork", package: "formwork")],
      path: "Sources/Visit"),
    .testTarget(
      name: "FormTests",
      dependencies: [
        "VisitKit", "visit", "visitor", .product(name: "Formwork", package: "formwork"),
        .product(name: "FormworkTesting", package: "formwork"),
      ]),
  ]
)
