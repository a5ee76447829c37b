import Domain

extension KakaoStub {
  /// Answers a request to either place search like the service, including errors.
  package func reply(to request: LoopbackRequest) -> LoopbackReply {
    guard let authorization = request.headers["authorization"], authorization.hasPrefix("KakaoAK ") else {
      return Self.refusal(401, "AccessDeniedError", "cannot find Authorization : KakaoAK header")
    }
    guard authorization == "KakaoAK \(key)" else {
      return Self.refusal(401, "AccessDeniedError", "appKey(\(authorization.dropFirst(8))) does not exist")
    }
    let endpoint = request.path.split(separator: "/").joined(separator: "/").split(separator: ".").first ?? ""
    if let reply = replyToAddress(endpoint: String(endpoint), request.parameters) { return reply }
    guard endpoint == "v2/local/search/category" || endpoint == "v2/local/search/keyword" else {
      return LoopbackReply(status: 404, headers: [("Content-Type", "text/html")], body: Array("<h1>none</h1>".utf8))
    }
    let isKeyword = endpoint.hasSuffix("keyword")
    let parameters = request.parameters
    guard !isKeyword || parameters["query"]?.isEmpty == false else {
      return Self.refusal(400, "MissingParameter", "query parameter required")
    }
    guard let search = Self.search(from: parameters, isKeyword: isKeyword) else {
      return Self.refusal(400, "InvalidArgument", "a parameter is out of range")
    }
    return .json(response(search).json(isKeyword: isKeyword))
  }

  /// Answers the address APIs; `nil` for another endpoint.
  ///
  /// The address of a place is `서울 강남구 가짜동` and its id.
  private func replyToAddress(endpoint: String, _ parameters: [String: String]) -> LoopbackReply? {
    func address(_ place: StubPlace) -> String { "서울 강남구 가짜동 \(place.id)" }
    func documents(_ documents: [String]) -> LoopbackReply {
      let meta = #"{"is_end":true,"pageable_count":\#(documents.count),"total_count":\#(documents.count)}"#
      return .json(#"{"documents":[\#(documents.joined(separator: ","))],"meta":\#(meta)}"#)
    }
    switch endpoint {
    case "v2/local/search/address":
      guard let query = parameters["query"], !query.isEmpty else {
        return Self.refusal(400, "MissingParameter", "query parameter required")
      }
      return documents(
        places.filter { address($0) == query }.map { place in
          #"{"address":{"address_name":"\#(address(place))"},"address_name":"\#(address(place))","#
            + #""address_type":"REGION_ADDR","road_address":null,"x":"\#(place.longitude)","y":"\#(place.latitude)"}"#
        }
      )
    case "v2/local/geo/coord2address":
      guard let place = places.first else { return documents([]) }
      return documents([#"{"address":{"address_name":"\#(address(place))"},"road_address":null}"#])
    case "v2/local/geo/coord2regioncode":
      return documents([
        #"{"region_type":"B","code":"1168010100","address_name":"서울특별시 강남구 가짜동","x":127.0,"y":37.5}"#,
        #"{"region_type":"H","code":"1168064000","address_name":"서울특별시 강남구 가짜1동","x":127.0,"y":37.5}"#,
      ])
    default: return nil
    }
  }

  package var handler: LoopbackServer.Handler { { [self] in reply(to: $0) } }

  private static func search(from parameters: [String: String], isKeyword: Bool) -> StubSearch? {
    var search = StubSearch()
    let codes = (parameters["category_group_code"] ?? "").split(separator: ",").map(String.init)
    guard codes.allSatisfy({ CategoryGroup(rawValue: $0) != nil }), isKeyword || codes.count == 1 else { return nil }
    search.groupCodes = codes
    search.query = isKeyword ? parameters["query"] : nil
    search.x = parameters["x"].flatMap(Double.init)
    search.y = parameters["y"].flatMap(Double.init)
    if let radius = parameters["radius"] {
      guard let meters = Int(radius), (0...20_000).contains(meters) else { return nil }
      search.radiusInMeters = meters
    }
    if let rect = parameters["rect"] {
      let edges = rect.split(separator: ",").compactMap { Double($0) }
      guard edges.count == 4, edges[0] <= edges[2], edges[1] <= edges[3] else { return nil }
      search.rect = edges
    }
    guard let page = Int(parameters["page"] ?? "1"), (1...45).contains(page) else { return nil }
    guard let size = Int(parameters["size"] ?? "15"), (1...15).contains(size) else { return nil }
    search.page = page
    search.size = size
    search.sortsByDistance = parameters["sort"] == "distance"
    guard !search.sortsByDistance || (search.x != nil && search.y != nil) else { return nil }
    return search
  }

  private static func refusal(_ status: Int, _ type: String, _ message: String) -> LoopbackReply {
    .json(#"{"errorType":"\#(type)","message":"\#(message)"}"#, status: status)
  }
}

extension StubResponse {
  /// Returns the body in the service's format: compact, with sorted keys and numbers as text.
  package func json(isKeyword: Bool = false) -> String {
    let same = isKeyword ? #"{"keyword":"","region":[],"selected_region":""}"# : "null"
    let meta =
      #"{"is_end":\#(isEnd),"pageable_count":\#(pageableCount),"same_name":\#(same),"total_count":\#(totalCount)}"#
    return #"{"documents":[\#(documents.map(\.json).joined(separator: ","))],"meta":\#(meta)}"#
  }
}

extension StubResponse.Document {
  var json: String {
    let group = CategoryGroup(rawValue: place.groupCode)?.koreanName ?? ""
    let fields = [
      ("address_name", "서울 강남구 가짜동 \(place.id)"), ("category_group_code", place.groupCode),
      ("category_group_name", group), ("category_name", place.categoryPath.replacing(">", with: #"\u003e"#)),
      ("distance", meters.map(String.init) ?? ""), ("id", place.id), ("phone", ""), ("place_name", escapedName),
      ("place_url", "http://place.map.kakao.com/\(place.id)"), ("road_address_name", ""),
      ("x", "\(place.longitude)"), ("y", "\(place.latitude)"),
    ]
    return "{" + fields.map { #""\#($0.0)":"\#($0.1)""# }.joined(separator: ",") + "}"
  }

  private var escapedName: String {
    var text = ""
    for scalar in place.name.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "&", "<", ">", "\u{0}"..."\u{1F}":
        text += #"\u00"# + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
