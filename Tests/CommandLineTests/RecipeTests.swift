import Foundation
import TestSupport
import Testing

/// Runs what the pages show; see ``Recipe`` for how a block is marked.
@Suite(.timeLimit(.minutes(5))) struct RecipeTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The directory of jq, which most recipes need.
  private static let jqDirectory = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    .map(String.init).first { FileManager.default.isExecutableFile(atPath: $0 + "/jq") }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: root.path + "/README.md"), "no pages beside the tests"),
    .enabled(if: jqDirectory != nil, "the recipes of the pages are NOT tested: jq is not on the PATH"),
    arguments: [
      ("README.md", 6), ("Sources/Domain/Domain.docc/Batch.md", 2),
      ("Sources/Domain/Domain.docc/FromNothingToAnswers.md", 4),
    ]
  )
  func `the recipes of a page work as they are written`(page: String, count: Int) async throws {
    let recipes = Recipe.recipes(in: try String(contentsOfFile: "\(Self.root.path)/\(page)", encoding: .utf8))
    #expect(recipes.count == count)
    try await TemporaryDirectory.with { directory in
      try Self.writeMiniatures(into: directory)
      for recipe in recipes {
        let outcome = try await run(recipe.commands, in: directory)
        #expect(outcome.status == 0, "\(page):\(recipe.line) \(outcome.errors)")
        if let output = recipe.output {
          #expect(Recipe.matches(outcome.output, output), "\(page):\(recipe.line) prints:\n\(outcome.output)")
        }
      }
    }
  }

  /// Miniatures of the files that the page names, in the form in which they are published.
  private static let miniatures = [
    "semas_seoul.csv": """
    상가업소번호,상호명,지점명,상권업종소분류코드,상권업종소분류명,표준산업분류코드,지번주소,도로명주소,경도,위도
    "MA1","가온커피","시청점","I21201","카페","I56221","서울 중구 가온동 1","서울 중구 가온로 1",126.9782,37.56655
    "MA2","나래국수","","I20105","국수/칼국수","I56111","","서울 중구 가온로 2",126.979,37.5666

    """,
    "shops_semas_new.csv": """
    "상가업소번호","상호명","지점명","상권업종대분류코드","상권업종대분류명","상권업종소분류코드","상권업종소분류명","표준산업분류코드","지번주소","도로명주소","경도","위도"
    "MA0101202210A0000001","가온커피","시청점","I2","음식","I21201","카페","I56221","서울특별시 중구 가온동 1","서울특별시 중구 가온로 1",126.9782,37.56655
    "MA0101202210A0000002","나래국수","","I2","음식","I20105","국수/칼국수","I56111","","서울특별시 중구 가온로 2",126.979,37.5666

    """,
    "schools.csv": """
    학교ID,학교명,학교급구분,설립일자,운영상태,소재지지번주소,소재지도로명주소,위도,경도
    B000000001,가온초등학교,초등학교,19500101,운영,,서울특별시 중구 가온로 3,37.567,126.978

    """,
    "parking.csv": "주차장관리번호,주차장명,주차장구분,위도,경도\n1-1,가온주차장,공영,37.5667,126.978\n",
    "stops.csv": "이름,위도,경도\n가온역,37.5668,126.978\n",
    "seoul.json": """
    {"version":0.6,"elements":[{"type":"node","id":1,"lat":37.5665,"lon":126.9781,"tags":{"amenity":"cafe","name":"스타벅스",\
    "name:en":"Starbucks"}},{"type":"way","id":2,"center":{"lat":37.5666,"lon":126.9782},"tags":{"shop":"convenience"}}]}
    """,
    "amsterdam.geojsonseq": """
    {"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[4.8922,52.3731]},"properties":{"names":{"primary":"Gaon \
    Apotheek"},"categories":{"primary":"pharmacy"},"confidence":0.9,"addresses":[{"freeform":"Damrak 1","locality":"Amsterdam",\
    "country":"NL"}]}}

    """,
  ]

  private static func writeMiniatures(into directory: TemporaryDirectory) throws {
    for (name, text) in miniatures { try directory.write(text, to: name) }
  }

  private func run(_ commands: String, in directory: TemporaryDirectory) async throws -> Invocation.Outcome {
    let program = try Placefind.invocation("").program
    let beside = URL(fileURLWithPath: program).deletingLastPathComponent().path
    var shell = Invocation("/bin/sh", ["-euc", "cd '\(directory.path)'\n\(commands)"])
    shell.environment = [
      "PATH": "\(beside):\(Self.jqDirectory ?? "/usr/bin"):/usr/bin:/bin", "HOME": directory.path, "LANG": "C.UTF-8",
      "no_proxy": "127.0.0.1,localhost",
    ]
    return try await shell.run()
  }

  @Test(arguments: [
    ("a\nb\n", "a\nb\n", true), ("a\nb\n", "a\n", false), ("a\nb\nc\n", "a\n…\nc\n", true),
    ("a\nc\n", "a\n…\nc\n", true),
    ("a\nb\n", "…\n", true), ("a\nb\n", "…\nc\n", false), ("", "", true), ("a\n", "b\n", false),
  ])
  func `a line of three dots stands for any lines`(text: String, shown: String, isMatch: Bool) {
    #expect(Recipe.matches(text, shown) == isMatch)
  }
}
