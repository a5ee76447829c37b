import Testing

@testable import App

/// Rows of JSON in a table of results.
struct ObjectColumnTests {
  private static let rows = """
    {"id":1,"lat":37.5,"lng":127,"name":"a, \\"b\\"","tags":["x"],"open":true}
    {"lng":127,"lat":37.6,"name":null,"more":{"n":NaN},"id":2}
    {"lat":
    {"type":"Feature","id":4,"properties":{"name":"c","note":"x\\ty"},\
    "geometry":{"type":"Point","coordinates":[127,37.8]}}

    """

  @Test func `members of rows have columns of their own, and others have one`() async {
    let first = String(Self.rows.split(separator: "\n")[0]) + "\n"
    let lines = await BatchOutcome(
      of: "-c gas -n 1 -f csv --fields id",
      // The first 500 rows decide.
      rows: String(repeating: first, count: 500) + Self.rows.split(separator: "\n").dropFirst().joined(separator: "\n")
        + "\n",
      from: ScriptedSource(isFree: true)
    ).lines
    let start = "row,row_id,status,error,input_id,input_lat,input_lng,input_name,input_tags,input_open,input_other,id,"
    #expect(lines[0].hasPrefix(start), "\(lines)")
    #expect(lines[500].hasPrefix(#"500,1,ok,,1,37.5,127,"a, ""b""","[""x""]",true,,37.5-0,"#), "\(lines)")
    #expect(lines[501].hasPrefix(#"501,2,ok,,2,37.6,127,,,,"{""more"":{""n"":null}}",37.6-0,"#), "\(lines)")
    #expect(lines[502].hasPrefix("502,,invalid,row_malformed,,,,,,,,,"), "\(lines)")
    #expect(lines[503].hasPrefix(#"503,4,ok,,4,,,c,,,"{""note"":""x\ty""}",37.8-0,"#), "\(lines)")
  }

  @Test func `rows keep their columns next to the nearest places`() async {
    let lines = await BatchOutcome(
      of: "--nearest gas -f tsv",
      rows: Self.rows,
      from: ScriptedSource(isFree: true)
    ).lines
    #expect(lines[0].hasPrefix("id\tlat\tlng\tname\ttags\topen\tmore\tnote\tother\tnearest_name\t"), "\(lines)")
    #expect(lines[1].hasPrefix("1\t37.5\t127\ta, \"b\"\t[\"x\"]\ttrue\t\t\t\t곳 \"0\"\t"), "\(lines)")
    #expect(lines[3].hasPrefix("{\"lat\":\t\t\t\t\t\t\t\t\t\t"), "\(lines)")
    #expect(lines[4].hasPrefix("4\t37.8\t127\tc\t\t\t\tx\\ty\t\t곳"), "\(lines)")
  }

  @Test(arguments: [
    ("음식점>카페,디저트", "\"cafe\""), ("건강,의료>약국", "\"pharmacy\""), ("교통,수송 > 자동차 > 주유소,충전소", "\"gas\""),
    ("카페", "\"cafe\""), ("약국,카페", "\"pharmacy\",\"cafe\""), ("가>나", nil),
  ])
  func `a path of categories means its narrowest known step`(text: String, categories: String?) async {
    let outcome = await BatchOutcome(
      of: "-n 1",
      rows: "{\"lat\":37.5,\"lng\":127,\"category\":\"\(text)\"}\n",
      from: ScriptedSource(isFree: true)
    )
    let found = outcome.output.contains("\"query\":{\"category\":[\(categories ?? "\"\(text)\"")]")
    #expect(found, "\(outcome.output)")
  }
}
