import Domain
import PlaceIndex

/// Places by the paths of their elements, such as `node/123`.
extension OSMPlaces {
  /// Asks Overpass for an element.
  ///
  /// - Parameter id: The path of the element; any other id is one of another source, and nothing is asked.
  /// - Returns: The place; `nil` when there is no such element, or it is no place.
  /// - Throws: When the service cannot be reached, or does not answer in full.
  func place(withID id: String) async throws(PlaceSearchError) -> Place? {
    guard let query = OverpassQuery.text(ofElement: id) else { return nil }
    let answer: OverpassAnswer?
    do throws(OverpassFailure) { answer = try await client.answer(to: query, for: client.makeBudget()) } catch {
      throw error.cause
    }
    guard let answer else { return nil }
    if let shortage = answer.shortage { throw .untrustworthy(.unreadable(detail: shortage)) }
    return Self.place(withID: id, in: answer.body, language: client.language)
  }

  /// Reads a place from an answer of Overpass; `nil` where it has none of the id, or is another answer.
  static func place(withID id: String, in body: [UInt8], language: String?) -> Place? {
    guard let answer = try? OverpassAnswer(body: body),
      let read = try? IndexSource.read(document(of: answer.elements), name: nameOfAnswer, language: language)
    else { return nil }
    return try? IndexedPlaces(index: read.index, source: .index).place(withID: id)?.found.place
  }
}

extension OverpassQuery {
  /// The text that asks for one element by its path, such as `way/5`; `nil` for another text.
  static func text(ofElement path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, ["node", "way", "relation"].contains(parts[0]), let number = UInt64(parts[1]) else {
      return nil
    }
    return Allowance.usual.head + "\(parts[0])(\(number));\nout count;\nout tags center qt;\n"
  }
}
