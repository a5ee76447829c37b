public import Domain
import Rows

/// Determines whether an index covers the area of a query.
extension PlaceIndex {
  /// Returns the reason why a result for an area is incomplete, regardless of its places; `nil` if there is none.
  ///
  /// With a declared coverage, the area must be inside one of its parts. Without one, the index is assumed to be
  /// complete within the rectangle around its places; an extract of OpenStreetMap isn't complete anywhere.
  public func gap(in area: SearchArea) -> PlaceCollection.Gap? {
    guard description.coverage.isEmpty else {
      if description.coverage.cover(area) { return nil }
      return covers(partOf: area) ? .beyondCoverage(description.coverage) : .outsideCoverage(description.coverage)
    }
    if let bounds, !area.touches(bounds) { return .beyondBounds([bounds]) }
    return isUndeclared ? .undeclaredCoverage(path: path) : nil
  }

  /// Returns the reason why a query's result is incomplete; its categories must be complete in the index.
  public func gap(for query: PlaceQuery) -> PlaceCollection.Gap? { gap(for: query, in: query.area) }

  private func gap(for query: PlaceQuery, in area: SearchArea) -> PlaceCollection.Gap? {
    if let gap = gap(in: area) { return gap }
    let mayLackTags = claims.contains(where: \.isOfOpenStreetMap) && query.categories.contains(where: \.lacksTags)
    guard mayLackTags || !description.coveredCategories.isEmpty else { return nil }
    let categories = query.categories.isEmpty ? [PlaceCategory.any] : query.categories
    let missing = categories.filter { !isHeld($0, in: area) }
    guard !missing.isEmpty else { return nil }
    if let untagged = missing.first(where: { $0.lacksTags && $0.isKind }) { return .untagged(untagged) }
    let box = area.enclosingBox ?? .globe
    let claims = claims.filter { $0.areas.isEmpty || $0.areas.contains { $0.relation(to: box) != .outside } }
    let words = claims.flatMap(\.categories)
    let held = description.coveredCategories.filter(words.contains).map(PlaceCategory.init(word:))
    return .beyondCategories(held.isEmpty ? [.any] : held)
  }

  /// Returns the reason why the result of a query is incomplete: a gap, a truncated input, or elements without a
  /// coordinate.
  ///
  /// Such elements are within the coverage, so the index still answers queries there. Without a declared coverage they
  /// are ignored.
  public func shortfall(for query: PlaceQuery) -> PlaceCollection.Gap? { shortfall(for: query, in: query.area) }

  /// Returns the reason why the part of a query's result in an area is incomplete; `nil` if there is none.
  package func shortfall(for query: PlaceQuery, in area: SearchArea) -> PlaceCollection.Gap? {
    if let remark { return .cutShort(remark) }
    return gap(for: query, in: area) ?? dataGap
  }

  /// The remark of a service that truncated its response.
  private var remark: String? { description.settledInputs.lazy.compactMap(\.remark).first }

  /// The gap in every area that the inputs cover: an input is truncated, or has elements without a coordinate.
  package var dataGap: PlaceCollection.Gap? {
    if let remark { return .cutShort(remark) }
    guard !description.coverage.isEmpty else { return nil }
    let count = description.inputs.reduce(0) { $0 + $1.unplacedCount }
    return count > 0 ? .unplaced(count) : nil
  }

  /// Returns whether the index would contain a category's places if its sources had any: `false` if only other
  /// categories were requested.
  package func isRequested(_ category: PlaceCategory) -> Bool {
    description.coveredCategories.isEmpty || isHeld(category)
  }

  /// Returns whether an input with a declared area is complete for a category; without declared areas, whether every
  /// input is.
  private func isHeld(_ category: PlaceCategory) -> Bool {
    description.coverage.isEmpty
      ? claims.allSatisfy { $0.holds(category) } : claims.contains { $0.holds(category) }
  }

  private func isHeld(_ category: PlaceCategory, in area: SearchArea) -> Bool {
    description.coverage.isEmpty ? isHeld(category) : areas(holding: category).cover(area)
  }

  /// Returns the declared areas in which the index has every place of a category.
  package func areas(holding category: PlaceCategory) -> [SearchArea] {
    description.coverage.isEmpty ? [] : claims.filter { $0.holds(category) }.flatMap(\.areas)
  }

  /// Returns the size in square metres of the smallest declared area that contains a query; `nil` if no area does.
  ///
  /// If only all areas together contain the query, their total size is returned.
  public func coverageSize(holding query: PlaceQuery) -> Double? {
    guard gap(for: query) == nil, !description.coverage.isEmpty else { return nil }
    return description.coverage.filter { $0.covers(query.area) }.map(\.squareMeters).min()
      ?? description.coverage.reduce(0) { $0 + $1.squareMeters }
  }

  /// Returns whether the declared coverage contains a point.
  public func covers(_ point: Coordinate) -> Bool {
    description.coverage.contains { $0.covers(.circle(center: point, radius: .minimum)) }
  }
}

extension [PlaceIndex] {
  /// Returns whether the declared coverages of the indexes together include every place of some categories in an area.
  package func hold(_ categories: [PlaceCategory], in area: SearchArea) -> Bool {
    let categories = categories.isEmpty ? [PlaceCategory.any] : categories
    return categories.allSatisfy { category in flatMap { $0.areas(holding: category) }.cover(area) }
  }
}

extension CoverageClaim {
  /// Returns whether the declaration is complete for a category.
  fileprivate func holds(_ category: PlaceCategory) -> Bool {
    if isOfOpenStreetMap, category.lacksTags { return !category.isKind && category.isHeld(by: categories) }
    return categories.isEmpty || category.isHeld(by: categories)
  }
}

extension PlaceCategory {
  /// The kinds for which OpenStreetMap has a tag, found in one pass over the table.
  private static let taggedKinds = CategoryTable.standard.rows.reduce(into: Set<Kind>()) { kinds, row in
    guard case .kind(let kind)? = row.category, !row.words(in: .osm).isEmpty else { return }
    kinds.formUnion([kind] + kind.wider)
  }

  /// Whether OpenStreetMap has no tag for the kind, or elements with the tag aren't places unless it is requested.
  fileprivate var lacksTags: Bool {
    switch self {
    case .kind(let kind): !Self.taggedKinds.contains(kind)
    case .source: OSMTags.key(of: self).map { !OSMTags.placeKeys.contains($0) && meaning == nil } ?? false
    case .group, .any: false
    }
  }

  fileprivate var isKind: Bool { if case .kind = self { true } else { false } }

  /// Returns whether category words include the category or a wider one, without the table of words.
  fileprivate func isHeld(by words: [String]) -> Bool {
    if words.contains(slug) || words.contains(where: isHeld(byTag:)) { return true }
    switch self {
    case .group, .any: return words.contains(PlaceCategory.any.slug)
    case .kind(let kind):
      let wider = [PlaceCategory.any.slug, kind.group?.slug].compactMap(\.self) + kind.wider.map(\.slug)
      return wider.contains(where: words.contains)
    case .source: return meaning.map { $0 != self && $0.isHeld(by: words) } ?? false
    }
  }

  /// Returns whether a word is the only tag of the category.
  private func isHeld(byTag word: String) -> Bool {
    PlaceCategory.source(word).exactMeaning == self && words(ofVocabulary: "osm").count == 1
  }
}

extension PlaceIndex {
  /// Returns whether the index has places of a query in an area.
  package func hasPlaces(matching query: PlaceQuery, in area: SearchArea) -> Bool {
    guard let bounds, area.touches(bounds) else { return false }
    let found = try? places(matching: query.searching(in: area), offset: 0, limit: 0, ignoringUnknownKeys: true)
    return found?.totalCount ?? 0 > 0
  }

  /// Returns the gap of an index that is too old to know a kind of the query; `nil` for other indexes.
  package func gapOfUnknownKind(in query: PlaceQuery) -> PlaceCollection.Gap? {
    for category in query.categories {
      if case .kind(let kind) = category, !content.files[0].kinds.contains(kind) {
        return .kindUnknown(path: path, kind: category)
      }
    }
    return nil
  }

  /// Returns whether the index has places in a part of an area, judging by the rectangle around its places, or covers a
  /// part of it.
  package func concerns(_ area: SearchArea) -> Bool {
    if let bounds, area.touches(bounds) { return true }
    return !area.isEverywhere && covers(partOf: area)
  }

  /// Returns whether the declared coverage touches the rectangle around an area.
  private func covers(partOf area: SearchArea) -> Bool {
    let box = area.enclosingBox ?? .globe
    return description.coverage.contains { $0.relation(to: box) != .outside }
  }

  /// Returns whether the coverage or, without one, the rectangle around the places touches an area.
  public func reaches(_ area: SearchArea) -> Bool {
    guard !area.isEverywhere else { return true }
    guard description.coverage.isEmpty else { return covers(partOf: area) }
    return bounds.map(area.touches) ?? false
  }
}
