public import Domain

extension PlaceIndex {
  /// What the index holds.
  public var summary: IndexSummary {
    var box = IntegerBox.empty
    var counts = [Int](repeating: 0, count: CategoryGroup.allCases.count)
    var ungrouped = 0
    for partition in content.partitions {
      box.include(partition.box)
      if partition.groups == 0 { ungrouped += partition.placeCount }
      for group in CategoryGroup.allCases where partition.groups & group.bit != 0 {
        counts[group.ordinal] += partition.placeCount
      }
    }
    var groups = CategoryGroup.allCases.filter { counts[$0.ordinal] > 0 }.map {
      IndexSummary.GroupCount(group: $0, places: counts[$0.ordinal])
    }
    if ungrouped > 0 { groups.append(IndexSummary.GroupCount(group: nil, places: ungrouped)) }
    let bounds = try? BoundingBox(
      west: FixedPoint.degrees(box.west),
      south: FixedPoint.degrees(box.south),
      east: FixedPoint.degrees(box.east),
      north: FixedPoint.degrees(box.north)
    )
    return IndexSummary(
      path: path,
      formatVersion: Int(IndexLayout.version),
      fileBytes: content.bytes.count,
      placeCount: placeCount,
      groups: groups,
      bounds: placeCount > 0 ? bounds : nil,
      sources: description.sources,
      attribution: description.attribution,
      license: description.license,
      release: description.release,
      builtAtSeconds: description.builtAt,
      sections: IndexSection.allCases.map {
        IndexSummary.Section(name: $0.name, bytes: content.header[$0].count)
      }
    )
  }
}
