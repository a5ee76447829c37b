import Domain
import Foundation

/// One page of a search, read and mapped.
struct KakaoPage: Sendable, Hashable {
  /// The places in the order of the service, with whole metres where an anchor was sent.
  let places: [FoundPlace]
  /// How many match in all, as the service says.
  let totalCount: Int
  /// How many of them paging can reach, as the service says.
  let pageableCount: Int
  /// Whether no page comes after this one, as the service says.
  let isLast: Bool
  /// Records that had no id or no coordinate and were passed over.
  ///
  /// One odd record does not spoil the rest of an answer, but it is missing from the places, so nothing that was
  /// collected from such a page is ever called complete.
  let unreadableCount: Int
}

extension KakaoPage {
  /// Reads the body of an answer with status 200.
  ///
  /// - Parameters:
  ///   - response: The answer.
  ///   - mustHaveDistances: Whether every place has to carry a distance, because a point was sent to measure from.
  /// - Throws: `.untrustworthy` when the body is not JSON of the documented form, is not UTF-8, holds nothing but
  ///   unreadable records, or carries no distances although a point was sent.
  init(reading response: HTTPResponse, mustHaveDistances: Bool) throws(PlaceSearchError) {
    let contentType = response.fields["content-type"]
    guard let kind = contentType?.lowercased(), kind.hasPrefix("application/json") else {
      throw .untrustworthy(.contentType(contentType))
    }
    // The decoder would guess UTF-16 or UTF-32 where we were promised UTF-8.
    guard String(validating: response.body, as: UTF8.self) != nil else { throw .untrustworthy(.notUTF8) }
    let body: KakaoPageBody
    do {
      body = try JSONDecoder().decode(KakaoPageBody.self, from: response.body)
    } catch {
      throw .untrustworthy(.unreadable(detail: Self.detail(of: error)))
    }
    guard body.meta.totalCount >= 0, body.meta.pageableCount >= 0 else {
      throw .untrustworthy(.unreadable(detail: "meta: a negative count"))
    }
    let places = body.documents.compactMap { FoundPlace($0) }
    guard !places.isEmpty || body.documents.isEmpty else {
      throw .untrustworthy(.unreadable(detail: "documents: none has an id and a coordinate"))
    }
    if mustHaveDistances, places.contains(where: { $0.distance == nil }) { throw .untrustworthy(.centerIgnored) }
    self.init(
      places: places,
      totalCount: body.meta.totalCount,
      pageableCount: body.meta.pageableCount,
      isLast: body.meta.isEnd,
      unreadableCount: body.documents.count - places.count
    )
  }

  /// Where in the body it went wrong, without a word of the body itself.
  private static func detail(of error: any Error) -> String {
    guard let error = error as? DecodingError else { return "not JSON" }
    let (what, path): (String, [any CodingKey]) =
      switch error {
      case .keyNotFound(let key, let context): ("\(key.stringValue) is missing", context.codingPath)
      case .typeMismatch(_, let context): ("of another type", context.codingPath)
      case .valueNotFound(_, let context): ("null", context.codingPath)
      case .dataCorrupted(let context): ("not JSON", context.codingPath)
      @unknown default: ("unreadable", [])
      }
    let steps = path.map { key in key.intValue.map(String.init) ?? key.stringValue }
    return (steps + [what]).joined(separator: ": ")
  }
}

extension FoundPlace {
  /// Maps a document; `nil` when it has no id or no coordinate.
  init?(_ document: KakaoDocument) {
    guard
      let id = document.id?.value,
      let latitude = document.y?.value.flatMap(Double.init),
      let longitude = document.x?.value.flatMap(Double.init),
      let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    let code = document.groupCode?.value
    let group = code.flatMap(CategoryGroup.init(rawValue:))
    let place = Place(
      id: id,
      name: document.name?.value,
      coordinate: coordinate,
      group: group,
      unlistedGroupCode: code,
      unlistedGroupName: document.groupName?.value,
      categoryPath: document.categoryName?.value,
      phone: document.phone?.value,
      lotAddress: document.lotAddress?.value,
      roadAddress: document.roadAddress?.value,
      url: document.url?.value.map(Self.secured)
    )
    self.init(
      place: place,
      distance: document.distance?.value.flatMap(Double.init).flatMap { Distance(meters: $0) }
    )
  }

  /// The same address over https; the service writes http although its site answers both.
  private static func secured(_ address: String) -> String {
    address.hasPrefix("http://") ? "https://" + address.dropFirst("http://".count) : address
  }
}
