public import Domain

/// What an index says about the area of a query: whether it covers it.
extension PlaceIndex {
  /// What keeps an answer about an area from being complete, whatever the index holds; `nil` for nothing.
  ///
  /// With a recorded coverage, the area has to lie within a part of it. Without one, the index stands for what it
  /// holds, but not for an area that lies beyond the rectangle around all of its places.
  public func gap(in area: SearchArea) -> PlaceCollection.Gap? {
    guard description.coverage.isEmpty else {
      return description.coverage.contains { $0.covers(area) } ? nil : .beyondCoverage(description.coverage)
    }
    guard let bounds else { return nil }
    return area.mayTouch(bounds) ? nil : .beyondBounds(bounds)
  }

  /// The same for a query, whose categories have to be among the only ones that the index holds.
  public func gap(for query: PlaceQuery) -> PlaceCollection.Gap? {
    if let gap = gap(in: query.area) { return gap }
    let words = description.coveredCategories
    let isHeld =
      query.categories.isEmpty
      ? words.contains(PlaceCategory.any.slug) : query.categories.allSatisfy { $0.isHeld(by: words) }
    return words.isEmpty || isHeld ? nil : .beyondCategories(words.map(PlaceCategory.init(word:)))
  }

  /// What keeps an answer to a query from being complete: a gap of the index, or elements that came without a position.
  ///
  /// Such an element belongs to what the index covers, so the index is still the one to ask there. Without a recorded
  /// coverage, the index stands for what it holds.
  public func shortfall(for query: PlaceQuery) -> PlaceCollection.Gap? {
    if let gap = gap(for: query) { return gap }
    guard !description.coverage.isEmpty else { return nil }
    let count = description.inputs.reduce(0) { $0 + $1.unplacedCount }
    return count > 0 ? .unplaced(count) : nil
  }

  /// Whether places of a category would be in the index if its sources had some: not if others alone were asked for.
  package func isAskedFor(_ category: PlaceCategory) -> Bool {
    let words = description.coveredCategories
    return words.isEmpty || category.isHeld(by: words)
  }

  /// The size of the smallest part of the recorded coverage that holds a query, in square metres; `nil` when none does.
  public func coverageSize(holding query: PlaceQuery) -> Double? {
    gap(for: query) == nil ? description.coverage.filter { $0.covers(query.area) }.map(\.squareMeters).min() : nil
  }

  /// Whether the recorded coverage holds a point.
  public func covers(_ point: Coordinate) -> Bool {
    description.coverage.contains { $0.covers(.circle(center: point, radius: .minimum)) }
  }
}

extension IndexDescription {
  /// Adds the areas of an index that is read into this one; of the categories of several, those that all hold are left.
  mutating func inheritCoverage(of other: IndexDescription) {
    guard !other.coverage.isEmpty else { return }
    let words = [coveredCategories, other.coveredCategories].filter { !$0.isEmpty }
    let common = words.count < 2 ? words.first ?? [] : words[0].filter(words[1].contains)
    if coverage.isEmpty {
      coverage = other.coverage
      coveredCategories = other.coveredCategories
    } else if words.count == 2, common.isEmpty {
      coverage = []
      coveredCategories = []
    } else {
      coverage += other.coverage.filter { !coverage.contains($0) }
      coveredCategories = common
    }
  }
}

extension IndexDescription {
  /// Takes over the release of an index that is read into this one; of two times, the span of both.
  mutating func inheritRelease(of other: IndexDescription) {
    guard let own = release else {
      release = other.release
      latestRelease = other.latestRelease
      return
    }
    let times = [own, latestRelease, other.release, other.latestRelease].compactMap { DataTime.read($0) }
    guard DataTime.read(own) != nil, let first = times.min(), let last = times.max(), first < last else { return }
    release = first
    latestRelease = last
  }
}

extension PlaceCategory {
  /// Whether words of categories name it or one that it lies within; no table of words is made for that.
  fileprivate func isHeld(by words: [String]) -> Bool {
    if words.contains(slug) { return true }
    switch self {
    case .group, .any: return words.contains(PlaceCategory.any.slug)
    case .kind(let kind):
      let wider = [PlaceCategory.any.slug, kind.group?.slug].compactMap(\.self) + kind.wider.map(\.slug)
      return wider.contains(where: words.contains)
    case .source: return meaning.map { $0 != self && $0.isHeld(by: words) } ?? false
    }
  }
}

extension PlaceIndex {
  /// Whether the index says something of a part of an area, by its recorded coverage or else by the bounds of its
  /// places.
  public func reaches(_ area: SearchArea) -> Bool {
    guard !area.isEverywhere else { return true }
    guard description.coverage.isEmpty else {
      return description.coverage.contains { $0.enclosingBox.map(area.mayTouch) ?? true }
    }
    return bounds.map(area.mayTouch) ?? false
  }
}
