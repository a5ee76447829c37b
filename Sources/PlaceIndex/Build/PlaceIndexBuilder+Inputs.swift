import Domain

/// The inputs of a build, each by itself, and what becomes of them together.
extension PlaceIndexBuilder {
  /// Goes on with an input, or begins it.
  func select(_ number: Int?) {
    guard current.number != number else { return }
    if let known = inputs.first(where: { $0.number == number }) {
      current = known
      return
    }
    // The first input takes the place of the one that nobody named, unless that has places.
    if inputs.count == 1, inputs[0].places.points.isEmpty { inputs = [] }
    let next = CollectedInput(number)
    next.places.maximumCategoryBytes = current.places.maximumCategoryBytes
    next.places.availableMemory = current.places.availableMemory
    current = next
    inputs.append(next)
  }

  /// Begins another reading in each input: a row without id and name is the same place as one that was there before.
  func beginReading() {
    for input in inputs { input.places.beginInput() }
  }

  /// Puts the places of all inputs together: those that are one place are merged, in the order of the inputs, and what
  /// they were is kept.
  ///
  /// No input can be added afterwards.
  func joinInputs() throws(IndexFileError) {
    guard !isJoined else { return }
    isJoined = true
    let ordered = inputs.sorted { ($0.number ?? -1) < ($1.number ?? -1) }
    guard ordered.count > 1 else {
      current = ordered[0]
      current.places.originals = OriginalPlaces()
      return
    }
    let whole = CollectedInput(nil)
    whole.places.originals = OriginalPlaces()
    whole.places.maximumCategoryBytes = current.places.maximumCategoryBytes
    whole.places.availableMemory = current.places.availableMemory
    for input in ordered {
      whole.places.beginInput()
      try whole.places.take(&input.places)
    }
    inputs = [whole]
    current = whole
  }
}

extension CollectedPlaces {
  /// Moves the places of an input to this collection of all.
  fileprivate mutating func take(_ other: inout CollectedPlaces) throws(IndexFileError) {
    var points: [CollectedPoint] = []
    swap(&points, &other.points)
    other.ids = IdentifierTable()
    let shift = arena.absorb(&other.arena)
    var numbers = [UInt32](repeating: .max, count: other.categories.entries.count)
    mergedCount += other.mergedCount
    clashes = Self.joined(clashes, other.clashes)
    for index in points.indices {
      var point = points[index]
      let local = Int(point.category)
      if numbers[local] == .max { numbers[local] = categories.number(ofBytes: other.categories.entries[local]) }
      point.category = numbers[local]
      point.row = point.row.moved(by: shift)
      try add(point, tag: IdentifierTable.tag(of: RowFormat(arena.view(point.row))?[.id] ?? .empty))
      if index % 4096 == 0 { try checkLimits() }
    }
  }

  private static func joined(_ first: IdentifierClashes?, _ second: IdentifierClashes?) -> IdentifierClashes? {
    guard var joined = first, let second else { return first ?? second }
    joined.count += second.count
    return joined
  }
}
