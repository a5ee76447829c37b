import Domain
import PlaceIndex

/// Finds places by the paths of their elements, such as `node/123`.
extension OSMPlaces {
  /// Queries Overpass for an element.
  ///
  /// - Parameter id: The path of the element. An id of another source returns `nil` without a request.
  /// - Returns: The place; `nil` if the element doesn't exist or isn't a place.
  /// - Throws: An error if the service can't be reached or its response is incomplete.
  func place(withID id: String) async throws(PlaceSearchError) -> Place? {
    guard let query = OverpassQuery.text(ofElement: id) else { return nil }
    guard let response = try await client.response(to: query, for: client.makeBudget()) else { return nil }
    if let shortage = response.shortage { throw .untrustworthy(.unreadable(detail: shortage)) }
    return Self.place(withID: id, in: response.body, language: client.language)
  }

  /// Reads a place from a response of Overpass; returns `nil` if it isn't in the response.
  static func place(withID id: String, in body: [UInt8], language: String?) -> Place? {
    guard let response = try? OverpassResponse(body: body),
      let read = try? IndexedPlaces.read(document(of: response.elements), name: responseName, language: language)
    else { return nil }
    return try? IndexedPlaces(index: read.index, source: .index).place(withID: id)?.found.place
  }
}

extension OverpassQuery {
  /// Returns the Overpass query for an element path such as `way/5`; `nil` for other text.
  static func text(ofElement path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, ["node", "way", "relation"].contains(parts[0]), let number = UInt64(parts[1]) else {
      return nil
    }
    return Allowance.usual.head + "\(parts[0])(\(number));\nout count;\nout tags center qt;\n"
  }
}
