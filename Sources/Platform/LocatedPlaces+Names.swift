import Domain
import PlaceIndex
import Rows

extension LocatedPlaces {
  /// The candidates of a service, with those that match the text as well as the first one.
  ///
  /// - Parameters:
  ///   - places: The places that the service returned, the most likely first.
  ///   - text: The name or the address that they match.
  ///   - limit: The maximum number of candidates.
  ///   - totalCount: The number of places that match.
  ///   - similarNames: The names in the data that resemble the text.
  ///   - provenance: The source of the places.
  init(
    _ places: [Place],
    for text: SearchText,
    limit: Int,
    totalCount: Int,
    similarNames: [String] = [],
    provenance: Provenance
  ) {
    self.init(
      candidates: Array(places.prefix(limit)),
      totalCount: totalCount,
      rivals: NameGrade.rivals(among: places, for: text),
      similarNames: similarNames,
      provenance: provenance
    )
  }

  /// Moves the first place with exactly the name in a text to the front.
  static func exactNameFirst(_ places: [Place], for text: SearchText) -> [Place] {
    NameGrade.puttingExactNameFirst(places, for: text)
  }
}

/// The kinds that the steps of a service's paths name, such as `의료,건강 > 병원 > 치과`.
struct KindPaths: Sendable {
  private let steps: KindWords

  /// - Parameter names: The service's names of kinds, besides the words that people type.
  init(_ names: [Service.KindName]) { steps = KindWords(names) }

  /// Returns the kinds of a path and their wider kinds, in table order; any step may name a kind.
  func kinds(ofPath path: String) -> [Kind] {
    var kinds: [Kind] = []
    steps.forEachKind(ofPath: path) { named in
      for kind in [named] + named.wider where !kinds.contains(kind) { kinds.append(kind) }
    }
    return kinds.sorted()
  }
}
