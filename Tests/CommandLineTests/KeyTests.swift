import Foundation
import TestSupport
import Testing

/// The key never appears in output, even if a hostile service or a mistake of the user includes it.
@Suite(.timeLimit(.minutes(20))) struct KeyTests {
  private static let key = "0123456789abcdef0123456789abcdef"

  private let directory = TemporaryDirectory()

  /// The key in forms that a name may contain.
  private static let names = [
    "곳 \(key)", "곳 \(key.uppercased()) 둘", "곳 " + key.utf8.map { "&#\($0);" }.joined(),
    "곳 " + key.utf8.map { "%" + String($0, radix: 16) }.joined(),
  ]

  /// Returns the part of the key that a text reveals; `nil` if there is none.
  private static func leak(in text: String) -> String? {
    let letters = text.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let encoded = key.utf8.map { "\($0)" }.joined()
    let hexadecimal = key.utf8.map { String($0, radix: 16) }.joined()
    return [key, encoded, hexadecimal].first {
      letters.contains($0.prefix(16)) || letters.contains($0.suffix(18).prefix(16))
    }
  }

  @Test(arguments: ["table", "json", "ndjson", "csv", "tsv", "geojson", "map", "html"])
  func `a name that contains the key is masked in every output format`(format: String) async throws {
    let places = Self.names.enumerated().map { number, name in
      StubPlace(id: "\(number + 1)", name: name, latitude: 37.4979 + Double(number) / 10_000, longitude: 127.0276)
    }
    let service = try Service(KakaoStub(places: places, key: Self.key))
    let outcome = try await Placefind.run(
      "-c gas --at 37.4979,127.0276 --no-cache -f \(format)",
      environment: service.environment
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("‹redacted›") && outcome.output.contains("곳"), "\(outcome.output)")
    #expect(Self.leak(in: outcome.output) == nil && Self.leak(in: outcome.errors) == nil, "\(outcome.output)")
  }

  @Test(arguments: names)
  func `an error that contains the key is masked`(text: String) async throws {
    let service = try Service { _ in .json(#"{"errorType":"E","message":"no: \#(text)!"}"#, status: 401) }
    for option in ["", " -v", " --error-format json"] {
      var environment = service.environment
      environment["KAKAO_REST_API_KEY"] = Self.key
      let outcome = try await Placefind.run("-c gas --at 37.4979,127.0276" + option, environment: environment)
      #expect(outcome.status == 3 && outcome.errors.contains("‹redacted›"), "\(outcome.errors)")
      #expect(Self.leak(in: outcome.errors) == nil, "\(outcome.errors)")
    }
  }

  @Test(arguments: [key, "ab/" + key, "/" + key, key + "." + key, String(repeating: "x", count: 300) + key])
  func `a key in place of the name of its file is not repeated`(word: String) async throws {
    for line in [
      "-c gas --at 37.5,127", "-v -c gas --at 37.5,127", "--error-format json -c gas --at 37.5,127", "batch -c gas",
      "doctor", "near Seoul", "browse -c gas --at 37.5,127", "-c gas --at 37.5,127 -o \(directory.file("out"))",
      "batch -c gas --dry-run",
    ] {
      let outcome = try await Placefind.run(line + " --key-file \(word)", input: "lat,lng\n1,1\n")
      #expect(outcome.status != 0, "\(line)")
      #expect(Self.leak(in: outcome.errors + outcome.output) == nil, "\(outcome)")
    }
    let outcome = try await Placefind.run("-c gas --at 37.5,127 --key-file \(word)")
    #expect(outcome.status == 1 && outcome.errors.contains("--key-file"), "\(outcome.errors)")
  }

  @Test func `the error for a missing key file shows its path`() async throws {
    for path in [directory.file("none"), "./none-\(Self.key.prefix(4))"] {
      let outcome = try await Placefind.run("-c gas --at 37.5,127 --key-file \(path)")
      #expect(outcome.status == 1 && outcome.errors.contains(path), "\(outcome.errors)")
    }
  }

  @Test(arguments: [(0o600, false), (0o400, false), (0o644, true), (0o640, true), (0o604, true), (0o620, true)])
  func `a key file that others can read is reported once`(mode: Int, isSaid: Bool) async throws {
    let service = try Service()
    let path = directory.file("key")
    try directory.write(service.stub.key + "\n", to: "key")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    for (line, isHeard) in [("-c gas --at 37.4979,127.0276", true), ("-c gas --at 37.4979,127.0276 --quiet", false)] {
      let outcome = try await Placefind.run(
        line + " --no-cache --key-file \(path) --endpoint \(service.server.endpoint)"
      )
      #expect(outcome.status == 0, "\(outcome.errors)")
      let sentences = outcome.errors.split(separator: "\n").filter { $0.contains("chmod 600 \(path)") }
      #expect(sentences.count == (isSaid && isHeard ? 1 : 0), "\(outcome.errors)")
    }
  }
}
