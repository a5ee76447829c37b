import Domain
import TestSupport
import Testing

@testable import App

/// The input and output of the tools, with sources controlled by the test.
struct ToolTests {
  private static let point = #""lat":37.4979,"lng":127.0276"#

  /// Ten places in the style of a service, with names and addresses of typical length.
  private static let ten = (0..<10).map { number in
    let place = Place(
      id: "2633895\(number)",
      name: "카카오프렌즈 코엑스점 \(number)",
      coordinate: .gangnam,
      group: .cafe,
      categoryPath: "가정,생활 > 문구,사무용품 > 디자인문구 > 카카오프렌즈",
      phone: "02-6002-1880",
      lotAddress: "서울 강남구 삼성동 159",
      roadAddress: "서울 강남구 영동대로 513",
      url: "http://place.map.kakao.com/2633895\(number)",
      attributes: [PlaceAttribute(key: "opening_hours", value: "24/7")]
    )
    return FoundPlace(place: place, distance: Distance(meters: 418.5))
  }

  private func talk(_ result: PlaceCollection = .samples, located: LocatedPlaces? = nil) -> Conversation {
    var conversation = Conversation()
    conversation.run.provider = StubProvider(.success(result))
    if let located { conversation.run.provider.memory.withState { $0.located = located } }
    return conversation
  }

  private static func named(
    _ names: [String],
    totalCount: Int? = nil,
    rivals: [Coordinate] = []
  ) -> LocatedPlaces {
    let places = names.enumerated().map { Place(id: "\($0)", name: $1, coordinate: .gangnam, group: .subway) }
    return .named(places, totalCount: totalCount, rivals: rivals)
  }

  @Test func `a search that needs too many requests names no option of the command line`() async throws {
    var conversation = Conversation()
    conversation.run.provider = StubProvider(.failure(.tooManyRequests(expected: 1_240, allowed: 100)))
    let result = try #require(await conversation.call("find_places", #"{"category":"gas",\#(Self.point)}"#))
    #expect(result.isError == true)
    #expect(
      result.text
        == "The search is expected to send about 1,240 requests, and a call sends at most 100. Search a smaller area."
    )
  }

  // MARK: - Size and schemas

  @Test func `the list of tools takes about 7 kB`() async {
    let lines = [Conversation.greeting("2025-11-25"), #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#]
    let list = await Conversation()(lines)[1]
    #expect(list.line.utf8.count <= 7_000, "\(list.line.utf8.count)")
    #expect(
      (list["result", "tools"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
        == Tool.allCases.map(\.rawValue)
    )
  }

  @Test(arguments: ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"])
  func `no type in the list of tools is a list`(version: String) async throws {
    let lines = [Conversation.greeting(version), #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#]
    let list = try #require(await Conversation()(lines)[1]["result", "tools"])
    func check(_ value: Any, _ path: String) {
      if let object = value as? [String: Any] {
        for (key, value) in object {
          #expect(key != "type" || value is String || value is [String: Any], "\(path)")
          check(value, "\(path)/\(key)")
        }
      }
      for (position, value) in (value as? [Any] ?? []).enumerated() { check(value, "\(path)/\(position)") }
    }
    check(list, "")
  }

  @Test func `the fields of places, candidates, categories and addresses are described`() async throws {
    let lines = [Conversation.greeting("2025-11-25"), #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#]
    let list = await Conversation()(lines)[1]
    let members: [(tool: Tool, list: String, fields: [String])] = [
      (.findPlaces, "places", ["id", "place_name", "road_address_name", "lat", "lng", "distance_m"]),
      (.resolvePlace, "candidates", ["id", "place_name", "road_address_name", "lat", "lng"]),
      (.listCategories, "categories", ["slug", "places", "words", "group"]),
    ]
    func properties(_ tool: Tool) throws -> [String: Any] {
      let position = try #require(Tool.allCases.firstIndex(of: tool))
      return try #require(list["result", "tools", "\(position)", "outputSchema", "properties"] as? [String: Any])
    }
    for (tool, name, fields) in members {
      let schema = try properties(tool)[name] as? [String: Any]
      let items = (schema?["items"] as? [String: Any])?["properties"] as? [String: Any]
      #expect(Set(fields).isSubset(of: Set(items?.keys ?? [:].keys)), "\(tool)")
    }
    #expect(Set(WhereCommand.fields.map(\.column).map(\.key)).isSubset(of: Set(try properties(.addressOf).keys)))
  }

  @Test func `ten places take at most 4,500 characters`() async throws {
    let result = PlaceCollection.collection(Self.ten, totalCount: 1_234, isComplete: false, isNearest: true)
    let message = try #require(await talk(result).call("find_places", #"{"category":"cafe",\#(Self.point)}"#))
    #expect(message["result", "structuredContent", "returned"] as? Int == 10)
    #expect(message.text.count <= 4_500, "\(message.text.count)")
    #expect(!message.text.contains("null") && !message.text.contains("attributes"))
  }

  @Test(arguments: [
    ("find_places", #"{"category":"gas",\#(point)}"#), ("find_places", #"{"text":"x","near":"강남역","limit":"3"}"#),
    ("resolve_place", #"{"name":"강남역"}"#), ("resolve_place", #"{"name":"home"}"#), ("address_of", "{\(point)}"),
    ("place_details", #"{"id":"x9"}"#), ("count_places", #"{"category":"gas",\#(point)}"#), ("list_categories", "{}"),
    ("list_categories", #"{"word":"치과"}"#),
  ])
  func `every result keeps the schema of its tool`(tool: String, arguments: String) async throws {
    let talk = talk(located: Self.named(["강남역"]))
    let home = try #require(SavedLocation(name: "home", coordinate: .gangnam))
    talk.run.provider.memory.withState {
      $0.savedLocations = SavedLocations(locations: [home])
      $0.indexed = ["x9": .recalled(FoundPlace.full.place)]
    }
    let lines = [
      Conversation.greeting("2025-11-25"), #"{"jsonrpc":"2.0","id":0,"method":"tools/list"}"#,
      Conversation.call(1, tool, arguments),
    ]
    let responses = await talk(lines)
    let result = try #require(responses.first { $0["id"] as? Int == 1 })
    #expect(result.isError == false, "\(result)")
    let position = try #require(Tool.allCases.firstIndex { $0.rawValue == tool })
    let schema = try #require(responses[1]["result", "tools", "\(position)", "outputSchema"] as? [String: Any])
    let structure = result.json("result", "structuredContent")
    #expect(JSONSchema.faults(of: structure, against: Self.json(schema)).isEmpty)
    #expect(JSONSchema.faults(of: result.text, against: Self.json(schema)).isEmpty)
    // All members of a result are in the schema, except the fields of a single place or address.
    guard !["address_of", "place_details"].contains(tool) else { return }
    let known = Set((schema["properties"] as? [String: Any] ?? [:]).keys)
    let given = Set((result["result", "structuredContent"] as? [String: Any] ?? [:]).keys)
    #expect(given.isSubset(of: known), "\(given.subtracting(known))")
  }

  @Test func `the schemas are made of the options that read the arguments`() {
    for tool in Tool.allCases {
      #expect(Set(tool.arguments.map(\.name)).count == tool.arguments.count)
      for argument in tool.arguments {
        if let option = argument.option { #expect(option.help(in: .find) != nil, "\(argument.name)") }
      }
      #expect(tool.required.allSatisfy { name in tool.arguments.contains { $0.name == name } })
    }
    #expect(Tool.allCases.count <= 6)
  }

  private static func json(_ value: [String: Any]) -> String { Message.json(of: value) }

  // MARK: - Arguments

  @Test func `numbers as text and the names of options are accepted`() async {
    let talk = talk()
    let arguments =
      #"{"category":["gas","cafe"],"latitude":"37.5","lon":"127","radius":"1.5km","limit":"2.0e0","text":null}"#
    _ = await talk.call("find_places", arguments)
    let requests = talk.run.provider.requests
    #expect(requests.query?.categories == [.group(.gas), .group(.cafe)])
    #expect(requests.query?.area.radius?.meters == 1_500)
    #expect(requests.limit?.count == 2)
  }

  @Test(arguments: [
    #"["price>100","capacity<20"]"#, #""price>100;capacity<20""#, #""[\"price>100\", \"capacity<20\"]""#,
    #"" price>100 ; capacity<20; ""#,
  ])
  func `conditions come as a list, as the text of one, or as the cell of a batch`(conditions: String) async {
    let talk = talk()
    let result = await talk.call("find_places", #"{"category":"gas",\#(Self.point),"where":\#(conditions)}"#)
    #expect(result?.isError == false, "\(result?.text ?? "")")
    #expect(talk.run.provider.requests.query?.conditions.map(\.text) == ["price>100", "capacity<20"])
  }

  @Test(arguments: [#"["gas","cafe"]"#, #""gas,cafe""#, #""[\"gas\",\"cafe\"]""#])
  func `categories come as a list, as the text of one, or with commas`(categories: String) async {
    let talk = talk()
    _ = await talk.call("find_places", #"{"category":\#(categories),\#(Self.point)}"#)
    #expect(talk.run.provider.requests.query?.categories == [.group(.gas), .group(.cafe)])
  }

  @Test func `the schema of an argument has the values of its option`() async {
    let lines = [Conversation.greeting("2025-11-25"), #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#]
    let list = await Conversation()(lines)[1]
    for (number, tool) in Tool.allCases.enumerated() {
      for argument in tool.arguments {
        let schema = list["result", "tools", "\(number)", "inputSchema", "properties", argument.name] as? [String: Any]
        #expect(["string", "number", "integer", "boolean"].contains(schema?["type"] as? String), "\(argument.name)")
      }
    }
    let radius =
      list["result", "tools", "0", "inputSchema", "properties", "radius_m", "description"] as? String
    let most = Service.kakao.maximumRadius.wholeMeters
    #expect(radius == "at least 1, at most \(most) of kakao; 1000 unless given")
  }

  @Test func `a call without a limit requests ten places`() async {
    let talk = talk()
    _ = await talk.call("find_places", #"{"category":"gas",\#(Self.point)}"#)
    #expect(talk.run.provider.requests.limit?.count == 10)
  }

  @Test(arguments: [
    (#"{"category":"gas"}"#, "No place was given"), (#"{"lat":37.5,"lng":127}"#, "No category and no text was given"),
    (#"{"category":"gas","lat":127.0276,"lng":37.4979}"#, "Did you swap"),
    (#"{"category":"gas","lat":37.5}"#, "lng"),
    (#"{"category":"gas","lat":37.5,"lng":127,"limit":51}"#, "between 0 and 50"),
    (#"{"category":"gas","lat":37.5,"lng":127,"limit":"all"}"#, "between 0 and 50"),
    (#"{"category":"gas","lat":37.5,"lng":127,"limit":2.5}"#, "It takes a whole number."),
    (#"{"category":"gas","lat":37.5,"lng":127,"where":"fee=no and capacity>10"}"#, "It takes one condition"),
    (#"{"category":"gas","lat":37.5,"lng":127,"radius_m":0}"#, "radius_m"),
    (#"{"category":"gas","lat":37.5,"lng":127,"radus_m":5}"#, "Did you mean radius_m"),
    (#"{"category":"gas","lat":37.5,"lng":127,"near":"x"}"#, "near"),
    (#"{"category":"gas","lat":37.5,"lng":127,"source":"google"}"#, "source"),
  ])
  func `an invalid value is an error with the necessary change`(arguments: String, words: String) async throws {
    let talk = talk()
    let result = try #require(await talk.call("find_places", arguments))
    #expect(result.isError == true && result.text.contains(words), "\(result)")
    #expect(result["result", "structuredContent"] == nil)
    #expect(!result.text.contains("--") && !result.text.contains("placefind"), "\(result.text)")
    #expect(talk.run.provider.requests.query == nil)
  }

  // MARK: - Places by name

  @Test func `a name of one place is used, and named in the result`() async throws {
    let talk = talk(located: Self.named(["강남역"]))
    let result = try #require(await talk.call("find_places", #"{"category":"gas","near":"강남역"}"#))
    #expect(result["result", "structuredContent", "near"] as? String == "강남역 (37.4979,127.0276)")
  }

  @Test func `the best match of several places is used`() async throws {
    let talk = talk(located: Self.named(["역삼역", "강남역", "강남역 2호선"]))
    let result = try #require(await talk.call("find_places", #"{"category":"gas","near":"강남역"}"#))
    #expect(result.isError == false)
  }

  @Test func `several candidates are reported with their coordinates, and none is chosen`() async throws {
    let names = (1...8).map { "강남역 \($0)호선" }
    let far = try Coordinate(latitude: 35.1, longitude: 129)
    let talk = talk(located: Self.named(names, totalCount: 40, rivals: [far]))
    let result = try #require(await talk.call("find_places", #"{"category":"gas","near":"강남역"}"#))
    #expect(result.isError == true)
    #expect(result.text.contains("40 places") && result.text.contains("강남역 5호선 at 37.4979,127.0276"))
    #expect(!result.text.contains("6호선"))
    #expect(talk.run.provider.requests.query == nil)
  }

  // MARK: - Notes about results

  @Test func `a truncated result is reported, with a way to narrow the query`() async throws {
    let result = PlaceCollection.collection(Self.ten, totalCount: 123, isComplete: false)
    let message = try #require(await talk(result).call("find_places", #"{"category":"cafe",\#(Self.point)}"#))
    let structure = message["result", "structuredContent"] as? [String: Any] ?? [:]
    #expect(structure["total_count"] as? Int == 123 && structure["complete"] as? Bool == false)
    #expect(structure["missing"] as? String == "10 of 123 places: limit is 10.")
    let narrow = structure["narrow"] as? String ?? ""
    let ways = "a smaller radius_m, an additional text, a narrower category or a limit of up to 50"
    #expect(narrow == "Search again with \(ways).")
  }

  @Test func `a call with the highest limit is not advised to raise it`() async throws {
    let result = PlaceCollection.collection(Self.ten, totalCount: 123, isComplete: false)
    let arguments = #"{"category":"cafe",\#(Self.point),"limit":50}"#
    let message = try #require(await talk(result).call("find_places", arguments))
    let narrow = (message["result", "structuredContent"] as? [String: Any])?["narrow"] as? String
    #expect(narrow == "Search again with a smaller radius_m, an additional text or a narrower category.")
  }

  @Test func `a search that ended early has the reason`() async throws {
    let result = PlaceCollection.collection(Self.ten, totalCount: 123, isComplete: false, earlyEnd: .timeUp)
    let message = try #require(await talk(result).call("find_places", #"{"category":"cafe",\#(Self.point)}"#))
    let missing = message["result", "structuredContent", "missing"] as? String ?? ""
    #expect(missing.contains("The time limit was reached"), "\(message)")
  }

  @Test func `fictional places are marked as fictional`() async throws {
    let result = PlaceCollection.collection([.full], source: .sample)
    let message = try #require(await talk(result).call("find_places", #"{"category":"gas",\#(Self.point)}"#))
    #expect(message["result", "structuredContent", "source"] as? String == "sample")
    let attribution = message["result", "structuredContent", "attribution"] as? String ?? ""
    #expect(attribution.hasPrefix("Fictional places"))
  }

  @Test func `a count from a service is attributed to the service`() async throws {
    let result = PlaceCollection.collection([.full], totalCount: 99, isComplete: false)
    let message = try #require(await talk(result).call("count_places", #"{"category":"gas",\#(Self.point)}"#))
    #expect(message["result", "structuredContent", "total_count"] as? Int == 99)
    #expect(message["result", "structuredContent", "complete"] as? Bool == false)
    #expect(
      message["result", "structuredContent", "missing"] as? String
        == "The number was reported by kakao and isn't verified."
    )
  }

  @Test func `a complete result has an empty missing list, and advice is a note`() async throws {
    let found = talk(.collection([.full], source: .index))
    let dentists = try #require(await found.call("find_places", #"{"category":"dentist",\#(Self.point)}"#))
    #expect(dentists["result", "structuredContent", "complete"] as? Bool == true)
    #expect(dentists["result", "structuredContent", "missing"] == nil)
    let note = dentists["result", "structuredContent", "note"] as? String
    #expect(note == "dentist is a kind of hospital. Use category hospital for every kind.")
    let empty = try #require(
      await talk(.collection([], source: .index)).call("find_places", #"{"category":"gas",\#(Self.point)}"#)
    )
    #expect(empty["result", "structuredContent", "missing"] == nil)
    #expect((empty["result", "structuredContent", "note"] as? String)?.contains("a larger radius_m") == true)
  }

  @Test func `a count names the counted places`() async throws {
    let arguments = #"{"category":"gas","text":"x",\#(Self.point),"where":"fee=no"}"#
    let message = try #require(await talk().call("count_places", arguments))
    let counted = message["result", "structuredContent", "counted"] as? String ?? ""
    #expect(counted.contains("gas") && counted.contains("x") && counted.contains("37.4979,127.0276"), "\(counted)")
    #expect(counted.contains("fee=no"))
  }

  @Test func `direction marks are removed from names, addresses and errors`() async throws {
    let marks = ["\u{061C}", "\u{200E}", "\u{200F}", "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}"]
    let name = marks.map { "가\($0)é؜" }.joined() + "\u{2010}\u{2028}ل"
    let talk = talk(.collection([.named(name)]), located: Self.named([name]))
    for (tool, arguments) in [
      ("find_places", #"{"category":"cafe",\#(Self.point)}"#), ("resolve_place", #"{"name":"x"}"#),
      ("place_details", "{\"id\":\"\(name)\"}"), ("list_categories", "{\"word\":\"\(name)\"}"), (name, "{}"),
    ] {
      let message = try #require(await talk.call(tool, arguments))
      #expect(!message.line.unicodeScalars.contains { marks.contains(String($0)) }, "\(message.line)")
      #expect(!marks.contains { mark in message.text.contains(mark) })
    }
    let found = try #require(await talk.call("find_places", #"{"category":"cafe",\#(Self.point)}"#))
    let shown = String(repeating: "가é", count: marks.count) + "\u{2010}\u{2028}ل"
    #expect(found["result", "structuredContent", "places", "0", "place_name"] as? String == shown)
  }

  @Test func `a point without an address is reported`() async throws {
    let talk = talk()
    talk.run.provider.memory.withState { $0.hasNoAddress = true }
    let message = try #require(await talk.call("address_of", "{\(Self.point)}"))
    #expect(message["result", "structuredContent", "missing"] as? String == "No address is known there.")
    #expect(await self.talk().call("address_of", "{\(Self.point)}")?["result", "structuredContent", "missing"] == nil)
  }

  @Test func `control characters in names are escaped, and direction marks are removed`() async throws {
    let result = PlaceCollection.collection([.named(#"\u202e\"# + "a\u{1B}[31m\u{202E}b\u{85}\u{7F}")])
    let message = try #require(await talk(result).call("find_places", #"{"category":"cafe",\#(Self.point)}"#))
    #expect(message.line.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
    #expect(
      message["result", "structuredContent", "places", "0", "place_name"] as? String
        == #"\u202e\"# + "a\u{1B}[31mb\u{85}\u{7F}"
    )
    #expect(message.text.contains(#"a\u001b[31mb\u0085\u007f"#))
  }

  // MARK: - One place

  @Test func `details have everything that is known, attributes and absent values too`() async throws {
    let talk = talk()
    talk.run.provider.memory.withState { $0.indexed = ["x9": .recalled(Self.ten[0].place)] }
    let message = try #require(await talk.call("place_details", #"{"id":"x9"}"#))
    #expect(message["result", "structuredContent", "attributes", "opening_hours"] as? String == "24/7")
    #expect(message.text.contains(#""kind":null"#))
    talk.run.provider.memory.withState { $0.served = ["node/7": .recalled(Self.ten[1].place)] }
    let served = try #require(await talk.call("place_details", #"{"id":"node/7"}"#))
    #expect(served.isError == false && served.text.contains(#""source":"#))
    let unknown = try #require(await talk.call("place_details", #"{"id":"nothing"}"#))
    #expect(unknown.isError == true && unknown.text.contains("find_places"))
  }

  @Test func `no query is stored unless recording is on`() async {
    let talk = talk()
    _ = await talk.call("find_places", #"{"category":"gas",\#(Self.point)}"#)
    #expect(talk.run.provider.requests.options?.stores.recordsHistory == false)
    var recording = talk
    recording.options = ["--record"]
    _ = await recording.call("find_places", #"{"category":"gas",\#(Self.point)}"#)
    #expect(talk.run.provider.requests.options?.stores.recordsHistory == true)
  }

  // MARK: - Sources

  @Test func `a call may name another source, without the options of the first`() async {
    var talk = talk()
    talk.options = ["--index", "p.pfx"]
    talk.run.environment["KAKAO_REST_API_KEY"] = "0123456789abcdef"
    _ = await talk.call("find_places", #"{"category":"gas",\#(Self.point)}"#)
    #expect(talk.run.provider.requests.options?.source?.indexPaths == ["p.pfx"])
    _ = await talk.call("find_places", #"{"category":"gas",\#(Self.point),"source":"kakao"}"#)
    #expect(talk.run.provider.requests.options?.source?.name == "kakao")
    #expect(talk.run.provider.requests.options?.source?.indexPaths == [])
  }

  @Test func `calls with the same source share it, also if only one names it`() async {
    var talk = talk()
    talk.run.environment["KAKAO_REST_API_KEY"] = "0123456789abcdef"
    let lines = [
      Conversation.greeting("2025-11-25"), Conversation.call(1, "find_places", #"{"category":"gas",\#(Self.point)}"#),
      Conversation.call(2, "find_places", #"{"category":"gas",\#(Self.point),"source":"kakao"}"#),
    ]
    _ = await talk(lines)
    // One for the options of the server, whose stores it always needs.
    #expect(talk.run.provider.requests.providers <= 2)
  }

  @Test func `a server reads neither a key nor an index from its input`() async {
    for option in ["--key-file", "--index"] {
      var talk = talk()
      talk.options = [option, "-"]
      let messages = await talk([])
      #expect(messages.first?.line.hasPrefix("status 2") == true, "\(messages)")
    }
  }
}
