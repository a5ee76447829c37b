#!/bin/sh
# Builds and runs a package that depends on the three libraries: a search next to a URLSession of its own, which must
# keep working. The build is cached in .build/host.
set -eu
swift=$1
root=$(pwd)
host=$root/.build/host
mkdir -p "$host/Sources"
ln -sfn "$root/Tests/Checks/Host" "$host/Sources/Host"
ln -sfn "$root/Tests/TestSupport" "$host/Sources/TestSupport"
cat >"$host/Package.swift" <<END
// swift-tools-version: 6.3
import PackageDescription

let products = ["Domain", "PlaceIndex", "Platform"].map { Target.Dependency.product(name: \$0, package: "placefind") }
let package = Package(
  name: "Host",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "placefind", path: "$root")],
  targets: [
    .target(
      name: "TestSupport",
      dependencies: products,
      // It reads schemas that are internal to the package.
      exclude: ["JSONSchema.swift"],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]
    ),
    .executableTarget(name: "Host", dependencies: products + ["TestSupport"]),
  ]
)
END
# Linked statically, the libraries would replace libcurl in the host's Foundation if they exported its functions.
library=$(ldconfig -p 2>/dev/null | sed -n 's/.*libcurl\.so\.4 .*=> //p' | head -n 1)
if [ -n "$library" ]; then
  mkdir -p "$host/link"
  ln -sfn "$library" "$host/link/libcurl.so"
  set -- --static-swift-stdlib -Xlinker "-L$host/link"
else
  set --
fi
# shellcheck disable=SC2086 # several flags
"$swift" build --quiet ${DEBUG_FLAGS:-} --package-path "$host" "$@"
no_proxy=127.0.0.1,localhost "$host/.build/debug/Host"
