/// Finds out where something is that a person names: an address, a station, a landmark, a shop.
public protocol LocateTextUseCase: Sendable {
  /// Finds the places that a text may mean.
  ///
  /// - Parameters:
  ///   - text: An address or a name.
  ///   - limit: How many candidates are wanted, 1 or more.
  /// - Returns: The candidates, the most likely first; without any, the names that are spelled like the text.
  /// - Throws: When the source cannot be asked, cannot answer, or answers what cannot be trusted.
  /// - Complexity: Up to three requests to a service, or one look at every name of an index.
  func candidates(for text: SearchText, limit: Int) async throws(PlaceSearchError) -> LocatedPlaces
}

/// The places that a text may mean.
public struct LocatedPlaces: Sendable, Hashable {
  /// The candidates, the most likely first; an address is a place without a group whose name is the address.
  public let candidates: [Place]
  /// How many places fit in all, as far as the source says.
  public let totalCount: Int
  /// Names that the source knows and that are spelled like the text, when there is no candidate.
  public let similarNames: [String]
  /// Where the candidates came from.
  public let provenance: Provenance

  /// Makes a list of candidates.
  public init(candidates: [Place], totalCount: Int, similarNames: [String] = [], provenance: Provenance) {
    self.candidates = candidates
    self.totalCount = totalCount
    self.similarNames = similarNames
    self.provenance = provenance
  }
}
