import Domain

/// The inputs of a build, each by itself, and what becomes of them together.
extension PlaceIndexBuilder {
  /// Goes on with the places of some inputs, or begins them; of none when nobody said.
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
    // The first input takes the place of the one that nobody named, unless that has places.
    if inputs.count == 1, inputs[0].places.points.isEmpty { inputs = [] }
    let known = Set(inputs.flatMap(\.numbers))
    let next = CollectedInput(numbers.filter { !known.contains($0) })
    next.places.maximumCategoryBytes = current.places.maximumCategoryBytes
    next.places.availableMemory = current.places.availableMemory
    current = next
    inputs.append(next)
  }

  /// Begins another reading in each input: a row without id and name is the same place as one that was there before.
  func beginReading() {
    for input in inputs { input.places.beginInput() }
  }

  /// Whether an input has places, or they were kept.
  func hasPlaces(of number: Int) -> Bool {
    kept.contains { $0.numbers.contains(number) }
      || inputs.contains { $0.numbers.contains(number) && !$0.places.points.isEmpty }
  }

  /// The places of all inputs: in the order of the inputs, each of which has some or not.
  var sources: [PlaceSource] {
    let keptNumbers = Set(kept.flatMap(\.numbers))
    let collected = inputs.filter { input in
      !input.places.points.isEmpty
        || !input.numbers.isEmpty && !input.numbers.contains(where: keptNumbers.contains)
    }
    let known = keptNumbers.union(collected.flatMap(\.numbers))
    let empty = description.inputs.indices.filter { !known.contains($0) }.map { CollectedInput([$0]) }
    let all = (collected + empty).map(PlaceSource.collected) + kept.map(PlaceSource.kept)
    return all.isEmpty ? [.collected(current)] : all.sorted { $0.order < $1.order }
  }

  /// Finds the places that several inputs have, once no input can be added any more.
  func joinInputs() throws(IndexFileError) -> JoinedPlaces {
    if let joined, joined.isOf(placeCount: placeCount) { return joined }
    let joined = try JoinedPlaces(of: sources, limits: current.places)
    self.joined = joined
    return joined
  }
}
