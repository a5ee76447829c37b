import Domain

/// Which inputs places are of, and what has to be said of them.
///
/// What an input that was removed has given to a place of another stays with that place, without a word of its licence.
extension PlaceIndex {
  /// What has to be said of the places of an answer; of one without places, what has to be said of all.
  ///
  /// - Parameters:
  ///   - answer: An answer of this index.
  ///   - places: The numbers of some of its places; `nil` for all.
  /// - Returns: The attributions and licences of the inputs that hold the places; `nil` for nothing.
  public func attribution(of answer: PlaceIndexAnswer, places: [Int]? = nil) -> String? {
    guard hasSeveralNotices, let positions = answer.positions, !positions.isEmpty else { return attribution }
    let shown = places?.map { positions[$0] } ?? positions
    let numbers = shown.reduce(into: Set<Int>()) { $0.formUnion(inputs(at: $1)) }
    return IndexInput.joined(numbers.sorted().map { description.inputs[$0].notice })
  }

  /// The names of the inputs that hold a place of an answer.
  public func inputNames(of place: Int, in answer: PlaceIndexAnswer) -> [String] {
    guard let positions = answer.positions else { return description.inputs.map(\.name) }
    return inputs(at: positions[place]).map { description.inputs[$0].name }
  }

  private func inputs(at position: UInt32) -> [Int] {
    defer { withExtendedLifetime(content) {} }
    var inputs: [Int] = []
    content.category(at: position)?.forEachInput { if $0 < description.inputs.count { inputs.append($0) } }
    return inputs
  }

  /// The inputs with their numbers of places.
  ///
  /// - Complexity: O(n) in the number of places of several inputs: four bytes of each are read.
  var countedInputs: [IndexInput] {
    var inputs = description.inputs
    if inputs.count == 1 { inputs[0].placeCount = placeCount }
    guard inputs.count > 1 else { return inputs }
    defer { withExtendedLifetime(content) {} }
    let counts = content.placeCountsByCategory
    content.forEachCategory { number, entry in
      entry.forEachInput { if $0 < inputs.count { inputs[$0].placeCount += counts[number] } }
    }
    return inputs
  }
}
