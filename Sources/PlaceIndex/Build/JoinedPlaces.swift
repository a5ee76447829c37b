import Domain
import Tables

/// Resolves places that occur in several inputs.
///
/// They are stored in the overlay, merged or with a suffix on their ids, and the places in each input are hidden. The
/// result depends only on the inputs, not on the order in which they were added.
final class JoinedPlaces {
  let sources: [InputPlaces]
  /// The places of the overlay; their category entries refer to inputs by index in ``inputs``.
  let overlay: CollectedInput
  /// The numbers of the inputs in the builder, in the order of the sources.
  let inputs: [Int]
  /// The hidden places of each source, by their numbers in the source.
  private(set) var hidden: [[Int]]
  /// The number of places of all inputs, counted separately.
  private let sourceCount: Int
  /// The number of places of the whole index, without hidden places.
  private(set) var placeCount = 0
  /// The overlay's numbers of a source's category entries.
  private var entries: [UInt32: UInt32] = [:]

  /// Finds the places within the limits of a collection.
  init(of sources: [InputPlaces], _ shared: SharedIDs, limits: borrowing CollectedPlaces) throws(IndexFileError) {
    self.sources = sources
    sourceCount = sources.reduce(0) { $0 + $1.placeCount }
    inputs = sources.flatMap(\.numbers)
    overlay = CollectedInput(Array(inputs.indices))
    overlay.places.maximumCategoryBytes = limits.maximumCategoryBytes
    overlay.places.limits = limits.limits
    hidden = sources.map { _ in [] }
    for group in shared.groups {
      for place in group { hidden[place.source].append(place.number) }
    }
    for source in sources.indices { hidden[source].sort() }
    try add(shared)
    placeCount = sourceCount - hidden.reduce(0) { $0 + $1.count } + overlay.places.points.count
  }

  /// Returns whether the result is still valid for a number of places: none were added since.
  func isOf(placeCount: Int) -> Bool { sourceCount == placeCount }

  private func add(_ shared: SharedIDs) throws(IndexFileError) {
    var first = 0
    var entriesOfSource = sources.map { _ in [UInt32: UInt32]() }
    let firstInputs = sources.map { source in
      defer { first += source.numbers.count }
      return first
    }
    for (count, group) in shared.groups.enumerated() {
      var start = group.startIndex
      while start < group.endIndex {
        let source = group[start].source
        let end = group[start...].firstIndex { $0.source != source } ?? group.endIndex
        overlay.places.beginInput()
        swap(&entries, &entriesOfSource[source])
        defer { swap(&entries, &entriesOfSource[source]) }
        // Sorted by id, which is unique within an input, rather than in reading order.
        let numbers = group[start..<end].map { (number: $0.number, id: sources[source].id(of: $0.number)) }
          .sorted { $0.id.lexicographicallyPrecedes($1.id) }
        for (number, _) in numbers { try add(number, of: sources[source], firstInput: firstInputs[source]) }
        start = end
      }
      if count % 4096 == 0 { try overlay.places.checkLimits() }
    }
    try overlay.places.decide()
  }

  private func add(_ number: Int, of source: InputPlaces, firstInput: Int) throws(IndexFileError) {
    switch source {
    case .collected(let input):
      let point = input.places.points[number]
      guard let row = RowFormat(input.places.arena.view(point.row)) else { return }
      let category = entry(point.category, firstInput: firstInput) { input.places.categories.with($0, $1) }
      try overlay.places.add(row, attributes: row.tail, at: (point.latitude, point.longitude), category: category)
    case .copied(let segment):
      defer { withExtendedLifetime(segment.content) {} }
      let reader = PlaceReader(content: segment.content)
      let position = segment.position(number)
      let local = segment.content.categoryNumber(at: position)
      guard let range = reader.rowRange(at: position), let known = segment.content.category(local),
        let row = reader.textFields(of: position, in: range, sourceCategory: known.text),
        reader.coordinate(at: position) != nil,
        UTF8Check.isValid(known.words), UTF8Check.isValid(row.searchKey),
        let attributes = reader.attributes(of: row, at: position)
      else { throw .damaged(path: segment.index.path, part: IndexSection.rows.name) }
      let category = entry(local, firstInput: firstInput) { _, body in body(known) }
      try ByteView.over(attributes) { (attributes) throws(IndexFileError) in
        let coordinates = reader.coordinates(at: position)
        try overlay.places.add(row, attributes: attributes, at: coordinates, category: category)
      }
    }
  }

  /// Returns the overlay's number for a source's category entry.
  private func entry(
    _ local: UInt32,
    firstInput: Int,
    _ read: (UInt32, (CategoryEntry) -> UInt32) -> UInt32
  ) -> UInt32 {
    if let known = entries[local] { return known }
    let number = read(local) { entry in
      var numbers: [Int] = []
      entry.forEachInput { numbers.append(firstInput + $0) }
      return entry.ofInputs(numbers) { overlay.places.categories.number(of: $0) }
    }
    entries[local] = number
    return number
  }
}
