/// Finds the places that a text may mean (an address, a station, a landmark, a shop) and the address of a coordinate.
public protocol LocateUseCase: Sendable {
  /// Finds the places that match a text.
  ///
  /// - Parameters:
  ///   - text: An address or a name.
  ///   - conditions: Conditions on attributes that every candidate satisfies.
  ///   - limit: How many candidates are wanted, 1 or more.
  /// - Returns: The candidates, the most likely first; when there are none, the names that are spelled like the text.
  /// - Throws: When the source cannot be asked, cannot answer, or answers what cannot be trusted; when there are
  ///   conditions and the source has no attributes.
  /// - Complexity: Up to three requests to a service, or a few looks at every name of an index, and one at every
  ///   address.
  func candidates(
    for text: SearchText,
    where conditions: [AttributeCondition],
    limit: Int
  ) async throws(PlaceSearchError) -> LocatedPlaces

  /// Finds the address and the region of a coordinate.
  ///
  /// - Parameter coordinate: Any point.
  /// - Returns: What is known of it; every text is `nil` where the source knows nothing. An address comes back even
  ///   when its regions could not be asked for.
  /// - Throws: When the source cannot be asked, cannot answer, or answers what cannot be trusted.
  /// - Complexity: Two requests to a service, or one look into an index.
  func address(of coordinate: Coordinate) async throws(PlaceSearchError) -> CoordinateAddress
}

/// The places that match a text.
public struct LocatedPlaces: Sendable, Hashable {
  /// The candidates, the most likely first; an address is a place without a group whose name is the address.
  public let candidates: [Place]
  /// How many places match in all, according to the source.
  public let totalCount: Int
  /// The other candidates that match the text as well as the first one; empty if the source is sure of the first.
  public let rivals: [Coordinate]
  /// Names that the source knows and that are spelled like the text, when there is no candidate.
  public let similarNames: [String]
  /// Where the candidates came from.
  public let provenance: Provenance

  /// How many candidates are asked for where one is wanted, so that the others can be counted.
  ///
  /// It is a page of a service, which is one request. All who ask for as many share the cached answer.
  public static let standardLimit = PageLimits.standard.sizes.upperBound

  public init(
    candidates: [Place],
    totalCount: Int,
    rivals: [Coordinate] = [],
    similarNames: [String] = [],
    provenance: Provenance
  ) {
    self.candidates = candidates
    self.totalCount = totalCount
    self.rivals = rivals
    self.similarNames = similarNames
    self.provenance = provenance
  }
}

/// What is known of the address of a coordinate.
public struct CoordinateAddress: Sendable, Hashable {
  /// An administrative unit.
  public struct Region: Sendable, Hashable {
    /// Its name in full, such as `서울특별시 강남구 역삼1동`.
    public let name: String
    /// Its code of ten digits; `nil` when the source gives none.
    public let code: String?

    public init(name: String, code: String?) {
      self.name = name
      self.code = code
    }
  }

  /// The coordinate that was asked about.
  public let coordinate: Coordinate
  /// Lot-number address (지번).
  public var lotAddress: String?
  /// Road-name address (도로명).
  public var roadAddress: String?
  /// The building at that address.
  public var buildingName: String?
  /// The postal code, five digits.
  public var postalCode: String?
  /// The legal district (법정동).
  public var legalRegion: Region?
  /// The administrative district (행정동).
  public var administrativeRegion: Region?
  /// Why the regions are not known although the address is; `nil` when nothing went wrong.
  public var regionError: PlaceSearchError?
  /// The place whose address this is, when the source knows only the addresses of places.
  public var nearest: FoundPlace?
  /// Where the address came from.
  public let provenance: Provenance

  public init(coordinate: Coordinate, provenance: Provenance) {
    self.coordinate = coordinate
    self.provenance = provenance
  }
}
