import Domain

/// The places that satisfy a match, apart from its categories and its text.
struct AttributeFilter: Sendable {
  /// The places that satisfy the conditions on posting lists; `nil` without such conditions.
  private let places: PlaceSet?
  /// The conditions on texts of the row, which are tested for each place.
  private let ofTexts: [(field: PlaceText.Field, condition: AttributeCondition)]
  private let content: IndexContent

  /// Finds the places.
  ///
  /// - Throws: An error if the file doesn't have the key, unless `isOpen` is true, or if the file is damaged.
  /// - Complexity: O(v + m) for v values and m places of the keys; O(n) to invert a set of n places.
  init(
    _ match: PlaceMatch,
    in content: IndexContent,
    isOpen: Bool
  ) throws(IndexHeader.FormatError) {
    self.content = content
    var places: PlaceSet?
    var ofTexts: [(field: PlaceText.Field, condition: AttributeCondition)] = []
    for condition in match.conditions {
      if let field = AttributeName.text(of: condition.key) {
        ofTexts.append((field, condition))
        continue
      }
      let found = try Self.places(of: condition, in: content, isOpen: isOpen)
      if places == nil { places = found } else { places?.formIntersection(found) }
    }
    self.places = places
    self.ofTexts = ofTexts
  }

  /// Returns the given places of a block that satisfy the conditions, one bit per slot.
  @inline(__always)
  func places(_ some: UInt32, ofBlock block: Int) -> UInt32 {
    var rest = places.map { some & $0.places(ofBlock: block) } ?? some
    guard readsRows, rest != 0 else { return rest }
    var found = UInt32(0)
    while rest != 0 {
      let slot = UInt32(takeLowestBit(&rest))
      if passes(UInt32(block * IndexLayout.blockSize) + slot) { found |= 1 << slot }
    }
    return found
  }

  @inline(__always)
  func contains(_ position: UInt32) -> Bool {
    if let places, !places.contains(position) { return false }
    return !readsRows || passes(position)
  }

  /// Whether the posting lists don't decide alone, so that the row of each place is read.
  private var readsRows: Bool { !ofTexts.isEmpty }

  /// Returns whether the row of a place satisfies the conditions on its texts.
  private func passes(_ position: UInt32) -> Bool {
    guard let row = PlaceReader(content: content).row(at: position) else { return false }
    return ofTexts.allSatisfy { field, condition in
      condition.holds(of: row.length(of: field) == 0 ? nil : row[field].text)
    }
  }

  private static func places(
    of condition: AttributeCondition,
    in content: IndexContent,
    isOpen: Bool
  ) throws(IndexHeader.FormatError) -> PlaceSet {
    var found = PlaceSet(count: content.blockCount * IndexLayout.blockSize)
    guard content.knows(condition.key) || isOpen else { throw .noKey(condition.key, known: content.keyNames) }
    for segment in content.segments {
      guard let key = ByteView.over(Array(condition.key.utf8), segment.attributes.key) else { continue }
      try insert(placesWithKey: key, of: condition, segment, content, into: &found)
    }
    // A negated condition: the set holds the places that fail it.
    if condition.holdsOfUnknown { found.invert() }
    return found
  }

  /// Inserts the places of a segment whose value of a key satisfies a condition.
  ///
  /// For a condition that holds without a value, inserts the places whose value fails it.
  private static func insert(
    placesWithKey key: Int,
    of condition: AttributeCondition,
    _ segment: Segment,
    _ content: IndexContent,
    into found: inout PlaceSet
  ) throws(IndexHeader.FormatError) {
    let attributes = segment.attributes
    let isInverted = condition.holdsOfUnknown
    let first = segment.firstPosition
    let values = attributes.values(ofKey: key)
    switch attributes.lists(ofKey: key) {
    case .ofValues?:
      for value in values where try attributes.text(ofValue: value, satisfies: condition) != isInverted {
        let list = attributes.firstList(ofKey: key) + value - values.lowerBound
        try attributes.forEachPlace(ofList: list) { found.insert(first + $0) }
      }
    case .ofKey?:
      var wanted = [Bool](repeating: false, count: values.count)
      for value in values {
        wanted[value - values.lowerBound] = try attributes.text(ofValue: value, satisfies: condition) != isInverted
      }
      var isWhole = true
      try attributes.forEachPlace(ofList: attributes.firstList(ofKey: key)) { place in
        let position = first + place
        guard condition.test != .known else { return found.insert(position) }
        guard let value = content.value(among: values, at: UInt32(position)) else {
          isWhole = false
          return
        }
        if wanted[value - values.lowerBound] { found.insert(position) }
      }
      guard isWhole else { throw .damaged(IndexSection.lists.name) }
    case .none?, nil: throw .damaged(IndexSection.keys.name)
    }
  }
}

extension AttributeIndex {
  fileprivate func text(
    ofValue value: Int,
    satisfies condition: AttributeCondition
  ) throws(IndexHeader.FormatError) -> Bool {
    guard let text = self.value(value) else { throw .damaged(IndexSection.values.name) }
    return condition.holds(of: text.text)
  }

  /// The names of the keys.
  var keyNames: [String] { (0..<keyCount).map { name(ofKey: $0).text } }
}

extension IndexContent {
  /// Returns the number, within the segment, of a place's value for a key; `nil` if the place doesn't have the key.
  func value(among values: Range<Int>, at position: UInt32) -> Int? {
    guard let row = PlaceReader(content: self).row(at: position), let attributes = attributes(at: position) else {
      return nil
    }
    var found: Int?
    _ = attributes.forEachValue(in: row.tail) { if values.contains($0) { found = $0 } }
    return found
  }

  /// Returns whether a segment has an attribute key.
  func knows(_ key: String) -> Bool {
    let key = Array(key.utf8)
    return segments.contains { segment in ByteView.over(key, segment.attributes.key) != nil }
  }

  /// The names of the keys in all segments, sorted.
  var keyNames: [String] {
    if segments.count == 1 { return segments[0].attributes.keyNames }
    return Set(segments.flatMap(\.attributes.keyNames)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
