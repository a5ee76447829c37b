import Domain

/// The kinds of the places in results, counted for the groups that a plain word names.
///
/// A word such as hospital names a group, to which doctors belong as well. If more than a tenth of the places are of
/// another kind than the word, a sentence says so.
struct KindMixture: Sendable {
  fileprivate struct GroupCounts: Sendable {
    let group: CategoryGroup
    var placeCount = 0
    /// Whether the categories of the data are tags of OpenStreetMap.
    var hasTags = false
    var labels: [(label: KindLabel, count: Int)] = []
  }

  private var groups: [GroupCounts] = []

  /// Whether no place of a group was counted.
  var isEmpty: Bool { groups.isEmpty }

  /// Counts the kinds of a result.
  mutating func count(_ places: [FoundPlace], of categories: [PlaceCategory]) {
    for case .group(let group) in categories {
      for found in places where categories.mayMean(group, for: found.place) {
        count(found.place, in: group)
      }
    }
  }

  private mutating func count(_ place: Place, in group: CategoryGroup) {
    let index = indexOfCounts(of: group)
    groups[index].placeCount += 1
    if !groups[index].hasTags, place.categoryPath?.isTag == true { groups[index].hasTags = true }
    groups[index].add(KindLabel(of: place, in: group), count: 1)
  }

  /// Adds the counts of other results.
  mutating func add(_ other: KindMixture) {
    for counts in other.groups {
      let index = indexOfCounts(of: counts.group)
      groups[index].placeCount += counts.placeCount
      groups[index].hasTags = groups[index].hasTags || counts.hasTags
      for (label, count) in counts.labels { groups[index].add(label, count: count) }
    }
  }

  private mutating func indexOfCounts(of group: CategoryGroup) -> Int {
    if let index = groups.firstIndex(where: { $0.group == group }) { return index }
    groups.append(GroupCounts(group: group))
    return groups.count - 1
  }

  /// States for each word which kinds it includes, and how to search only for places with the word.
  ///
  /// - Parameters:
  ///   - source: The source of the places.
  ///   - option: The option for a category.
  ///   - isSample: Whether only some of the places were counted.
  /// - Returns: A notice for each group in which more than a tenth of the places are of other kinds.
  func notices(_ source: Source, option: Option = .category, isSample: Bool = false) -> [Notice] {
    groups.compactMap { counts -> Notice? in
      let others = counts.others
      let otherCount = others.reduce(0) { $0 + $1.count }
      guard otherCount * 10 > counts.placeCount else { return nil }
      let names = others.prefix(Self.namedKinds).map { "\($0.name) (\($0.count.groupedText))" }
      let first = names.dropLast().joined(separator: ", ")
      let list = (first.isEmpty ? "" : first + " and ") + names[names.count - 1]
      let count = "\(otherCount.groupedText) of \(isSample ? "the " : "")\(counted(counts.placeCount, "place"))"
      let word = counts.group.slug
      let alternative: Message? =
        counts.exactCategories(source).map { " For \(word) alone, use \(short: option) \(ShellWord.quoted($0))." }
        ?? others.lazy.compactMap { Kind(slug: $0.name) }.first.map {
          " For one kind alone, use \(short: option) \($0.slug)."
        }
      return "\(word) includes \(list)\(others.count > names.count ? ", …" : ""): \(count)"
        + "\(isSample ? " checked" : "").\(alternative ?? "")"
    }
  }

  private static let namedKinds = 4
}

extension KindMixture.GroupCounts {
  /// The maximum number of categories of the data that are listed as an alternative.
  private static let maximumExactCategories = 3

  fileprivate mutating func add(_ label: KindLabel, count: Int) {
    if let index = labels.firstIndex(where: { $0.label == label }) {
      labels[index].count += count
    } else {
      labels.append((label, count))
    }
  }

  /// The kinds that the word doesn't name, the most frequent first.
  fileprivate var others: [(name: String, count: Int)] {
    labels.compactMap { label, count in label.otherName(in: group).map { (name: $0, count: count) } }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }

  /// Returns the categories that find exactly the places with the word; `nil` if there are none.
  fileprivate func exactCategories(_ source: Source) -> String? {
    if hasTags { return group.plainTag }
    // A service with its own words has no search by the text of a category.
    guard !source.isMetered else { return nil }
    let words = labels.filter { $0.label.otherName(in: group) == nil }.map(\.label.word)
    guard !words.isEmpty, words.count <= Self.maximumExactCategories else { return nil }
    return words.contains { $0.isEmpty || $0.contains(",") } ? nil : words.joined(separator: ",")
  }
}

extension [PlaceCategory] {
  /// Returns whether a place was found as one of a group rather than by another of these categories.
  ///
  /// A place with two tags may be in two groups; ``Place/group`` is the first.
  fileprivate func mayMean(_ group: CategoryGroup, for place: Place) -> Bool {
    guard count > 1, place.group != group else { return !contains(kindOf: place) }
    return place.kind?.group == group && !contains { $0 == place.group.map(PlaceCategory.group) }
      && !contains(kindOf: place)
  }

  /// Returns whether the kind of a place is one of these categories.
  private func contains(kindOf place: Place) -> Bool {
    guard count > 1, let kind = place.kind else { return false }
    return contains { $0 == .kind(kind) || kind.wider.map(PlaceCategory.kind).contains($0) }
  }
}
