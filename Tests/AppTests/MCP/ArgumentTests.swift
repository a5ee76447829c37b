import Domain
import Testing

@testable import App

/// Arguments of tools that options without a value read, and arguments that are too long to repeat.
struct ArgumentTests {
  private static let point = #""lat":37.4979,"lng":127.0276"#
  /// A text that no message may repeat.
  private static let long = String(repeating: "x", count: 100_000)

  private func talk(_ result: PlaceCollection = .samples) -> Conversation {
    var conversation = Conversation()
    conversation.run.provider = StubProvider(.success(result))
    return conversation
  }

  // MARK: - Unknown hours

  @Test(arguments: [
    ("true", true), (#""true""#, true), ("1", true), ("false", false), (#""false""#, false), ("0", false),
  ])
  func `places with unknown hours are requested by an argument`(value: String, isKept: Bool) async {
    for tool in ["find_places", "count_places"] {
      let talk = talk()
      let arguments = #"{"category":"cafe",\#(Self.point),"open_at":"2026-12-24T18:00","open_unknown":\#(value)}"#
      let message = await talk.call(tool, arguments)
      #expect(message?.isError == false, "\(message?.text ?? "")")
      #expect(talk.run.provider.requests.query?.match.opening.keepsUnknown == isKept)
    }
  }

  @Test(arguments: [
    (#""open_unknown":true"#, "open_unknown requires open_at."),
    (#""open_at":"now","open_unknown":"perhaps""#, "open_unknown doesn't accept 'perhaps'. It takes true or false."),
  ])
  func `a flag needs its option and a Boolean`(arguments: String, sentence: String) async {
    let message = await talk().call("find_places", #"{"category":"cafe",\#(Self.point),\#(arguments)}"#)
    #expect(message?.isError == true && message?.text == sentence, "\(message?.text ?? "")")
  }

  @Test func `the note about unknown hours names an argument of the tool`() async throws {
    var result = PlaceCollection.samples
    result.undecidedCount = 16
    let arguments = #"{"category":"gas",\#(Self.point),"open_at":"2026-12-24T18:00"}"#
    let message = try #require(await talk(result).call("find_places", arguments))
    let note = message["result", "structuredContent", "note"] as? String ?? ""
    #expect(note.contains("Use open_unknown to include them."))
    #expect(Tool.findPlaces.arguments.contains { $0.name == "open_unknown" })
  }

  @Test(arguments: [
    (#""category":"cafe","lat":1,"lng":127,"lon":128"#, "The arguments lng and lon are the same. Pass one of them."),
    (#""category":"cafe",\#(point),"radius":5,"radius_m":6"#, "The arguments radius and radius_m are the same."),
    (#""text":"a","query":"b",\#(point)"#, "The arguments text and query are the same."),
  ])
  func `two names of an argument are refused`(arguments: String, sentence: String) async {
    let message = await talk().call("find_places", "{\(arguments)}")
    #expect(message?.isError == true && message?.text.hasPrefix(sentence) == true, "\(message?.text ?? "")")
  }

  // MARK: - Counts

  @Test func `a limit of 0 counts, without advice on narrowing the query`() async throws {
    let result = PlaceCollection.collection([], totalCount: 123, isComplete: true)
    let message = try #require(await talk(result).call("find_places", #"{"category":"cafe",\#(Self.point),"limit":0}"#))
    #expect(message["result", "structuredContent", "total_count"] as? Int == 123)
    #expect(message["result", "structuredContent", "complete"] as? Bool == true)
    #expect(message["result", "structuredContent", "narrow"] == nil, "\(message.text)")
  }

  // MARK: - Long values

  /// A ring of 5,000 points around Gangnam, as the text of a polygon or a line; `latitude` replaces the last one.
  private static func ring(_ type: String, latitude: Double? = nil) -> String {
    // Along a parabola to the east, and back north of it.
    var points = (0..<5_000).map { number -> String in
      let part = Double(number) / 5_000
      let (east, north) = part < 0.5 ? (part, part * part) : (1 - part, 0.25 - part * 0.05)
      return "[\(127 + 0.02 * east),\(37.5 + 0.02 * north)]"
    }
    if let latitude { points[4_999] = "[127.1,\(latitude)]" }
    points.append(points[0])
    let list = points.joined(separator: ",")
    return type == "Polygon"
      ? #"{"type":"Polygon","coordinates":[[\#(list)]]}"# : #"{"type":"LineString","coordinates":[\#(list)]}"#
  }

  private static func quoted(_ json: String) -> String { "\"\(json.replacing("\"", with: "\\\""))\"" }

  @Test(arguments: [
    ("within", "Polygon", "cafe within the polygon"), ("along", "LineString", "cafe within 500 m of the line"),
  ])
  func `a count doesn't repeat the points of an inline shape`(name: String, type: String, counted: String) async throws
  {
    let arguments = #"{"category":"cafe","\#(name)":\#(Self.ring(type))}"#
    let message = try #require(await talk().call("count_places", arguments))
    #expect(message.isError == false)
    #expect(message["result", "structuredContent", "counted"] as? String == counted)
    #expect(message.line.utf8.count < 2_000, "\(message.line.utf8.count)")
  }

  @Test(arguments: [("within", "Polygon"), ("along", "LineString")])
  func `an error of an inline shape names the argument instead of its points`(name: String, type: String) async throws {
    let wrong = #"{"category":"cafe","\#(name)":\#(Self.quoted(Self.ring(type, latitude: 91)))}"#
    let message = try #require(await talk().call("find_places", wrong))
    #expect(message.isError == true && message.text.contains("91"))
    #expect(message.text.hasPrefix(name) && message.text.count < 300, "\(message.text.prefix(300))")
    let cut = #"{"category":"cafe","\#(name)":\#(Self.quoted(String(Self.ring(type).dropLast(9))))}"#
    let cutMessage = try #require(await talk().call("find_places", cut))
    #expect(cutMessage.isError == true && cutMessage.text.contains("cut short"))
    #expect(!cutMessage.text.contains("Download"), "\(cutMessage.text)")
  }

  @Test(arguments: ["category", "lat", "radius_m", "where", "open_at", "limit", "source", "within", "along", "near"])
  func `an error repeats the beginning of a long value`(name: String) async throws {
    let value = name == "where" ? "=\(Self.long)" : Self.long
    let place = ["lat", "within", "along", "near"].contains(name) ? #""lng":127"# : Self.point
    let other = name == "category" ? "" : #""category":"cafe","#
    for tool in ["find_places", "count_places"] where name != "limit" || tool == "find_places" {
      let shape = ["within", "along", "near"].contains(name) ? "" : ",\(place)"
      let arguments = "{\(other)\"\(name)\":\"\(value)\"\(shape)}"
      var conversation = talk()
      conversation.run.provider = StubProvider(.failure(.unsupported(.category(Self.long))))
      let message = try #require(await conversation.call(tool, arguments))
      #expect(message.isError == true)
      #expect(message.text.count < 600, "\(message.text.prefix(700))")
    }
  }

  @Test func `a count repeats the beginning of a long condition`() async throws {
    let arguments = #"{"category":"cafe",\#(Self.point),"where":"fee=\#(Self.long)"}"#
    let message = try #require(await talk().call("count_places", arguments))
    #expect(message.isError == false && message.line.count < 2_000, "\(message.line.count)")
  }
}
