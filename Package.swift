// swift-tools-version: 6.3
import PackageDescription

// The settings of all targets.
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

// The libcurl functions in CurlFunctions, which Foundation must find in the program first.
let shim = [
  "curl_global_init", "curl_version", "curl_version_info", "curl_free", "curl_easy_init", "curl_easy_setopt",
  "curl_easy_getinfo", "curl_easy_pause", "curl_easy_strerror", "curl_easy_cleanup", "curl_multi_init",
  "curl_multi_setopt", "curl_multi_add_handle", "curl_multi_remove_handle", "curl_multi_assign",
  "curl_multi_socket_action", "curl_multi_info_read", "curl_multi_cleanup", "curl_slist_append",
  "curl_slist_free_all", "curl_url", "curl_url_set", "curl_url_get",
]
// Only for the program and its tests: the libraries leave URLSession unchanged, and other packages can't depend on
// targets with unsafe flags.
let exportingShim: [LinkerSetting] = [
  .unsafeFlags(shim.flatMap { ["-Xlinker", "--export-dynamic-symbol=\($0)"] }, .when(platforms: [.linux]))
]

// Without optimization, the doubles of the services and the reference implementations take most of the tests' time.
let optimized = settings + [.unsafeFlags(["-O"])]

let package = Package(
  name: "placefind",
  platforms: [.macOS(.v26)],
  products: [
    .executable(name: "placefind", targets: ["placefind"]),
    // Each library is named after its module. The public interfaces of PlaceIndex and Platform use Domain's types.
    .library(name: "Domain", targets: ["Domain"]),
    .library(name: "PlaceIndex", targets: ["PlaceIndex"]),
    .library(name: "Platform", targets: ["Platform"]),
  ],
  targets: [
    // In C, because `#embed` compiles quickly and the array literals of `.embedInCode` take Swift seconds. The files
    // are in the targets that read them, which exclude them.
    .target(name: "EmbeddedFiles", cSettings: [.treatAllWarnings(as: .error)]),
    .target(
      name: "Domain",
      dependencies: ["EmbeddedFiles", "Tables"],
      exclude: ["Categories/Categories.txt", "OpeningHours/Holidays.txt", "OpeningHours/TimeZones.txt"],
      swiftSettings: settings
    ),
    .target(name: "Tables", dependencies: ["System"], swiftSettings: settings),
    .target(name: "System", swiftSettings: settings),
    .target(
      name: "Rows",
      dependencies: ["Domain", "EmbeddedFiles", "System", "Tables"],
      exclude: ["Fields/Fields.txt"],
      swiftSettings: settings
    ),
    .target(
      name: "PlaceIndex",
      dependencies: ["Domain", "Rows", "System", "Tables"],
      swiftSettings: settings
    ),
    .target(
      name: "Platform",
      dependencies: ["Domain", "EmbeddedFiles", "PlaceIndex", "Rows", "System", "Tables"],
      exclude: ["Offline/sample.pfx"],
      swiftSettings: settings
    ),
    .target(name: "CurlFunctions", cSettings: [.treatAllWarnings(as: .error)]),
    .target(name: "CurlShim", dependencies: ["CurlFunctions", "Domain", "Platform"], swiftSettings: settings),
    .target(
      name: "App",
      dependencies: ["Domain", "EmbeddedFiles", "Rows", "System", "Tables"],
      exclude: ["page.html", "page.css", "page.js"].map { "Rendering/Page/\($0)" } + [
        "Commands/Schemas", "Commands/Shells", "Commands/Skill",
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "placefind",
      dependencies: ["App", "CurlShim", "Domain", "Platform"],
      swiftSettings: settings,
      linkerSettings: exportingShim
    ),

    .target(name: "TestSupport", dependencies: ["Domain"], path: "Tests/TestSupport", swiftSettings: optimized),
    // Used by tests and the fuzzer.
    .target(
      name: "IndexChecks",
      dependencies: ["Domain", "PlaceIndex", "Rows", "Tables"],
      path: "Tests/IndexChecks",
      swiftSettings: optimized
    ),
    .executableTarget(
      name: "placefind-index-benchmark",
      dependencies: ["Domain", "PlaceIndex", "Rows"],
      path: "Tests/Benchmarks/IndexBenchmark",
      swiftSettings: settings
    ),
    .testTarget(
      name: "DomainTests",
      dependencies: ["Domain", "EmbeddedFiles", "Tables", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "TablesTests",
      dependencies: ["Tables", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PlaceIndexTests",
      dependencies: ["Domain", "IndexChecks", "PlaceIndex", "Rows", "System", "Tables", "TestSupport"],
      exclude: ["Known/samples.txt", "OSM/Miniatures", "formats.txt", "overtureNames.txt", "placeTypes.txt"].map {
        "Import/\($0)"
      },
      swiftSettings: settings
    ),
    .testTarget(
      name: "PlatformTests",
      dependencies: [
        "CurlShim", "Domain", "EmbeddedFiles", "IndexChecks", "PlaceIndex", "Platform", "Rows", "System", "Tables",
        "TestSupport",
      ],
      swiftSettings: settings,
      linkerSettings: exportingShim
    ),
    .testTarget(
      name: "AppTests",
      dependencies: ["App", "Domain", "PlaceIndex", "Platform", "Rows", "System", "Tables", "TestSupport"],
      exclude: ["Browse/Golden", "Options/Miniatures", "Options/map-addresses.txt"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "CommandLineTests",
      dependencies: ["App", "Domain", "TestSupport", "placefind"],
      exclude: ["Miniatures"],
      swiftSettings: settings
    ),
  ],
  cLanguageStandard: .c2x
)

// For `make fuzz` and `make check`, which pass the path of the toolchain's libFuzzer.
if let fuzzer = Context.environment["PLACEFIND_FUZZER"] {
  package.targets.append(
    .executableTarget(
      name: "placefind-fuzz",
      dependencies: ["Domain", "IndexChecks", "PlaceIndex", "Platform", "Rows", "Tables"],
      path: "Tests/Fuzz",
      exclude: ["Corpus"],
      swiftSettings: settings,
      linkerSettings: [.unsafeFlags([fuzzer, "-lstdc++"])]
    )
  )
}
