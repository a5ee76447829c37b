import Domain
import Testing

@testable import App

struct KeyParserTests {
  @Test(arguments: [
    "abc", "abc\n", " abc \r\n", "\u{FEFF}abc", "\u{FEFF}KAKAO_REST_API_KEY=abc", "KAKAO_REST_API_KEY=abc\n",
    "export KAKAO_REST_API_KEY=\"abc\"\n", "KAKAO_REST_API_KEY = 'abc'", "# my key\n\nabc\n",
    "OTHER=1\nKAKAO_REST_API_KEY=abc # mine\nANOTHER=2\n", "KAKAO_REST_API_KEY: abc",
    "KAKAO_REST_API_KEY=old\nKAKAO_REST_API_KEY=abc",
  ])
  func `a key is found in every format of key files`(text: String) {
    #expect(KeyParser(variable: "KAKAO_REST_API_KEY").key(in: text)?.secret == "abc")
  }

  @Test(arguments: [
    "", "\n", "# abc", "abc\ndef", "KAKAO_REST_API_KEY=", "KAKAO_REST_API_KEY=''", "a b", "ключ", "OTHER=1\nTHIRD=2",
    "DATABASE_PASSWORD=abc",
  ])
  func `a file without a key, or with several candidates, gives none`(text: String) {
    #expect(KeyParser(variable: "KAKAO_REST_API_KEY").key(in: text) == nil)
  }
}
