import Domain
import Foundation

/// A page of a search.
struct KakaoPage: Sendable, Hashable {
  /// The places in the order of the service, with distances in whole metres if an origin was sent.
  let places: [FoundPlace]
  /// The total number of matches, according to the service.
  let totalCount: Int
  /// The number of matches that paging can reach, according to the service.
  let pageableCount: Int
  /// Whether this is the last page, according to the service.
  let isLast: Bool
  /// The number of skipped records: without an id or a coordinate, or of another query.
  ///
  /// The other records are used, but a collection with such a page is never complete.
  let unreadableCount: Int
  /// The records that were skipped because they belong to another query; `nil` if there were none.
  var mismatches: Mismatches?

  /// The records of a page that don't match its query.
  struct Mismatches: Sendable, Hashable {
    let count: Int
    /// The name or id of the first such record.
    let example: String
    /// The mismatch of the first such record.
    let mismatch: ResponseMismatch
    /// Whether there were so many that the whole page was discarded.
    let isWholePage: Bool

    /// The error for a response that can't be trusted because of these records.
    var error: PlaceSearchError { .untrustworthy(.otherQuery(place: example, mismatch)) }
  }
}

extension KakaoPage {
  /// The maximum plausible count: a thousand times the largest one observed, and small enough that sums can't overflow.
  static let maximumCount = 1_000_000_000

  /// Reads the body of a response with status 200.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - mustHaveDistances: Whether every place must have a distance, because an origin was sent.
  /// - Throws: `.untrustworthy` if the body isn't as documented, isn't UTF-8, contains only unreadable records, or
  /// lacks required distances.
  init(reading response: HTTPResponse, mustHaveDistances: Bool) throws(PlaceSearchError) {
    let body = try KakaoPageBody(reading: try response.json())
    let totalCount = try body.count("total_count")
    let pageableCount = try body.count("pageable_count")
    let isLast = try body.isSet("is_end")
    let places = body.documents.compactMap(FoundPlace.init(reading:))
    guard !places.isEmpty || body.documents.isEmpty else {
      throw .untrustworthy(.unreadable(detail: "documents: none has an id and a coordinate"))
    }
    if mustHaveDistances, places.contains(where: { $0.distance == nil }) { throw .untrustworthy(.centerIgnored) }
    self.init(
      places: places,
      totalCount: totalCount,
      pageableCount: pageableCount,
      isLast: isLast,
      unreadableCount: body.documents.count - places.count
    )
  }
}

extension KakaoPage {
  /// Reads a place from the body of a response; returns `nil` if the body isn't a page with that id.
  static func place(withID id: String, in body: [UInt8]) -> Place? {
    let response = HTTPResponse(status: 200, fields: ["content-type": "application/json"], body: Data(body))
    let page = try? KakaoPage(reading: response, mustHaveDistances: false)
    return page?.places.first { $0.place.id == id }?.place
  }
}

extension FoundPlace {
  /// Converts a document; `nil` if it has no id or no coordinate.
  fileprivate init?(reading document: KakaoDocument) {
    guard
      !document[.id].isEmpty,
      let latitude = document.latitude, let longitude = document.longitude,
      let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    let group = CategoryGroup(rawValue: String(decoding: document[.groupCode], as: UTF8.self))
    let text = PlaceText(capacity: document.bytes.count + Self.spareByteCount) { field, output in
      switch field {
      case .groupName:
        if let group { output += group.koreanName.utf8 } else { output += document[field] }
      case .url: Self.appendSecured(document[field], to: &output)
      default: output += document[field]
      }
    }
    self.init(
      place: Place(
        coordinate: coordinate,
        group: group,
        kind: text[.categoryPath].flatMap { KakaoKinds.kinds(ofPath: $0).first },
        text: text
      ),
      distance: document.distance.flatMap { Distance(meters: $0) }
    )
  }

  /// Extra bytes for the name of a group that the document omits, and for the `s` of `https`.
  private static let spareByteCount = 32

  /// Appends a URL with https.
  ///
  /// The service writes http, although its site supports both.
  private static func appendSecured(_ address: ArraySlice<UInt8>, to output: inout [UInt8]) {
    let plain = "http://"
    guard address.starts(with: plain.utf8) else { return output += address }
    output += "https://".utf8
    output += address.dropFirst(plain.utf8.count)
  }
}
