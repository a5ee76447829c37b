public import Domain
import Rows
import Tables

extension PlaceIndex {
  /// Returns the categories of the places: groups, kinds, then the sources' own categories, those with most places
  /// first.
  ///
  /// - Throws: `IndexFileError.changed(path:)` if the file was overwritten.
  /// - Complexity: O(n) in the number of places; up to four bytes of each are read.
  public func categories() throws(IndexFileError) -> [IndexCategory] {
    try content.whileUnchanged(path) { () throws(IndexHeader.FormatError) in
      let counts = content.placeCountsByCategory
      var groups: [CategoryGroup: Int] = [:]
      var kinds: [Kind: Int] = [:]
      var words: [String: Int] = [:]
      content.forEachCategory { number, entry in
        let count = counts[number]
        guard count > 0 else { return }
        for group in CategoryGroup.allCases where entry.groups & group.bit != 0 { groups[group, default: 0] += count }
        let ofFile = content.kinds(ofCategory: UInt32(number))
        entry.kinds.forEach { kind in
          if kind < ofFile.count, let kind = ofFile[kind] { kinds[kind, default: 0] += count }
        }
        var known: Set<String> = []
        entry.forEachWord { known.insert($0.text) }
        for word in known { words[word, default: 0] += count }
      }
      let ordered = words.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      return CategoryGroup.allCases.compactMap { group in
        groups[group].map { IndexCategory(category: .group(group), places: $0) }
      }
        + kinds.sorted { $0.key < $1.key }.map { IndexCategory(category: .kind($0.key), places: $0.value) }
        + ordered.map { IndexCategory(category: .source($0.key), places: $0.value) }
    }
  }
}

extension PlaceIndex {
  /// The attribute keys in the index with the number of places that have each, sorted.
  ///
  /// - Complexity: O(m) for the m attributes of all places, and O(r) for r hidden places.
  public var attributeKeys: [IndexKey] {
    defer { withExtendedLifetime(content) {} }
    var counts: [String: Int] = [:]
    for segment in content.segments {
      // A damaged key is left out of the summary; a query for it is refused.
      for (name, numbers) in (try? segment.attributes.keys()) ?? [] {
        try? segment.attributes.forEachTerm(in: numbers) { _, _, list in
          counts[name, default: 0] += PostingList.count(of: list)
        }
      }
    }
    let reader = PlaceReader(content: content)
    content.hidden?.forEach { position in
      guard let row = reader.row(at: position), let packed = reader.attributes(of: row, at: position) else { return }
      ByteView.over(packed) { PackedAttributes.forEach(in: $0) { key, _ in counts[key.text, default: 1] -= 1 } }
      for (name, field) in AttributeName.texts where row.length(of: field) > 0 { counts[name, default: 1] -= 1 }
    }
    return counts.filter { $0.value > 0 }.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map {
      IndexKey(key: $0.key, places: $0.value)
    }
  }
}

/// Determines the inputs of places, and their attributions.
extension PlaceIndex {
  /// Returns the attribution for the places of a result; without places, for all places of the index.
  ///
  /// - Parameters:
  ///   - result: A result of this index.
  ///   - places: The indices of some of its places; `nil` for all.
  /// - Returns: The attributions and licences of the inputs that contain the places; `nil` if there are none.
  public func attribution(of result: PlaceIndexResult, places: [Int]? = nil) -> String? {
    guard hasSeveralNotices, let positions = result.positions, !positions.isEmpty else { return attribution }
    let shown = places?.map { positions[$0] } ?? positions
    let numbers = shown.reduce(into: Set<Int>()) { $0.formUnion(inputs(at: $1)) }
    return IndexInput.joined(numbers.sorted().map { description.inputs[$0].notice })
  }

  /// Returns the names of the inputs that contain a place of a result.
  public func inputNames(of place: Int, in result: PlaceIndexResult) -> [String] {
    guard let positions = result.positions else { return description.inputs.map(\.name) }
    return inputs(at: positions[place]).map { description.inputs[$0].name }
  }

  private func inputs(at position: UInt32) -> [Int] {
    defer { withExtendedLifetime(content) {} }
    var inputs: [Int] = []
    let number = content.categoryNumber(at: position)
    guard let entry = content.category(number) else { return inputs }
    content.forEachInput(ofCategory: number, entry) { if $0 < description.inputs.count { inputs.append($0) } }
    return inputs
  }

  /// Returns the inputs whose latitudes and longitudes are probably swapped.
  ///
  /// Their places are outside the other inputs and the declared coverage, but inside when swapped.
  ///
  /// - Parameter names: The names of the inputs to test. If two inputs contradict each other, the later one counts as
  ///   swapped.
  /// - Returns: The inputs, with the rectangles around their places.
  package func swappedInputs(among names: Set<String>) -> [(name: String, bounds: BoundingBox)] {
    var known: [(number: Int, bounds: BoundingBox)] = content.segments.compactMap { segment in
      guard segment.inputCount == 1, segment.placeCount > 0,
        let bounds = Self.bounds(of: content.partitions[segment.partitions])
      else { return nil }
      return (segment.firstInput, bounds)
    }
    var swapped: [(name: String, bounds: BoundingBox)] = []
    for (number, bounds) in known.reversed() where names.contains(description.inputs[number].name) {
      let others = known.filter { $0.number != number }.map(\.bounds)
      func isKnown(_ area: SearchArea) -> Bool {
        others.contains(where: area.touches)
          || description.coverage.contains { $0.relation(to: area.enclosingBox ?? .globe) != .outside }
      }
      let area = SearchArea.box(bounds, center: nil)
      guard !isKnown(area), let exchanged = area.swapped, isKnown(exchanged) else { continue }
      known.removeAll { $0.number == number }
      swapped.insert((description.inputs[number].name, bounds), at: 0)
    }
    return swapped
  }

  /// The inputs with their numbers of places.
  ///
  /// - Complexity: O(n) in the number of places in segments of several inputs; up to four bytes of each are read.
  var countedInputs: [IndexInput] {
    var inputs = description.settledInputs
    defer { withExtendedLifetime(content) {} }
    var counts = [Int](repeating: 0, count: content.categoryCount)
    for segment in content.segments {
      if segment.inputCount == 1 {
        let hidden = content.hidden?.count(inBlocks: segment.blocks) ?? 0
        inputs[segment.firstInput].placeCount += segment.placeCount - hidden
        continue
      }
      content.count(placesOf: segment, in: &counts)
      for number in segment.categoryNumbers where counts[number] > 0 {
        guard let entry = content.category(UInt32(number)) else { continue }
        entry.forEachInput { local in
          let input = segment.firstInput + local
          if input < inputs.count { inputs[input].placeCount += counts[number] }
        }
      }
    }
    return inputs
  }
}
