import Domain
import Foundation
import PlaceIndex
import TestSupport
import Testing

@testable import Platform

/// Conditions on attributes with OpenStreetMap, in the request where tags can express them.
@Suite struct OSMConditionTests {
  private static let elements: [OSMStub.Element] = {
    let fees: [String?] = ["yes", "no", nil, "no;interval"]
    let emails: [[String: String]] = [
      ["email": "a@b.c"], ["contact:email": "a@b.c"], [:], ["email": "x"], ["odd": "A;b"],
    ]
    return (0..<200).map { number in
      var tags = ["amenity": "parking", "name": "P\(number)"]
      if let fee = fees[number % fees.count] { tags["fee"] = fee }
      if number % 3 == 0 { tags["capacity"] = "\(number)" }
      if number % 7 == 0 { tags["phone"] = "02-\(number)" }
      tags.merge(emails[number % emails.count]) { first, _ in first }
      return OSMStub.Element("node/\(number + 1)", 37.49 + Double(number) * 1e-5, 127.0276, tags)
    }
  }()

  private func search(_ texts: [String], sort: PlaceQuery.Sort? = nil) async throws -> (
    ids: [String], request: String, places: [Place]
  ) {
    let stub = OSMStub(Self.elements)
    let exchange = StubExchange { request in HTTPResponse(stub.reply(to: LoopbackRequest(request))) }
    let source = OSMPlaces(client: try OSMPlacesTests.client(over: exchange))
    let subject = PlaceMatch(
      categories: [.group(.parking)],
      conditions: try texts.map { try AttributeCondition($0) }
    )
    let query = try PlaceQuery(subject, area: Fixture.circle(20_000), sort: sort)
    let found = try await source.places(matching: query.limited(to: .all), progress: nil)
    #expect(found.isComplete && found.totalCount == found.places.count)
    let places = found.places.map(\.place)
    return (places.map(\.id), try OverpassQuery(query).filters.joined(), places)
  }

  private static func ids(_ holds: ([String: String]) -> Bool) -> Set<String> {
    Set(elements.filter { holds($0.tags) }.map(\.id))
  }

  @Test(arguments: ["fee=no", "fee=NO", "fee!=no", "fee", "email", "email=a@b.c", "email!=a@b.c", "odd=b", "nothing"])
  func `a result has the elements whose tags satisfy the condition`(text: String) async throws {
    let expected = Self.ids { tags in
      let email = tags["email"] ?? tags["contact:email"]
      return switch text {
      case "fee=no", "fee=NO": tags["fee"]?.hasPrefix("no") == true
      case "fee!=no": tags["fee"]?.hasPrefix("no") != true
      case "fee": tags["fee"] != nil
      case "email": email != nil
      case "email=a@b.c": email == "a@b.c"
      case "email!=a@b.c": email != "a@b.c"
      case "odd=b": tags["odd"] != nil
      default: false
      }
    }
    #expect(Set(try await search([text]).ids) == expected)
  }

  @Test func `numbers and attributes of every place in a response are checked`() async throws {
    let numbers = Self.ids { ($0["capacity"].flatMap(Int.init) ?? 0) >= 90 && $0["phone"] != nil }
    #expect(Set(try await search(["capacity>=90", "phone"]).ids) == numbers)
    #expect(!numbers.isEmpty)
    let ordered = try await search(["capacity"], sort: .attribute("capacity")).ids
    #expect(ordered == (0..<200).filter { $0 % 3 == 0 }.map { "node/\($0 + 1)" })
  }

  @Test(arguments: ["phone", "contact:phone", "phone!=x", "website!=x"])
  func `a condition on a standard field does not change the places`(text: String) async throws {
    let all = try await search([]).places
    let matching = try await search([text]).places
    #expect(!matching.isEmpty && Set(matching).isSubset(of: all))
    #expect(matching.allSatisfy { place in !place.attributes.contains { $0.key == "phone" } })
  }

  @Test func `the request contains only conditions that tags can express`() async throws {
    #expect(try await search(["fee=no"]).request.hasSuffix(#"["fee"~"^(.*;)? *(no) *(;.*)?$",i]"#))
    #expect(try await search(["fee!=no"]).request.hasSuffix(#"["fee"!~"^(.*;)? *(no) *(;.*)?$",i]"#))
    #expect(try await search(["capacity>3"]).request.hasSuffix(#"["capacity"]"#))
    #expect(try await search(["email"]).request.hasSuffix(#"[~"^(email|contact:email)$"~"."]"#))
    #expect(try await !search(["phone"]).request.contains("phone"))
  }

  @Test func `a key that OpenStreetMap spells otherwise is refused`() async throws {
    let refusal = PlaceSearchError.unsupported(.attribute("Wheelchair", known: ["wheelchair"]))
    await #expect(throws: refusal) { try await search(["Wheelchair=yes"]) }
    await #expect(throws: refusal) { try await search([], sort: .attribute("Wheelchair")) }
    let places = OSMPlaces(client: try OSMPlacesTests.client(over: StubExchange.always(.json("[]"))))
    let name = try #require(SearchText("Cafe"))
    await #expect(throws: refusal) {
      try await places.candidates(for: name, where: [AttributeCondition("Wheelchair=yes")], limit: 1)
    }
  }

  @Test func `Kakao is not queried for attributes, because it has none`() throws {
    let subject = PlaceMatch(categories: [.group(.parking)], conditions: [try AttributeCondition("fee")])
    let query = try PlaceQuery(subject, area: Fixture.circle())
    #expect(throws: PlaceSearchError.unsupported(.attributes(.kakao))) {
      try KakaoCosts(maximumRequests: nil).cost(of: query.limited(to: .all))
    }
    let open = try PlaceQuery(categories: [.group(.parking)], area: Fixture.circle())
    var opening = OpeningCondition(time: .now(secondsSince1970: 0))
    #expect(throws: PlaceSearchError.unsupported(.attributes(.kakao))) {
      try KakaoCosts(maximumRequests: nil).cost(of: open.requiring(opening))
    }
    opening.keepsUnknown = true
    #expect(throws: Never.self) { try KakaoCosts(maximumRequests: nil).cost(of: open.requiring(opening)) }
    let sorted = try PlaceQuery(categories: [.group(.parking)], area: Fixture.circle(), sort: .attribute("fee"))
    #expect(throws: PlaceSearchError.unsupported(.attributes(.kakao))) {
      try KakaoCosts(maximumRequests: nil).cost(of: sorted.limited(to: .all))
    }
  }

  @Test(arguments: [
    ("website", ["way/2", "node/3"]), ("website=https://b.example", ["node/3"]), ("phone", ["way/2"]),
    ("wheelchair=yes", ["node/1", "node/3"]), ("wheelchair!=yes", ["way/2"]), ("email", []),
    ("opening_hours=24/7", ["node/1"]),
  ])
  func `places found by name satisfy conditions by Nominatim's extra tags`(text: String, ids: [String])
    async throws
  {
    func hit(_ type: String, _ id: Int, _ extraTags: String) -> String {
      #"{"osm_type":"\#(type)","osm_id":\#(id),"lat":"52.0\#(id)","lon":"5.1","category":"amenity","type":"cafe","#
        + #""name":"Cafe \#(id)","display_name":"Cafe \#(id), Utrecht","address":{"city":"Utrecht"},"extratags":\#(extraTags)}"#
    }
    let hits = [
      hit("node", 1, #"{"wheelchair":"yes","opening_hours":"24/7"}"#),
      hit("way", 2, #"{"contact:website":"https://a.example","contact:phone":"+31 30 1"}"#),
      hit("node", 3, #"{"website":"https://b.example","wheelchair":"yes"}"#), hit("node", 4, "null"),
    ]
    let exchange = StubExchange.always(.json("[\(hits.joined(separator: ","))]"))
    let places = OSMPlaces(client: try OSMPlacesTests.client(over: exchange))
    let name = try #require(SearchText("Cafe"))
    let conditions = [try AttributeCondition(text)]
    let located = try await places.candidates(for: name, where: conditions, limit: 15)
    let expected = text == "wheelchair!=yes" ? ids + ["node/4"] : ids
    #expect(located.candidates.map(\.id) == expected)
    #expect(located.totalCount == expected.count)
    #expect(exchange.requests.first?.url.absoluteString.hasSuffix("q=Cafe&limit=40&extratags=1") == true)
    #expect(try await places.candidates(for: name, where: [], limit: 15).candidates.count == 4)
  }
}
