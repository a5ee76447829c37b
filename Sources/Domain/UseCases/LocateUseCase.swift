/// Finds the places that a text may refer to (an address, a station, a landmark, a shop), and the address of a
/// coordinate.
public protocol LocateUseCase: Sendable {
  /// Finds the places that match a text.
  ///
  /// - Parameters:
  ///   - text: An address or a name.
  ///   - conditions: Conditions on attributes, which every candidate must satisfy.
  ///   - limit: The number of candidates requested, 1 or more.
  /// - Returns: The candidates, most likely first; without candidates, similar names.
  /// - Throws: An error if the source is unavailable, rejects the query, or returns an invalid response, or if there
  ///   are conditions and the source has no attributes.
  /// - Complexity: Up to three requests to a service, or a few searches of all names in an index, and one of all
  ///   addresses.
  func candidates(
    for text: SearchText,
    where conditions: [AttributeCondition],
    limit: Int
  ) async throws(PlaceSearchError) -> LocatedPlaces

  /// Corrects typing errors in a text for which no place was found.
  ///
  /// - Parameter text: The text.
  /// - Returns: The text with each unknown word replaced by a similar word of the places' names; `nil` if no word is
  ///   unknown, if one isn't similar to a known word, or if the source is a service.
  /// - Throws: An error if the source is unavailable.
  /// - Complexity: No request; a search of the words of an index.
  func correction(of text: SearchText) throws(PlaceSearchError) -> SearchText?

  /// Finds the address and the regions of a coordinate.
  ///
  /// - Parameter coordinate: Any point.
  /// - Returns: The address; unknown texts are `nil`. It is returned even if the request for its regions fails.
  /// - Throws: An error if the source is unavailable, rejects the query, or returns an invalid response.
  /// - Complexity: Two requests to a service, or one search of an index.
  func address(of coordinate: Coordinate) async throws(PlaceSearchError) -> CoordinateAddress
}

/// The places that match a text.
public struct LocatedPlaces: Sendable, Hashable {
  /// The candidates, most likely first; an address is a place without a group, with the address as its name.
  public let candidates: [Place]
  /// The number of all matches according to the source, or of the matches that it returned.
  public let totalCount: Int
  /// Whether there may be more matches than ``totalCount``, because the source returned the maximum and doesn't count.
  public let mayHaveMore: Bool
  /// The coordinates of other candidates that match as well as the first; empty if the first is unambiguous.
  public let rivals: [Coordinate]
  /// Whether the first candidate can be used unseen: its name and address have the words of the text as whole words,
  /// or a service's own geocoder chose it.
  public let isCertain: Bool
  /// Known names with a similar spelling, if there are no candidates.
  public let similarNames: [String]
  /// The source of the candidates.
  public let provenance: Provenance

  /// The number of candidates to request even if only one is needed, so that the others can be counted.
  ///
  /// It is one page of a service and so one request; requests with the same limit share the cached response.
  public static let standardLimit = PageLimits.standard.sizes.upperBound

  public init(
    candidates: [Place],
    totalCount: Int,
    mayHaveMore: Bool = false,
    rivals: [Coordinate] = [],
    isCertain: Bool = true,
    similarNames: [String] = [],
    provenance: Provenance
  ) {
    self.candidates = candidates
    self.totalCount = totalCount
    self.mayHaveMore = mayHaveMore
    self.rivals = rivals
    self.isCertain = isCertain
    self.similarNames = similarNames
    self.provenance = provenance
  }
}

/// The address of a coordinate.
public struct CoordinateAddress: Sendable, Hashable {
  /// An administrative unit.
  public struct Region: Sendable, Hashable {
    /// The full name, such as `서울특별시 강남구 역삼1동`.
    public let name: String
    /// The code of the source: ten digits over Kakao, ISO 3166-2 over OpenStreetMap; `nil` if it has none.
    public let code: String?

    public init(name: String, code: String?) {
      self.name = name
      self.code = code
    }
  }

  /// The coordinate of the query.
  public let coordinate: Coordinate
  /// The lot-number address (지번).
  public var lotAddress: String?
  /// The road-name address (도로명).
  public var roadAddress: String?
  /// The name of the building at the address.
  public var buildingName: String?
  /// The postal code.
  public var postalCode: String?
  /// The legal district (법정동).
  public var legalRegion: Region?
  /// The administrative district (행정동).
  public var administrativeRegion: Region?
  /// The reason why the regions are unknown although the address is known; `nil` if there was no error.
  public var regionError: PlaceSearchError?
  /// The place with this address, if the source knows only the addresses of places.
  public var nearest: FoundPlace?
  /// The source of the address.
  public let provenance: Provenance

  public init(coordinate: Coordinate, provenance: Provenance) {
    self.coordinate = coordinate
    self.provenance = provenance
  }
}
