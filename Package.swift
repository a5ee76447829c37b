// swift-tools-version: 6.2
import PackageDescription

// One list for every target: the whole package is compiled under the same promises.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "placefind",
  platforms: [.macOS(.v26)],
  products: [
    .executable(name: "placefind", targets: ["placefind"]),
    .library(name: "PlaceIndex", targets: ["PlaceIndex"]),
  ],
  targets: [
    .target(name: "Domain", swiftSettings: settings),
    .target(name: "PlaceIndex", dependencies: ["Domain"], swiftSettings: settings),
    .target(name: "Platform", dependencies: ["Domain", "PlaceIndex"], swiftSettings: settings),
    .target(name: "App", dependencies: ["Domain"], swiftSettings: settings),
    .executableTarget(name: "placefind", dependencies: ["App", "Domain", "Platform"], swiftSettings: settings),

    .target(name: "TestSupport", dependencies: ["Domain"], path: "Tests/TestSupport", swiftSettings: settings),
    .executableTarget(
      name: "placefind-index-benchmark",
      dependencies: ["Domain", "PlaceIndex"],
      path: "Tests/Benchmarks/IndexBenchmark",
      swiftSettings: settings
    ),
    .testTarget(name: "DomainTests", dependencies: ["Domain"], swiftSettings: settings),
    .testTarget(
      name: "PlaceIndexTests",
      dependencies: ["Domain", "PlaceIndex", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PlatformTests",
      dependencies: ["Domain", "PlaceIndex", "Platform", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(name: "AppTests", dependencies: ["App", "Domain", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "CommandLineTests",
      dependencies: ["Domain", "TestSupport", "placefind"],
      swiftSettings: settings
    ),
  ]
)
