import Domain

/// An option with its values, and the functions that parse them.
struct OptionValues: Sendable {
  let option: Option
  /// All values given; empty for a flag.
  let texts: [String]

  /// The effective value: the last one.
  var text: String { texts.last ?? "" }

  /// Parses the value; `shape` describes valid values in the error.
  func value<Value>(_ shape: ValueShape, _ parse: (String) -> Value?) throws(Failure) -> Value {
    guard let value = parse(text) else { throw .unreadable(option, value: text, shape) }
    return value
  }

  func wholeNumber(in range: ClosedRange<Int>) throws(Failure) -> Int {
    let number = try value(.wholeNumber) { NumberParser.wholeNumber($0) }
    guard range.contains(number) else {
      let upper = range.upperBound == .max ? nil : String(range.upperBound)
      throw .outOfRange(option, text, from: String(range.lowerBound), to: upper)
    }
    return number
  }

  func number() throws(Failure) -> Double { try value(.number) { NumberParser.number($0) } }

  func number(in range: ClosedRange<Double>) throws(Failure) -> Double {
    let number = try number()
    guard range.contains(number) else {
      throw .outOfRange(option, text, from: String(Int(range.lowerBound)), to: String(Int(range.upperBound)))
    }
    return number
  }

  /// Reads a value of an enumeration, or of a part of it.
  func word<Word: RawRepresentable & CaseIterable>(among words: [Word] = Array(Word.allCases)) throws(Failure) -> Word
  where Word.RawValue == String {
    let spelled = text.lowercased()
    guard let word = words.first(where: { $0.rawValue == spelled }) else {
      throw unknown(text, among: words.map(\.rawValue))
    }
    return word
  }

  /// Returns the source that the value names; `nil` for `auto`.
  func source(among services: [Service]) throws(Failure) -> Source? {
    let words = services.sourceWords
    let word = text.lowercased()
    guard words.contains(word) else {
      throw .unknownWord(option, text, nearest: services.nearestSource(to: text), known: words)
    }
    return Source(name: word, among: services)
  }

  func unknown(_ word: String, among known: [String]) -> Failure {
    .unknownWord(option, word, nearest: NearestWord.of(word, among: known), known: known)
  }

  func duration() throws(Failure) -> Duration { try value(.duration, DurationParser.duration) }

  func durationOrZero() throws(Failure) -> Duration { text == "0" ? .zero : try duration() }

  /// Reads any text except an empty one.
  func nonEmptyText() throws(Failure) -> String { try value(.text) { $0.isEmpty ? nil : $0 } }

  /// Reads a path that isn't empty.
  func path() throws(Failure) -> String { try value(.path) { $0.isEmpty ? nil : $0 } }

  /// Reads the distinct paths of a repeatable option.
  func paths() throws(Failure) -> [String] {
    var paths: [String] = []
    for path in texts where !paths.contains(path) { paths.append(path) }
    guard !paths.contains("") else { throw .unreadable(option, value: "", .path) }
    return paths
  }

  /// Reads a comma-separated list; repeating the option adds to the list.
  func list() throws(Failure) -> [String] {
    let words = texts.flatMap { $0.parts(between: ",") }
    guard !words.isEmpty else { throw .unreadable(option, value: texts.joined(separator: ","), .list) }
    return words
  }

  /// Reads categories.
  ///
  /// An unknown word may be a category of the source, which validates it.
  func categories() throws(Failure) -> [PlaceCategory] { try list().map(PlaceCategory.init(word:)) }

  /// Reads conditions on attributes, one for each use of the option.
  func conditions() throws(Failure) -> [AttributeCondition] {
    try texts.map { (text) throws(Failure) in
      guard let condition = try? AttributeCondition(text) else { throw .unreadable(option, value: text, .condition) }
      return condition
    }
  }

  /// Reads the order of places: a name, or the key of an attribute.
  func order() throws(Failure) -> PlaceQuery.Sort {
    let names = PlaceQuery.Sort.allCases.map(\.rawValue)
    if let known = PlaceQuery.Sort.allCases.first(where: { $0.rawValue == text.lowercased() }) { return known }
    let word = text.lowercased()
    let isField = PlaceField.allCases.contains { $0.rawValue == word || $0.label == word }
    if !text.isEmpty, isField || AttributeName.text(of: text) != nil { throw .unsortable(text) }
    guard NearestWord.of(text, among: names) == nil, let order = PlaceQuery.Sort(rawValue: text) else {
      throw unknown(text, among: names)
    }
    return order
  }

  /// Reads text to search for.
  func searchText() throws(Failure) -> SearchText {
    if let searchText = SearchText(text) { return searchText }
    guard text.count > SearchText.maximumLength else { throw .unreadable(option, value: text, .text) }
    throw .outOfRange(option, "\(text.count) characters", from: "1", to: "\(SearchText.maximumLength) characters")
  }

  /// Reads a coordinate, a map URL, or the name of a saved location.
  func center() throws(Failure) -> Query.Center {
    let coordinate: Coordinate?
    do { coordinate = try CoordinateParser.coordinate(text) } catch { throw Failure(error) }
    if let coordinate { return .coordinate(coordinate) }
    if let address = MapAddress(text) {
      guard let coordinate = address.coordinate else {
        throw address.failure(of: option)
      }
      return .coordinate(coordinate)
    }
    guard NumberParser.number(text) == nil else { throw .oneNumber(text) }
    guard SavedLocation.isName(text) else { throw .unreadable(option, value: text, .coordinate) }
    return .savedLocation(text)
  }

  func box() throws(Failure) -> BoundingBox { try box(of: text, .box) }

  private func box(of text: String, _ shape: ValueShape) throws(Failure) -> BoundingBox {
    let box: BoundingBox?
    do { box = try BoundingBoxParser.box(text) } catch {
      throw .box(error, swapped: BoundingBoxParser.swappedBox(text))
    }
    guard let box else { throw .unreadable(option, value: text, shape) }
    return box
  }

  /// Reads areas: a bounding box, a point with a length, the name of a service's area, or a file name.
  func coverage(known services: [Service]) throws(Failure) -> [NamedCoverage] {
    try texts.map { (text) throws(Failure) in
      if let box = services.compactMap(\.area).first(where: { $0.code == text.uppercased() })?.box {
        return .area(.box(box, center: nil))
      }
      let words = text.split(separator: ",").map { String($0.trimmed) }
      if words.count == 3, let center = try? CoordinateParser.coordinate(words[0] + "," + words[1]),
        let radius = LengthParser.length(words[2]).flatMap({ SearchRadius($0) })
      {
        return .area(.circle(center: center, radius: radius))
      }
      // Numbers that aren't a valid area are more likely a mistake than a file name.
      let isFile = !text.isEmpty && (words.count < 2 || words.contains { NumberParser.number($0) == nil })
      return isFile ? .file(text) : .area(.box(try box(of: text, .coverage), center: nil))
    }
  }

  func radius() throws(Failure) -> SearchRadius {
    let length = try value(.length, LengthParser.length)
    guard let radius = SearchRadius(length) else {
      let least = SearchRadius.minimum.distance
      let most = SearchRadius.maximum.distance
      throw .outOfRange(option, text, from: DistanceFormatter.short(least), to: DistanceFormatter.short(most))
    }
    return radius
  }

  /// Reads the maximum number of places.
  func limit(allowsNothing: Bool = false) throws(Failure) -> PlaceLimit {
    guard text.lowercased() != "all" else { return .all }
    let number = try value(.wholeNumberOrAll) { NumberParser.wholeNumber($0) }
    if allowsNothing, number == 0 { return .nothing }
    guard let count = PlaceCount(number) else {
      throw .outOfRange(option, text, from: allowsNothing ? "0" : "1", to: nil)
    }
    return .first(count)
  }

  /// Reads the precision of an encoded polyline.
  func precision() throws(Failure) -> EncodedPolyline.Precision {
    let precision = Int(text).flatMap(EncodedPolyline.Precision.init)
    guard let precision else { throw unknown(text, among: EncodedPolyline.Precision.allCases.map { "\($0.rawValue)" }) }
    return precision
  }

  /// Reads a number or a percentage of rows.
  func countOrShare() throws(Failure) -> ErrorLimit { try value(.countOrShare) { ErrorLimit($0) } }

  /// Reads the fields to print.
  ///
  /// Duplicates are rejected, because the keys of a JSON object are unique.
  func fields() throws(Failure) -> [PlaceColumn] {
    var fields: [PlaceColumn] = []
    for word in try list() {
      guard let field = PlaceColumn(word: word) else {
        throw unknown(word, among: PlaceField.allCases.map(\.rawValue) + ["\(PlaceColumn.attributePrefix)KEY"])
      }
      guard !fields.contains(where: { $0.name == field.name }) else { throw .repeatedWord(option, word) }
      fields.append(field)
    }
    return fields
  }
}
