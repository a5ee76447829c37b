import Domain

/// The kinds in a result of a group that its plain word doesn't name, such as doctors among hospitals.
struct KindMixture: Sendable {
  private let group: CategoryGroup
  private let plainTag: String
  /// The names of the other kinds with their numbers of places, the most frequent first.
  private let others: [(name: String, count: Int)]
  private let placeCount: Int
  private let hasTags: Bool

  /// Counts the kinds of a result; `nil` if at most a tenth of the places are of kinds that the word doesn't name.
  init?(_ places: [FoundPlace], of categories: [PlaceCategory]) {
    guard categories.count == 1, case .group(let group)? = categories.first else { return nil }
    let limit = places.count / 10
    // Most results have no finer kinds, so avoid the table of tags.
    guard places.count(where: { Self.name(of: $0.place, in: group) != nil }) > limit else { return nil }
    guard let plainTag = PlaceCategory.group(group).plainTag else { return nil }
    let value = String(plainTag.drop { $0 != "=" }.dropFirst())
    let plainKind = PlaceCategory.source(plainTag).meaning?.slug
    var counts: [String: Int] = [:]
    for place in places {
      guard let name = Self.name(of: place.place, in: group), name != value, name != plainKind else { continue }
      if Self.tagValue(of: place.place) == value { continue }
      counts[name, default: 0] += 1
    }
    others = counts.map { (name: $0.key, count: $0.value) }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    guard others.reduce(0, { $0 + $1.count }) > limit else { return nil }
    self.group = group
    self.plainTag = plainTag
    placeCount = places.count
    hasTags = places.contains { Self.tagValue(of: $0.place) != nil }
  }

  /// Names the included kinds and says how to exclude them.
  ///
  /// - Parameter option: The option or argument for a category, as typed before the word.
  /// - Returns: The sentence.
  func sentence(option: String) -> String {
    let names = others.prefix(Self.namedKinds).map { "\($0.name) (\($0.count))" }
    let list = names.count > 1 ? names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1] : names[0]
    let count = others.reduce(0) { $0 + $1.count }
    let advice = hasTags ? " For \(group.slug) alone, use \(option)\(plainTag)." : ""
    return "\(group.slug) includes \(list)\(others.count > names.count ? ", …" : ""): \(count) of "
      + "\(counted(placeCount, "place"))." + advice
  }

  private static let namedKinds = 4

  /// The name of a place's kind, or the value of its tag; `nil` if the group's word names it.
  private static func name(of place: Place, in group: CategoryGroup) -> String? {
    if let kind = place.kind { return kind.slug.split(separator: "-").contains { $0 == group.slug } ? nil : kind.slug }
    return tagValue(of: place).flatMap { $0 == group.slug ? nil : $0 }
  }

  /// The value of the tag that is a place's category.
  private static func tagValue(of place: Place) -> String? {
    guard let path = place.categoryPath, !path.contains(">"), let sign = path.firstIndex(of: "=") else { return nil }
    return String(path[path.index(after: sign)...])
  }
}
