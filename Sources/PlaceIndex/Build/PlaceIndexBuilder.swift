public import Domain

/// Collects places and builds an index of them.
///
/// Places with the same id are merged if they are within 300 m and have the same name, or one has none: the first one
/// is kept, later ones add their categories and the text fields that it lacks. Other places with that id are kept,
/// with a suffix on the id. Memory: about 60 bytes for each place besides its text, and 220 while the index is put
/// together.
public final class PlaceIndexBuilder {
  /// What the index says about itself.
  public var description: IndexDescription
  /// The number of places; before they are put together, a place of several inputs counts in each.
  public var placeCount: Int {
    inputs.reduce(0) { $0 + $1.places.points.count } + kept.reduce(0) { $0 + $1.placeCount }
  }
  /// The number of rows that were merged into an earlier place; all of them once the index is made.
  public var mergedCount: Int {
    inputs.reduce(0) { $0 + $1.places.mergedCount } + (joined?.whole.places.mergedCount ?? 0)
  }
  /// Places with the id of another place; `nil` if there are none.
  public var clashes: IdentifierClashes? {
    let lists = inputs.map { $0.places.clashes } + [joined?.whole.places.clashes]
    return lists.reduce(nil) { first, second in
      guard var first, let second else { return first ?? second }
      first.count += second.count
      return first
    }
  }

  /// The inputs that are read.
  var inputs: [CollectedInput]
  /// The input whose places are added.
  var current: CollectedInput
  /// The segments of other indexes that are taken as they are.
  var kept: [KeptSegment] = []
  /// What the inputs have in common, once that was looked for.
  var joined: JoinedPlaces?
  var collected: CollectedPlaces {
    _read { yield current.places }
    _modify { yield &current.places }
  }

  /// Starts an empty index.
  ///
  /// - Parameter description: What the index will say about itself; places are of the last of its inputs.
  public init(description: IndexDescription = IndexDescription()) {
    self.description = description
    current = CollectedInput(description.inputs.isEmpty ? [] : [description.inputs.count - 1])
    inputs = [current]
  }

  /// What is said of the input that was begun last: by earlier readings of it, if there are some, and by this one.
  private var claims: (earlier: IndexInput?, own: IndexInput)?

  /// Begins an input, whose places are those that are added from now on; or goes on with one of the same name.
  public func begin(_ input: IndexInput) {
    // What an archive holds begins the same reading again.
    if claims?.own != input { claims = (description.inputs.first { $0.name == input.name }, input) }
    select([number(of: input)])
  }

  /// The number of an input: that of the same name, whose notices are joined, or a new one.
  func number(of input: IndexInput) -> Int {
    guard let number = description.inputs.firstIndex(where: { $0.name == input.name }) else {
      description.inputs.append(input)
      return description.inputs.count - 1
    }
    let known = description.inputs[number]
    description.inputs[number].addNotice(attribution: input.attribution, license: input.license)
    description.inputs[number].readAtSeconds = max(known.readAtSeconds, input.readAtSeconds)
    description.inputs[number].unplacedCount += input.unplacedCount
    description.inputs[number].addClaim(of: input)
    description.inputs[number].remark = known.remark ?? input.remark
    return number
  }

  /// Declares the areas that the inputs together cover completely, in place of the areas that they covered before.
  package func declare(_ coverage: [SearchArea]) {
    for number in description.inputs.indices {
      description.inputs[number].coverage = coverage
      description.inputs[number].isCoverageGiven = true
    }
  }

  /// Gives an input a licence, whatever its data tells.
  package func setLicense(_ license: String, ofInput name: String) {
    guard let number = description.inputs.firstIndex(where: { $0.name == name }) else { return }
    description.inputs[number].license = license
  }

  /// Adds to the notices of the input that was begun.
  func note(attribution: String?, license: String?) {
    describeInput { $0.addNotice(attribution: attribution, license: license) }
  }

  /// Changes which areas and categories, and of which release, the reading that was begun holds in full; what earlier
  /// readings of the same input hold stands beside it.
  func changeClaim(_ change: (inout IndexInput) -> Void) {
    guard var claims else { return }
    change(&claims.own)
    self.claims = claims
    var joined = claims.earlier ?? claims.own
    if claims.earlier != nil { joined.addClaim(of: claims.own) }
    describeInput { $0.takeClaim(of: joined) }
  }

  /// Changes what is said of the input that was begun.
  func describeInput(_ change: (inout IndexInput) -> Void) {
    guard let number = current.numbers.first else { return }
    change(&description.inputs[number])
  }

  /// Notes what a service said when it cut its answer short, which the input is that was begun.
  func note(remark: String?) {
    describeInput { $0.remark = $0.remark ?? remark }
  }

  /// Adds to the rows without a position of the input that was begun.
  func note(unplaced count: Int) { describeInput { $0.unplacedCount += count } }

  /// Adds a place.
  ///
  /// - Parameters:
  ///   - place: The place; its coordinate is rounded to 1e-7 degree.
  ///   - groups: Groups that it belongs to besides its own. The first of them is displayed for a place without a group.
  ///   - kinds: Kinds that it is of besides its own; it belongs to their groups too.
  ///   - words: Categories of the source besides that of the place, such as tags and codes.
  /// - Throws: When the index is full.
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
      var fields = PlaceFields { all.part(place.text.range(of: $0)) }
      fields.attributes = all.part(place.text.attributeRange)
      try collected.add(fields, latitude: latitude, longitude: longitude, category: category)
    }
  }
}
