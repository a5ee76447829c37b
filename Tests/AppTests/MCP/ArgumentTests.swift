import Domain
import Testing

@testable import App

/// Arguments of tools that are too long to repeat.
struct ArgumentTests {
  private static let point = #""lat":37.4979,"lng":127.0276"#
  /// A text that no message may repeat.
  private static let long = String(repeating: "x", count: 100_000)

  private func talk(_ result: PlaceCollection = .samples) -> Conversation {
    var conversation = Conversation()
    conversation.run.provider = StubProvider(.success(result))
    return conversation
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
