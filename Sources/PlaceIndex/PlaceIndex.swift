public import Domain
import Rows
import Tables

/// An index of places in memory or in a mapped file, searchable by location, category and name.
///
/// Results are exact, as if every place were examined: ordered by great-circle distance on a sphere with a radius of
/// 6,371,008.8 m, ties by id in byte order. Any number of threads may search at the same time.
public struct PlaceIndex: Sendable {
  let content: IndexContent
  package let path: String
  let memories: SearchMemoryPool
  /// The declarations of the inputs about their completeness.
  let claims: [CoverageClaim]
  /// The rectangle around all places; `nil` without places.
  let bounds: BoundingBox?
  let hasSeveralInputs: Bool
  /// Whether the index is made from extracts of OpenStreetMap and declares no coverage.
  let isUndeclared: Bool
  /// The attribution for all places of the index, from the attribution and licence of each input.
  public let attribution: String?
  let hasSeveralNotices: Bool

  init(_ bytes: IndexBytes, path: String) throws(IndexFileError) {
    let content: IndexContent
    do throws(IndexHeader.FormatError) {
      content = try IndexContent([IndexFile.Source(bytes: bytes, path: path)])
    } catch {
      throw IndexFileError(error, path: path)
    }
    self.init(content, path: path)
  }

  /// Makes an index of validated content.
  init(_ content: IndexContent, path: String) {
    self.path = path
    self.content = content
    memories = SearchMemoryPool(for: content)
    claims = CoverageClaim.all(of: content.description)
    hasSeveralInputs = content.description.inputs.count > 1
    isUndeclared = content.description.coverage.isEmpty && content.description.inputs.contains(where: \.isExtract)
    let notices = content.description.inputs.map(\.notice)
    attribution = IndexInput.joined(notices)
    hasSeveralNotices = Set(notices).count > 1
    bounds = content.placeCount == 0 ? nil : Self.bounds(of: content.partitions[...])
  }

  /// Returns the rectangle around all places of some partitions; `nil` without places.
  static func bounds(of partitions: ArraySlice<Partition>) -> BoundingBox? {
    let box = partitions.reduce(into: IntegerBox.empty) { $0.include($1.box) }
    return try? BoundingBox(
      west: FixedPoint.degrees(box.west),
      south: FixedPoint.degrees(box.south),
      east: FixedPoint.degrees(box.east),
      north: FixedPoint.degrees(box.north)
    )
  }

  /// The metadata of the index.
  public var description: IndexDescription { content.description }
  public var placeCount: Int { content.placeCount }

  /// Finds places.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - offset: The number of places to skip, 0 or more.
  ///   - limit: The maximum number of places, 0 or more; `nil` for all.
  ///   - ignoringUnknownKeys: Whether an unknown attribute key matches nothing instead of throwing an error.
  /// - Returns: The places in order, and the number of all matches.
  /// - Throws: `IndexFileError.damaged(path:part:)` if the file is damaged.
  /// - Complexity: O(log n + k) for the k nearest; O(m) for all m places of the area, and for words in their names.
  public func places(
    matching query: PlaceQuery,
    offset: Int = 0,
    limit: Int? = nil,
    ignoringUnknownKeys: Bool = false
  ) throws(IndexFileError) -> PlaceIndexResult {
    let memory = memories.take()
    defer { memories.give(memory) }
    return try memory.content.whileUnchanged(path) { () throws(IndexHeader.FormatError) in
      let search = PlaceSearch(content: memory.content)
      memory.state.reset()
      memory.state.ignoresUnknownKeys = ignoringUnknownKeys
      return try result(to: query, from: offset, limit: limit, search, &memory.state)
    }
  }

  /// Finds places; the state is an `inout` parameter, because each access to a class property is checked.
  private func result(
    to query: PlaceQuery,
    from offset: Int,
    limit: Int?,
    _ search: PlaceSearch,
    _ state: inout SearchState
  ) throws(IndexHeader.FormatError) -> PlaceIndexResult {
    let end = limit.map { $0 > Int.max - offset ? Int.max : offset + $0 }
    let total = try search.find(query, limit: end, &state)
    let hasDistance = query.area.center != nil
    var places = try search.reader.places(in: &state, from: offset, hasDistance: hasDistance)
    if query.area.corridor != nil { places = places.map { query.area.found($0.place, distance: nil) } }
    try AttributeFilter.addComputedFields(for: query.match, to: &places, of: search.reader.content)
    var positions: [UInt32]?
    if hasSeveralInputs {
      var found: [UInt32] = []
      for index in places.indices { found.append(state.hits[offset + index].position) }
      positions = found
    }
    var result = PlaceIndexResult(places: places, totalCount: total, positions: positions)
    result.match = state.match
    if !state.absent.isEmpty { result.absent = state.absent.filter(isRequested) }
    return result
  }
}

/// The places of an index that match a query.
public struct PlaceIndexResult: Sendable, Hashable {
  /// The places, nearest first; sorted by id without a centre.
  public let places: [FoundPlace]
  /// The number of all matches.
  public let totalCount: Int
  /// The positions of the places; `nil` in an index of one input, whose attribution applies to all places.
  let positions: [UInt32]?
  /// The categories of the query without places in the index, except categories that weren't requested when the index
  /// was built.
  package var absent: [PlaceCategory] = []
  /// The part of the places that matches the text.
  package var match = TextMatch.name
  /// Whether the first place of a search by name has the whole name or address, or each of its words as a whole word.
  package var isFirstCertain = true

  package static let none = PlaceIndexResult(places: [], totalCount: 0, positions: nil)
}

extension IndexFileError {
  init(_ error: IndexHeader.FormatError, path: String) {
    self =
      switch error {
      case .notAnIndex: .notAnIndex(path: path)
      case .otherVersion(let version):
        .otherVersion(path: path, version: version, supported: Int(IndexLayout.version))
      case .wrongLength(let expected, let actual): .wrongLength(path: path, expected: expected, actual: actual)
      case .damaged(let part): .damaged(path: path, part: part)
      case .changed: .changed(path: path)
      case .noCategory(let word, let nearest): .noCategory(path: path, word: word, nearest: nearest)
      case .kindUnknown(let slug): .kindUnknown(path: path, slug: slug)
      case .noKey(let key, let known): .noKey(path: path, key: key, known: known)
      }
  }
}

extension PlaceIndex {
  /// A summary of the contents.
  public var summary: IndexSummary {
    var counts = [Int](repeating: 0, count: CategoryGroup.allCases.count)
    var ungrouped = 0
    for partition in content.partitions {
      let count = partition.placeCount - (content.hidden?.count(inBlocks: partition.blocks) ?? 0)
      if partition.groups == 0 { ungrouped += count }
      for group in CategoryGroup.allCases where partition.groups & group.bit != 0 {
        counts[group.ordinal] += count
      }
    }
    var groups = CategoryGroup.allCases.filter { counts[$0.ordinal] > 0 }.map {
      IndexSummary.GroupCount(group: $0, places: counts[$0.ordinal])
    }
    if ungrouped > 0 { groups.append(IndexSummary.GroupCount(group: nil, places: ungrouped)) }
    let byteCount = content.files.reduce(0) { $0 + $1.bytes.count }
    let version = Int(IndexLayout.version)
    var summary = IndexSummary(path: path, formatVersion: version, fileBytes: byteCount, placeCount: placeCount)
    summary.groups = groups
    summary.bounds = bounds
    summary.inputs = countedInputs
    summary.coverage = description.coverage
    summary.release = description.release
    summary.latestRelease = description.latestRelease
    summary.coveredCategories = description.coveredCategories.map(PlaceCategory.init(word:))
    summary.newestInputAtSeconds = description.newestInputAt
    summary.keys = attributeKeys
    summary.sections = IndexSection.allCases.map { section in
      let bytes = content.files.flatMap(\.header.segments).reduce(0) { $0 + $1[section].count }
      return .init(name: section.name, bytes: bytes)
    }
    return summary
  }
}

extension PlaceIndex {
  /// Checks every byte: the checksum of each page and section, and that all numbers are within bounds.
  ///
  /// - Throws: `IndexFileError.damaged(path:part:)` with the first damaged part.
  /// - Complexity: One pass over the file.
  public func verify() throws(IndexFileError) {
    try content.whileUnchanged(path) { () throws(IndexHeader.FormatError) in
      try IndexVerification(content: content).checkAll()
    }
  }

  func verifyChecksums() throws(IndexFileError) {
    try content.whileUnchanged(path) { () throws(IndexHeader.FormatError) in
      try IndexVerification(content: content).checkChecksums()
    }
  }
}
