import Domain
import Tables

/// The places that satisfy a match, apart from its categories and its text.
struct AttributeFilter: Sendable {
  /// The places that satisfy the conditions on posting lists; `nil` without such conditions.
  private let places: PlaceSet?
  /// The conditions on texts of the row, which are tested for each place.
  private let ofTexts: [(field: PlaceText.Field, condition: AttributeCondition)]
  /// The condition on opening hours; `nil` without one.
  private let opening: OpeningFilter?
  private let content: IndexContent

  /// Finds the places.
  ///
  /// - Throws: An error if the file doesn't have the key, unless `ignoringUnknownKeys` is true, or if the file is
  ///   damaged.
  /// - Complexity: O(v + m) for v values and m places of the keys; O(n) to invert a set of n places.
  init(
    _ match: PlaceMatch,
    in content: IndexContent,
    ignoringUnknownKeys: Bool
  ) throws(IndexHeader.FormatError) {
    self.content = content
    opening = match.opening.isActive ? try OpeningFilter(match.opening, in: content) : nil
    var places: PlaceSet?
    var ofTexts: [(field: PlaceText.Field, condition: AttributeCondition)] = []
    for condition in match.conditions {
      if let field = AttributeName.text(of: condition.key) {
        ofTexts.append((field, condition))
        continue
      }
      let found = try Self.places(of: condition, in: content, ignoringUnknownKeys: ignoringUnknownKeys)
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

  /// Adds the facts that a match computes to places of its result.
  static func addComputedFields(
    for match: PlaceMatch,
    to places: inout [FoundPlace],
    of content: IndexContent
  ) throws(IndexHeader.FormatError) {
    guard match.opening.isActive, !places.isEmpty else { return }
    let filter = try OpeningFilter(match.opening, in: content)
    places = places.map { $0.opening(filter.opening(of: $0.place)) }
  }

  /// Whether finding all places is slow, because every row must be evaluated.
  var isSlow: Bool { opening != nil }

  /// Whether the row of each place must be read, because posting lists don't suffice.
  private var readsRows: Bool { !ofTexts.isEmpty || opening != nil }

  /// Returns whether the row of a place satisfies the conditions on its texts.
  private func passes(_ position: UInt32) -> Bool {
    guard opening?.contains(position) ?? true else { return false }
    guard !ofTexts.isEmpty else { return true }
    guard let row = PlaceReader(content: content).row(at: position) else { return false }
    return ofTexts.allSatisfy { field, condition in
      condition.holds(of: row.length(of: field) == 0 ? nil : row[field].text)
    }
  }

  private static func places(
    of condition: AttributeCondition,
    in content: IndexContent,
    ignoringUnknownKeys: Bool
  ) throws(IndexHeader.FormatError) -> PlaceSet {
    var found = PlaceSet(count: content.blockCount * IndexLayout.blockSize)
    if !ignoringUnknownKeys, try !content.knows(condition.key) {
      throw .noKey(condition.key, known: try content.keyNames())
    }
    // A negated condition holds without a value: the set then has the places that fail it, and is inverted.
    let isInverted = condition.acceptsMissingValues
    for segment in content.segments {
      let attributes = segment.attributes
      try attributes.forEachValue(of: attributes.numbers(ofKey: condition.key)) {
        (_, value, list) throws(IndexHeader.FormatError) in
        guard condition.holds(of: value) != isInverted else { return }
        try attributes.forEachNumber(in: list) { found.insert(segment.firstPosition + $0) }
      }
    }
    if isInverted { found.invert() }
    return found
  }
}
