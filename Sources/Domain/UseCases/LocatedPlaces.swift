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
