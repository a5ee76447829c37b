public import Domain
import Rows
import Tables

/// Collects places and builds an index from them.
///
/// Places with the same id are merged if they are within 300 m of each other and have the same name, or one has no
/// name. Two places without names stay apart if other places of the input have the same id. The first place is kept;
/// later ones add their categories and the text fields that it lacks. Other places with the same id get a suffix on the
/// id. Memory per place: about 60 bytes besides its text, and 220 bytes while the index is written.
public final class PlaceIndexBuilder {
  /// The metadata of the index.
  public var description: IndexDescription
  /// The number of places; before the inputs are joined, a place in several inputs counts in each.
  public var placeCount: Int {
    inputs.reduce(0) { $0 + $1.places.points.count } + copiedSegments.reduce(0) { $0 + $1.placeCount }
  }
  /// The number of rows that were merged into an earlier place; complete once the index is made.
  public var mergedCount: Int {
    inputs.reduce(0) { $0 + $1.places.mergedCount } + (joined?.overlay.places.mergedCount ?? 0)
  }
  /// Places with the id of another place; `nil` if there are none.
  public var clashes: IdentifierClashes? {
    let lists = inputs.map { $0.places.clashes } + [joined?.overlay.places.clashes]
    return lists.reduce(nil) { first, second in
      guard var first, let second else { return first ?? second }
      first.count += second.count
      return first
    }
  }

  /// The inputs that are read.
  var inputs: [CollectedInput]
  /// The input that receives new places.
  var current: CollectedInput
  /// The segments of other indexes that are copied unchanged.
  var copiedSegments: [CopiedSegment] = []
  /// The places that occur in several inputs, once they are resolved.
  var joined: JoinedPlaces?
  var collected: CollectedPlaces {
    _read { yield current.places }
    _modify { yield &current.places }
  }

  /// Starts an empty index.
  ///
  /// - Parameter description: The metadata of the index; places belong to the last of its inputs.
  public init(description: IndexDescription = IndexDescription()) {
    self.description = description
    current = CollectedInput(description.inputs.isEmpty ? [] : [description.inputs.count - 1])
    inputs = [current]
  }

  /// The declarations of the current input: from earlier readings, if there are any, and from this one.
  private var claims: (earlier: IndexInput?, own: IndexInput)?

  /// Begins an input, which receives the places added from now on, or continues the input with the same name.
  public func begin(_ input: IndexInput) {
    // The files of an archive belong to the same reading.
    if claims?.own != input { claims = (description.inputs.first { $0.name == input.name }, input) }
    select([number(of: input)])
  }

  /// Returns the number of an input: the one with the same name, whose notices are joined, or a new one.
  func number(of input: IndexInput) -> Int {
    guard let number = description.inputs.firstIndex(where: { $0.name == input.name }) else {
      description.inputs.append(input)
      return description.inputs.count - 1
    }
    let known = description.inputs[number]
    description.inputs[number].addNotice(attribution: input.attribution, license: input.license)
    description.inputs[number].modifiedAtSeconds = max(known.modifiedAtSeconds, input.modifiedAtSeconds)
    description.inputs[number].unplacedCount += input.unplacedCount
    description.inputs[number].addClaim(of: input)
    description.inputs[number].remark = known.remark ?? input.remark
    description.inputs[number].mapping = known.mapping ?? input.mapping
    if known.rules == ImportRules() { description.inputs[number].rules = input.rules }
    return number
  }

  /// Returns an input under its own name, or under a numbered one if another input with places has that name.
  ///
  /// Two inputs with one name would be one input with two segments; pipes have no names of their own.
  package func unique(_ input: IndexInput) -> IndexInput {
    func isTaken(_ name: String) -> Bool {
      description.inputs.firstIndex { $0.name == name }.map(hasPlaces) ?? false
    }
    var input = input
    let name = input.name
    var number = 1
    while isTaken(input.name) {
      number += 1
      input.name = "\(name) \(number)"
    }
    return input
  }

  /// Declares the areas that the inputs together cover completely, in place of the areas that they covered before.
  package func declare(_ coverage: [SearchArea]) {
    for number in description.inputs.indices {
      description.inputs[number].coverage = coverage
      description.inputs[number].isCoverageGiven = true
    }
  }

  /// Sets the licence of an input, overriding its data.
  package func setLicense(_ license: String, ofInput name: String) {
    guard let number = description.inputs.firstIndex(where: { $0.name == name }) else { return }
    description.inputs[number].license = license
  }

  /// Keeps the attribution and licence of an earlier reading of an input that has none of its own.
  package func keepNotice(of earlier: IndexInput, forInput name: String) {
    guard let number = description.inputs.firstIndex(where: { $0.name == name }) else { return }
    description.inputs[number].attribution = description.inputs[number].attribution ?? earlier.attribution
    description.inputs[number].license = description.inputs[number].license ?? earlier.license
  }

  /// Changes the declarations of the current reading: the complete areas and categories, and the release.
  ///
  /// The declarations of earlier readings of the same input are merged with them.
  func changeClaim(_ change: (inout IndexInput) -> Void) {
    guard var claims else { return }
    change(&claims.own)
    self.claims = claims
    var joined = claims.earlier ?? claims.own
    if claims.earlier != nil { joined.addClaim(of: claims.own) }
    describeInput { $0.takeClaim(of: joined) }
  }

  /// Changes the metadata of the current input.
  func describeInput(_ change: (inout IndexInput) -> Void) {
    guard let number = current.numbers.first else { return }
    change(&description.inputs[number])
  }

  /// Adds a place.
  ///
  /// - Parameters:
  ///   - place: The place; its coordinate is rounded to 1e-7 degree.
  ///   - groups: Further groups of the place. The first is displayed for a place without a group.
  ///   - kinds: Further kinds of the place, which also belongs to their groups.
  ///   - words: Further categories of the source, such as tags and codes.
  /// - Throws: An error if the index is full.
  public func add(
    _ place: Place,
    groups: Set<CategoryGroup> = [],
    kinds: Set<Kind> = [],
    words: [String] = []
  ) throws(IndexFileError) {
    var entry = CategoryEntry()
    for kind in kinds.union(place.kind.map { [$0] } ?? []) { entry.insert(kind) }
    entry.groups = groups.reduce(entry.groups | (place.group?.bit ?? 0)) { $0 | $1.bit }
    entry.shown =
      place.group.map { UInt8($0.ordinal) }
      ?? (entry.groups == 0 ? RowFormat.noGroup : UInt8(entry.groups.trailingZeroBitCount))
    let category = ByteView.over(Array((place.categoryPath ?? "").utf8)) { text in
      entry.text = text
      var lines = WordLines()
      for word in words { ByteView.over(Array(word.utf8)) { lines.append($0) } }
      entry.words = lines.view
      return entry.ofInputs(current.places.input.map { [$0] } ?? []) { collected.categories.number(of: $0) }
    }
    let latitude = FixedPoint.units(place.coordinate.latitude)
    let longitude = FixedPoint.units(place.coordinate.longitude)
    let packed = place.text.utf8
    try ByteView.over(packed) { (all) throws(IndexFileError) in
      let row = collected.arena.append(otherNames: .empty, attributes: all.part(place.text.attributeRange)) {
        all.part(place.text.range(of: $0))
      }
      try collected.add(CollectedPoint(latitude: latitude, longitude: longitude, category: category, row: row))
    }
  }
}
