import Domain
import Foundation
import Tables
import TestSupport
import Testing

@testable import Platform

struct OverpassResponseTests {
  private static let two = [
    OSMStub.Element("node/1", 37.5, 127, ["amenity": "cafe"]), OSMStub.Element("node/2", 37.5, 127, ["shop": "coffee"]),
  ]

  @Test func `a response with as many elements as it counts is whole`() throws {
    let response = try OverpassResponse(reading: .json(OSMStub.response(Self.two)))
    #expect(response.shortage == nil)
    #expect(response.dataTime == "2026-11-22T00:00:00Z")
    #expect(String(decoding: response.elements, as: UTF8.self) == Self.two.map(\.json).joined(separator: ",\n"))
    #expect(try OverpassResponse(reading: .json(OSMStub.response([]))).elements.isEmpty)
  }

  @Test func `a remark, or a count of more elements, means that places are missing`() throws {
    let text = OSMStub.response(Self.two, remark: "runtime error: Query timed out")
    #expect(try OverpassResponse(reading: .json(text)).shortage == "runtime error: Query timed out")
    let short = OSMStub.response(Self.two, counting: 5)
    #expect(try OverpassResponse(reading: .json(short)).shortage == "3 of 5 elements are missing")
    // Before the first element, there may be only a remark.
    #expect(try OverpassResponse(reading: .json(#"{"elements":[],"remark":"no memory"}"#)).shortage == "no memory")
  }

  @Test(arguments: [
    (#"{"elements":{}}"#, "it isn't a list of OpenStreetMap elements"),
    (#"{"elements":[]"#, "it isn't JSON, or is cut short"),
    (#"{"elements":[]}"#, "it doesn't count its elements"),
  ])
  func `an unreadable response is described`(text: String, detail: String) {
    #expect(throws: PlaceSearchError.untrustworthy(.unreadable(detail: detail))) {
      try OverpassResponse(reading: .json(text))
    }
  }

  @Test(arguments: [
    "garbage", "", "2026-13-22T00:00:00Z", "2026-02-29T00:00:00Z", "2026-11-22T24:00:00Z", "2026-11-22", "22.11.2026",
    "2026-11-22T00:00:00+09:00", "２０２６-11-22T00:00:00Z",
  ])
  func `an invalid time is not the time of the data`(text: String) throws {
    #expect(try OverpassResponse(reading: .json(OSMStub.response(Self.two, of: text))).dataTime == nil)
  }

  @Test func `more elements than counted are a contradiction without a missing one`() throws {
    for total in [0, 1] {
      let response = try OverpassResponse(reading: .json(OSMStub.response(Self.two, counting: total)))
      #expect(response.shortage == "it counts \(total) elements and has 2")
      #expect(!response.isCutShort)
    }
    #expect(throws: PlaceSearchError.self) {
      try OverpassResponse(reading: .json(OSMStub.response(Self.two, counting: -1)))
    }
    let one = try OverpassResponse(reading: .json(OSMStub.response(Self.two, counting: 3)))
    #expect(one.shortage == "1 of 3 elements is missing" && one.isCutShort)
  }

  @Test func `a duplicate element takes the place of a missing one`() throws {
    let same = OSMStub.Element("way/1", 37.5, 127, ["shop": "coffee"])
    #expect(try OverpassResponse(reading: .json(OSMStub.response(Self.two + [same]))).shortage == nil)
    let twice = try OverpassResponse(reading: .json(OSMStub.response(Self.two + [same, Self.two[0]])))
    #expect(twice.shortage == "1 of 4 elements is missing" && twice.isCutShort)
  }

  @Test func `an element with another name is reported by its name`() throws {
    let expected = ExpectedTags(tags: ["amenity=cafe"], isOfMetro: false, word: "blue")
    let response = HTTPResponse.json(
      OSMStub.response([OSMStub.Element("node/1", 5, 5, ["amenity": "cafe", "name": "Red"])])
    )
    #expect(throws: PlaceSearchError.untrustworthy(.otherQuery(place: "node/1", .name))) {
      try OverpassResponse(reading: response, of: expected)
    }
  }

  @Test func `a node of another area is dropped, and more than a fifth make the response unreadable`() throws {
    let area = try BoundingBox(west: 126.9, south: 37.4, east: 127.1, north: 37.6)
    func response(here: [String], elsewhere: [String]) throws -> OverpassResponse {
      let here = here.map { OSMStub.Element($0, 37.5, 127, ["amenity": "cafe"]) }
      let others = elsewhere.map { OSMStub.Element($0, 38.5, 127, ["amenity": "cafe"]) }
      return try OverpassResponse(reading: .json(OSMStub.response(here + others)), about: area)
    }
    // The centre of a shape may be outside an area that the shape intersects.
    #expect(try response(here: [], elsewhere: ["way/98", "relation/99"]).shortage == nil)
    let here = (1...8).map { "node/\($0)" }
    for elsewhere in [["node/98"], ["node/98", "node/99"]] {
      let response = try response(here: here, elsewhere: elsewhere)
      #expect(response.shortage == nil && response.mismatchCount == elsewhere.count)
      let rest = try #require(JSONValue(reading: Array("[".utf8) + response.elements + Array("]".utf8)))
      #expect(rest.elements.compactMap { $0["id"]?.integer } == Array(1...8))
    }
    #expect(throws: PlaceSearchError.untrustworthy(.otherQuery(place: "node/98", .outsideArea))) {
      try response(here: here, elsewhere: ["node/98", "node/99", "node/100"])
    }
    #expect(throws: PlaceSearchError.untrustworthy(.otherQuery(place: "node/98", .outsideArea))) {
      try response(here: [], elsewhere: ["node/98", "node/99"])
    }
    #expect(throws: PlaceSearchError.untrustworthy(.otherQuery(place: "node/98", .outsideArea))) {
      try response(here: ["way/1"], elsewhere: ["node/98"])
    }
  }

  @Test func `a truncated response gives the full number of elements`() {
    let bytes = Array(OSMStub.response(Self.two, counting: 77).utf8)
    #expect(OverpassResponse.counted(in: Array(bytes.dropLast(40))) == 77)
    #expect(OverpassResponse.counted(in: Array("<html>".utf8)) == nil)
  }

  @Test func `every truncation of a response is refused`() throws {
    let bytes = Array(OSMStub.response(Self.two).utf8)
    for count in bytes.indices {
      let response = HTTPResponse(
        status: 200,
        fields: ["content-type": "application/json"],
        body: Data(bytes[..<count])
      )
      #expect(throws: PlaceSearchError.self) { try OverpassResponse(reading: response) }
    }
    #expect(throws: PlaceSearchError.self) { try OverpassResponse(reading: .json(#"{"elements":[]}"#)) }
    let page = HTTPResponse(status: 200, fields: ["content-type": "text/html"], body: Data("<html>".utf8))
    #expect(throws: PlaceSearchError.untrustworthy(.contentType("text/html"))) { try OverpassResponse(reading: page) }
  }

  @Test(arguments: [
    (403, PlaceSearchError.clientRefused(.osm, status: 403)), (406, .clientRefused(.osm, status: 406)),
    (429, .throttled(status: 429, retryAfter: .seconds(30), isRequested: false)),
    (504, .throttled(status: 504, retryAfter: .seconds(30), isRequested: false)),
    (
      400,
      .requestRejected(status: 400, code: nil, message: "Error : line 2: parse error: ';' expected - 'out' found.")
    ),
    (500, .serviceFailing(status: 500, code: nil, message: "Error : line 2: parse error: ';' expected - 'out' found.")),
    (302, .untrustworthy(.redirected(host: nil))), (404, .untrustworthy(.status(404))),
  ])
  func `a status has its message`(status: Int, error: PlaceSearchError) {
    let body = "<html><p><strong>Error</strong>: line 2: parse error: ';' expected - 'out' found. </p></html>"
    let response = HTTPResponse(status: status, fields: ["content-type": "text/html"], body: Data(body.utf8))
    #expect(OSMRefusal.error(of: response, pause: .seconds(30)) == error)
  }

  @Test(arguments: [("1", 30, false), ("30", 30, true), ("90", 90, true)])
  func `a wait is the service's own if it is long enough`(field: String, seconds: Int, isRequested: Bool) {
    let response = HTTPResponse(status: 429, fields: ["retry-after": field], body: Data())
    let error = OSMRefusal.error(of: response, pause: OSMRefusal.minimumPause)
    #expect(error == .throttled(status: 429, retryAfter: .seconds(seconds), isRequested: isRequested))
  }
}
