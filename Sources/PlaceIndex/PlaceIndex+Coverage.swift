public import Domain

/// What an index says about the area of a query: whether it covers it.
extension PlaceIndex {
  /// What keeps an answer about an area from being complete, whatever the index holds; `nil` for nothing.
  ///
  /// With a declared coverage, the area has to lie within a part of it. Without one, the index stands for what it
  /// holds, but not for an area that lies beyond the rectangle around all of its places, and an extract of OpenStreetMap
  /// stands for no area.
  public func gap(in area: SearchArea) -> PlaceCollection.Gap? {
    guard description.coverage.isEmpty else {
      if description.coverage.contains(where: { $0.covers(area) }) { return nil }
      let box = area.enclosingBox ?? .globe
      let isOutside = description.coverage.allSatisfy { $0.relation(to: box) == .outside }
      return isOutside ? .outsideCoverage(description.coverage) : .beyondCoverage(description.coverage)
    }
    if let bounds, !area.touches(bounds) { return .beyondBounds(bounds) }
    return isUndeclared ? .undeclaredCoverage(path: path) : nil
  }

  /// The same for a query, whose categories have to be among the only ones that the index holds there.
  public func gap(for query: PlaceQuery) -> PlaceCollection.Gap? { gap(for: query, in: query.area) }

  private func gap(for query: PlaceQuery, in area: SearchArea) -> PlaceCollection.Gap? {
    if let gap = gap(in: area) { return gap }
    guard !description.coveredCategories.isEmpty else { return nil }
    let categories = query.categories.isEmpty ? [PlaceCategory.any] : query.categories
    let claims = claims.filter { $0.areas.isEmpty || $0.areas.contains { $0.covers(area) } }
    guard !categories.allSatisfy({ isHeld($0, by: claims) }) else { return nil }
    let words = claims.flatMap(\.categories)
    return .beyondCategories(description.coveredCategories.filter(words.contains).map(PlaceCategory.init(word:)))
  }

  /// What keeps an answer to a query from being complete: a gap of the index, an input that was cut, or elements that
  /// came without a position.
  ///
  /// Such an element belongs to what the index covers, so the index is still the one to ask there. Without a recorded
  /// coverage, the index stands for what it holds.
  public func shortfall(for query: PlaceQuery) -> PlaceCollection.Gap? { shortfall(for: query, in: query.area) }

  /// The same for the part of an answer to a query that lies in an area.
  package func shortfall(for query: PlaceQuery, in area: SearchArea) -> PlaceCollection.Gap? {
    if let gap = gap(for: query, in: area) { return gap }
    if let remark = description.inputs.lazy.compactMap(\.remark).first { return .cutShort(remark) }
    guard !description.coverage.isEmpty else { return nil }
    let count = description.inputs.reduce(0) { $0 + $1.unplacedCount }
    return count > 0 ? .unplaced(count) : nil
  }

  /// Whether places of a category would be in the index if its sources had some: not if others alone were asked for.
  package func isAskedFor(_ category: PlaceCategory) -> Bool {
    description.coveredCategories.isEmpty || isHeld(category, by: claims)
  }

  /// Whether the index holds every place of a category, by what is said of it: where inputs cover areas, by one of
  /// them; otherwise each of them may be what lacks some.
  private func isHeld(_ category: PlaceCategory, by claims: [CoverageClaim]) -> Bool {
    description.coverage.isEmpty
      ? claims.allSatisfy { $0.holds(category) }
      : claims.contains { $0.holds(category) }
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

extension CoverageClaim {
  /// Whether every place of a category is among the only ones that it speaks of.
  fileprivate func holds(_ category: PlaceCategory) -> Bool { categories.isEmpty || category.isHeld(by: categories) }
}

extension PlaceCategory {
  /// Whether words of categories name it or one that it lies within; no table of words is made for that.
  fileprivate func isHeld(by words: [String]) -> Bool {
    if words.contains(slug) || words.contains(where: { PlaceCategory.source($0).exactMeaning == self }) { return true }
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
  /// Whether the index has places in a part of an area, as far as the rectangle around all of them tells, or covers a
  /// part of it.
  package func concerns(_ area: SearchArea) -> Bool {
    if let bounds, area.touches(bounds) { return true }
    guard !description.coverage.isEmpty, let box = area.enclosingBox else { return false }
    return description.coverage.contains { $0.relation(to: box) != .outside }
  }

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
