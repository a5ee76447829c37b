import Domain
import Foundation
import Tables

/// Reads responses of the address APIs; unknown members are ignored.
enum KakaoAddressBody {
  /// Returns the documents of a response with status 200 and the total count.
  ///
  /// - Throws: `.untrustworthy` if the body isn't as documented.
  static func documents(
    in response: HTTPResponse
  ) throws(PlaceSearchError) -> (documents: [JSONValue], totalCount: Int) {
    let bytes = try response.json()
    guard let body = JSONValue(reading: bytes) else { throw .untrustworthy(.unreadable(detail: "not JSON")) }
    guard case .list(let documents)? = body["documents"] else {
      throw .untrustworthy(.unreadable(detail: "documents is missing or not a list"))
    }
    guard let totalCount = body["meta"]?["total_count"]?.integer, totalCount >= 0,
      totalCount <= KakaoPage.maximumCount
    else { throw .untrustworthy(.unreadable(detail: "meta: total_count is missing or not a count")) }
    return (documents, totalCount)
  }

  /// Returns an address as a place; `nil` if it has no coordinate or name.
  static func place(_ document: JSONValue) -> Place? {
    guard let longitude = document["x"]?.double, let latitude = document["y"]?.double,
      let coordinate = try? Coordinate(latitude: latitude, longitude: longitude),
      let name = document["address_name"]?.string
    else { return nil }
    let road = document["road_address"]
    return Place(
      id: "",
      name: name,
      coordinate: coordinate,
      group: nil,
      categoryPath: "주소",
      lotAddress: document["address"]?["address_name"]?.string ?? name,
      roadAddress: road?["address_name"]?.string
    )
  }
}
