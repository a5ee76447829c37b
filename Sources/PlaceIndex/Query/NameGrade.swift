package import Domain
import Tables

/// A grade of the match between a place and a name or an address; places of equal grade match equally well.
///
/// It is coarser than ``NameRank``: neither the length of a name nor the order in a file shows which place the user
/// means.
package struct NameGrade: Equatable {
  /// The rank of a landmark's category; all stations share a tier, and so do all shops.
  ///
  /// Addresses precede both.
  private let tier: Int
  private let match: NameRank.Match?
  /// The part of the name that decides if the name doesn't contain the text: a landmark's whole name, or a shop's first
  /// word.
  private let name: [UInt8]

  private static let tierOfAddresses = -1
  private static let tierOfShops = 10

  private init(_ place: Place, _ folded: [UInt8], _ typed: TypedName, _ address: TypedAddress) {
    let isAddress = place.name != nil && (place.name == place.roadAddress || place.name == place.lotAddress)
    let rank = NameRank.sourceCategory(of: place.group, place.categoryPath ?? "")
    let isStation = !isAddress && rank <= NameRank.lastStation
    let match = ByteView.over(folded) { name in
      if isAddress { return address.match(name) }
      let holdsWords = typed.matcher.matches(name)
      return typed.match(name, isStation: isStation, isLoose: !holdsWords)
    }
    tier = isAddress ? Self.tierOfAddresses : isStation ? 0 : min(rank, Self.tierOfShops)
    self.match = match
    name = match != nil ? [] : tier == Self.tierOfShops ? Array(folded.prefix { $0 > 0x20 }) : folded
  }

  /// Moves the first place with exactly the name in a text to the front.
  ///
  /// - Parameters:
  ///   - places: The candidates of a service, most likely first.
  ///   - text: The name that they match.
  /// - Returns: The places. They are reordered only if the first place's name contains the text and a place of the same
  ///   tier has exactly that name.
  package static func puttingExactNameFirst(_ places: [Place], for text: SearchText) -> [Place] {
    guard places.count > 1, let first = places.first else { return places }
    let typed = TypedName(text.value)
    let address = TypedAddress(text.value)
    func grade(of place: Place) -> NameGrade { NameGrade(place, NameFolding.fold(place.name ?? ""), typed, address) }
    let best = grade(of: first)
    guard let match = best.match, match != .exact else { return places }
    let exact = places.firstIndex { place in
      let other = grade(of: place)
      return other.tier == best.tier && other.match == .exact
    }
    guard let exact else { return places }
    var ranked = places
    ranked.insert(ranked.remove(at: exact), at: 0)
    return ranked
  }

  /// Finds the places that match a text as well as the first one.
  ///
  /// - Parameters:
  ///   - places: The candidates of a source, most likely first.
  ///   - text: The name or address that they match.
  /// - Returns: The coordinates of the other places. A name that extends the first place's name, such as the name of an
  ///   annex, matches less well, and so does one with parts of words if the first place has them whole.
  package static func rivals(among places: [Place], for text: SearchText) -> [Coordinate] {
    guard places.count > 1, let first = places.first else { return [] }
    let typed = TypedName(text.value)
    let address = TypedAddress(text.value)
    let name = NameFolding.fold(first.name ?? "")
    let grade = NameGrade(first, name, typed, address)
    let words = WholeWords(text.value)
    let areWhole = words.areIn(first)
    var rivals: [Coordinate] = []
    for place in places.dropFirst() {
      let other = NameFolding.fold(place.name ?? "")
      let continues = other.count > name.count && other.starts(with: name)
      guard !continues, NameGrade(place, other, typed, address) == grade else { continue }
      if areWhole, !words.areIn(place) { continue }
      rivals.append(place.coordinate)
    }
    return rivals
  }
}
