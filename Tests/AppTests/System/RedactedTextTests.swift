import Domain
import Testing

@testable import App

/// User input is shown without possible secrets.
@Suite struct RedactedTextTests {
  private static let key = "0123456789abcdef"
  private static let login = "http://user:secretpw@127.0.0.1:1"

  @Test(arguments: [
    ("https://dapi.kakao.com/v2", "https://dapi.kakao.com/v2"), ("/k.pfx", "/k.pfx"), ("a?b@c", "a?b@c"),
    (login, "http://‹redacted›@127.0.0.1:1"), ("http://a/b@c:d/e@f/p", "http://‹redacted›@f/p"),
    ("http://h/p?k=\(key)", "http://h/p?‹redacted›"), ("http://h/?", "http://h/?"),
    ("http://h#x", "http://h#‹redacted›"),
    ("http://h/\(key)/p", "http://h/‹redacted›/p"), ("k\(key)", "k‹redacted›"),
  ])
  func `a login, a query and a key are hidden`(text: String, shown: String) {
    var world = Run(environment: ["KAKAO_REST_API_KEY": Self.key]).world([], errors: MemorySink())
    world.services = [.kakao]
    #expect(RedactedText.of(text, in: world) == shown)
    let other = APIKey("fedcba9876543210")
    #expect(RedactedText.of("x-fedcba9876543210", hiding: [other].compactMap(\.self), in: world) == "x-‹redacted›")
  }

  @Test(arguments: [
    "-c cafe --at 37.5,127 -v", "doctor", "doctor --json", "doctor -f csv",
    "-c cafe --at 37.5,127 -v --endpoint \(login)",
  ])
  func `neither the settings nor the checks show a secret`(line: String) async {
    for (address, secret) in [(Self.login, "secretpw"), ("http://127.0.0.1:1/?k=\(Self.key)", Self.key)] {
      let environment = [
        "KAKAO_REST_API_KEY": Self.key, "PLACEFIND_ENDPOINT": address, "PLACEFIND_CONFIG_PATH": "good", "HOME": "/h",
      ]
      let files = MemoryFiles(["good": "--endpoint \(address)\n"])
      let outcome = await Run(environment: environment, files: files)(line)
      #expect(!outcome.output.contains(secret) && !outcome.errors.contains(secret), "\(outcome)")
      #expect((outcome.output + outcome.errors).contains("‹redacted›"), "\(outcome)")
    }
  }
}
