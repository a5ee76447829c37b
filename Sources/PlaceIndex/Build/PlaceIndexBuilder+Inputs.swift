import Domain

/// Manages the inputs of a build, which are merged at the end.
extension PlaceIndexBuilder {
  /// Selects the collection for some inputs, or begins a new one; `numbers` is empty if the inputs are unknown.
  func select(_ numbers: [Int]) {
    if !numbers.isEmpty, numbers.allSatisfy(current.numbers.contains) { return }
    func isOne(_ input: CollectedInput) -> Bool {
      numbers.isEmpty ? input.numbers.isEmpty : numbers.contains(where: input.numbers.contains)
    }
    if !isOne(current) {
      if let known = inputs.first(where: isOne) { current = known } else { begin(numbers) }
    }
    let known = Set(inputs.flatMap(\.numbers))
    current.take(numbers.filter { !known.contains($0) })
  }

  private func begin(_ numbers: [Int]) {
    // The first input replaces the collection without an input, unless that has places.
    if inputs.count == 1, inputs[0].places.points.isEmpty { inputs = [] }
    let known = Set(inputs.flatMap(\.numbers))
    let next = CollectedInput(numbers.filter { !known.contains($0) })
    next.places.maximumCategoryBytes = current.places.maximumCategoryBytes
    next.places.limits = current.places.limits
    current = next
    inputs.append(next)
  }

  /// Begins another reading of the inputs: a row without id and name may equal a place that was read before.
  func beginReading() {
    for input in inputs { input.places.beginInput() }
  }

  /// Returns whether an input has places, read or copied.
  func hasPlaces(of number: Int) -> Bool {
    copiedSegments.contains { $0.numbers.contains(number) }
      || inputs.contains { $0.numbers.contains(number) && !$0.places.points.isEmpty }
  }

  /// The sources of all inputs, in input order, including inputs without places.
  var sources: [InputPlaces] {
    let copiedNumbers = Set(copiedSegments.flatMap(\.numbers))
    let collected = inputs.filter { input in
      !input.places.points.isEmpty
        || !input.numbers.isEmpty && !input.numbers.contains(where: copiedNumbers.contains)
    }
    let known = copiedNumbers.union(collected.flatMap(\.numbers))
    let empty = description.inputs.indices.filter { !known.contains($0) }.map { CollectedInput([$0]) }
    let all = (collected + empty).map(InputPlaces.collected) + copiedSegments.map(InputPlaces.copied)
    return all.isEmpty ? [.collected(current)] : all.sorted { $0.order < $1.order }
  }

  /// Resolves places that occur in several inputs, once all inputs are complete.
  func joinInputs() throws(IndexFileError) -> JoinedPlaces {
    for input in inputs { try input.places.decide() }
    if let joined, joined.isOf(placeCount: placeCount) { return joined }
    let sources = sources
    let isSmall = sources.reduce(0) { $0 + $1.placeCount } < Self.fewPlaces
    let shared = try SharedIDs(of: sources, threads: isSmall ? 1 : Threads.available)
    let joined = try JoinedPlaces(of: sources, shared, limits: current.places)
    self.joined = joined
    for pages in description.possiblePages where areNewPages(pages, among: sources, sharing: shared) {
      description.markPages(pages)
    }
    return joined
  }

  /// Returns whether inputs add pages to an older index that has the other pages of the same result, without a place
  /// that two of them have.
  private func areNewPages(_ inputs: [Int], among sources: [InputPlaces], sharing shared: SharedIDs) -> Bool {
    let pages = sources.indices.filter { sources[$0].numbers.contains(where: inputs.contains) }
    guard pages.count == inputs.count, pages.allSatisfy({ sources[$0].placeCount > 0 }),
      pages.contains(where: { if case .copied = sources[$0] { true } else { false } })
    else { return false }
    return !shared.groups.contains { group in Set(group.map(\.source)).intersection(pages).count > 1 }
  }
}
