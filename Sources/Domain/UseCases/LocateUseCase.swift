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
