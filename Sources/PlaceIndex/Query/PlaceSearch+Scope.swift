import Domain
import Rows

/// Restricts searches by category.
extension PlaceSearch {
  /// The places to search: the places of some partitions that pass the filter.
  struct Scope {
    let partitions: [Int]
    var filter: PlaceFilter?
    /// The categories of the query without places in the index.
    var absent: [PlaceCategory] = []
  }

  func scope(of query: PlaceQuery, _ state: inout SearchState) throws(IndexHeader.FormatError) -> Scope {
    let scope = try scope(of: query.categories, &state)
    guard query.match.restrictsCategories else { return scope }
    let key = query.match.filterKey
    let ignoresUnknownKeys = state.ignoresUnknownKeys
    if let known = state.conditioned.first(where: { $0.key == key && $0.ignoresUnknownKeys == ignoresUnknownKeys }) {
      return Scope(partitions: scope.partitions, filter: known.filter, absent: scope.absent)
    }
    let attributes = try AttributeFilter(key, in: content, ignoringUnknownKeys: ignoresUnknownKeys)
    let filter = PlaceFilter(attributes, of: scope, in: content)
    if state.conditioned.count >= Self.maximumCachedFilters { state.conditioned.removeAll() }
    state.conditioned.append((key, ignoresUnknownKeys, filter))
    return Scope(partitions: scope.partitions, filter: filter, absent: scope.absent)
  }

  func scope(
    of categories: [PlaceCategory],
    _ state: inout SearchState
  ) throws(IndexHeader.FormatError) -> Scope {
    guard let first = categories.first, first != .any else { return Scope(partitions: content.allPartitions) }
    var wanted: UInt32 = 0
    for category in categories {
      // Groups need no filter, because a partition has a fixed set of groups.
      guard case .group(let group) = category else { return try filtered(categories, &state) }
      wanted |= group.bit
    }
    if categories.count == 1 {
      let partitions = content.partitionsOfGroup[wanted.trailingZeroBitCount]
      return Scope(partitions: partitions, absent: partitions.isEmpty ? categories : [])
    }
    return Scope(
      partitions: content.allPartitions.filter { content.partitions[$0].groups & wanted != 0 },
      absent: categories.filter { category in
        guard case .group(let group) = category else { return false }
        return content.partitionsOfGroup[group.ordinal].isEmpty
      }
    )
  }

  /// The maximum number of cached filters.
  private static let maximumCachedFilters = 64

  /// Returns the scope of some categories that aren't all groups; the filter is cached for later queries.
  private func filtered(
    _ categories: [PlaceCategory],
    _ state: inout SearchState
  ) throws(IndexHeader.FormatError) -> Scope {
    if let known = state.filters.firstIndex(where: { $0.categories == categories }) {
      let filter = state.filters[known].filter
      return Scope(partitions: filter.partitions, filter: filter, absent: filter.absent)
    }
    let filter = try PlaceFilter(categories, in: content)
    if state.filters.count >= Self.maximumCachedFilters { state.filters.removeAll() }
    state.filters.append((categories, filter))
    return Scope(partitions: filter.partitions, filter: filter, absent: filter.absent)
  }
}
