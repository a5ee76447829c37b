import Domain

/// An option with its values, and the functions that parse them.
struct GivenOption: Sendable {
  let option: Option
  /// The value of each time it was given; empty for an option that takes none.
  let texts: [String]

  /// The value that counts: the last one.
  var text: String { texts.last ?? "" }

  /// Reads a whole number in a range.
  func wholeNumber(in range: ClosedRange<Int>) throws(Failure) -> Int {
    guard let number = NumberText.wholeNumber(text) else { throw .unreadable(option, text, .wholeNumber) }
    guard range.contains(number) else {
      let upper = range.upperBound == .max ? nil : String(range.upperBound)
      throw .outOfRange(option, text, from: String(range.lowerBound), to: upper)
    }
    return number
  }

  /// Reads a number.
  func number() throws(Failure) -> Double {
    guard let number = NumberText.number(text) else { throw .unreadable(option, text, .number) }
    return number
  }

  /// Reads a number in a range.
  func number(in range: ClosedRange<Double>) throws(Failure) -> Double {
    let number = try number()
    guard range.contains(number) else {
      throw .outOfRange(option, text, from: String(Int(range.lowerBound)), to: String(Int(range.upperBound)))
    }
    return number
  }

  /// Reads one of the words of an enumeration.
  func word<Words: RawRepresentable & CaseIterable>() throws(Failure) -> Words where Words.RawValue == String {
    guard let word = Words(rawValue: text.lowercased()) else { throw unknown(text, among: Words.self) }
    return word
  }

  /// Reads the name of a source.
  func source(among services: [Service]) throws(Failure) -> SourceConfiguration.Choice {
    let choices = SourceConfiguration.Choice.all(services)
    guard let choice = choices.first(where: { $0.word == text.lowercased() }) else {
      let known = choices.map(\.word)
      throw .unknownWord(option, text, nearest: NearestWord.of(text, among: known), known: known)
    }
    return choice
  }

  private func unknown<Words: RawRepresentable & CaseIterable>(_ word: String, among _: Words.Type) -> Failure
  where Words.RawValue == String {
    let known = Words.allCases.map(\.rawValue)
    return .unknownWord(option, word, nearest: NearestWord.of(word, among: known), known: known)
  }

  /// Reads a duration.
  func duration() throws(Failure) -> Duration {
    guard let duration = DurationText.duration(text) else { throw .unreadable(option, text, .duration) }
    return duration
  }

  /// Reads a duration, or `0`.
  func durationOrZero() throws(Failure) -> Duration { text == "0" ? .zero : try duration() }

  /// Reads any text but an empty one.
  func nonEmptyText() throws(Failure) -> String {
    guard !text.isEmpty else { throw .unreadable(option, text, .text) }
    return text
  }

  /// Reads a path; an empty one is refused.
  func path() throws(Failure) -> String {
    guard !text.isEmpty else { throw .unreadable(option, text, .path) }
    return text
  }

  /// Reads a list separated by commas; the option adds to it each time it is given.
  func list() throws(Failure) -> [String] {
    let words = texts.flatMap { $0.split(separator: ",").map { String($0.trimmed) }.filter { !$0.isEmpty } }
    guard !words.isEmpty else { throw .unreadable(option, texts.joined(separator: ","), .list) }
    return words
  }

  /// Reads categories.
  func categories() throws(Failure) -> [CategoryGroup] {
    var categories: [CategoryGroup] = []
    for word in try list() { categories.append(try Self.category(named: word)) }
    return categories
  }

  /// Finds the category that a word names.
  static func category(named word: String) throws(Failure) -> CategoryGroup {
    if let category = CategoryGroup(word: word) { return category }
    // The words that people use come first, so that they are proposed first.
    let words = CategoryGroup.allCases.flatMap { [$0.slug] + $0.koreanNames + $0.aliases + [$0.code] }
    let tags = word.contains("=") ? CategoryGroup.allCases.flatMap(\.tags) : []
    throw .unknownCategory(word, nearest: NearestWord.of(word, among: words + tags))
  }

  /// Reads text to search for.
  func searchText() throws(Failure) -> SearchText {
    if let searchText = SearchText(text) { return searchText }
    guard text.count > SearchText.maximumLength else { throw .unreadable(option, text, .text) }
    throw .outOfRange(option, "\(text.count) characters", from: "1", to: "\(SearchText.maximumLength) characters")
  }

  /// Reads a point, the address of a map, or the name of a position.
  func position() throws(Failure) -> Arguments.Center {
    let coordinate: Coordinate?
    do { coordinate = try CoordinateText.coordinate(text) } catch { throw .coordinate(error) }
    if let coordinate { return .point(coordinate) }
    if let address = MapAddress(text) {
      guard let coordinate = address.coordinate else {
        throw .addressWithoutPoint(option, address)
      }
      return .point(coordinate)
    }
    guard NamedPosition.isName(text) else { throw .unreadable(option, text, .position) }
    return .saved(text)
  }

  /// Reads a rectangle.
  func box() throws(Failure) -> BoundingBox {
    let box: BoundingBox?
    do { box = try BoundingBoxText.box(text) } catch { throw .box(error) }
    guard let box else { throw .unreadable(option, text, .box) }
    return box
  }

  /// Reads a radius.
  func radius() throws(Failure) -> SearchRadius {
    guard let length = LengthText.length(text) else { throw .unreadable(option, text, .length) }
    guard let radius = SearchRadius(length) else {
      let (least, most) = (SearchRadius.minimum.distance, SearchRadius.maximum.distance)
      throw .outOfRange(option, text, from: DistanceText.short(least), to: DistanceText.short(most))
    }
    return radius
  }

  /// Reads how many places are wanted.
  func limit() throws(Failure) -> PlaceLimit {
    guard text.lowercased() != "all" else { return .all }
    guard NumberText.wholeNumber(text) != nil else { throw .unreadable(option, text, .wholeNumberOrAll) }
    guard let count = PlaceCount(try wholeNumber(in: 1...Int.max)) else {
      throw .unreadable(option, text, .wholeNumberOrAll)
    }
    return .first(count)
  }

  /// Reads a number of rows, or a share of them.
  func countOrShare() throws(Failure) -> ErrorLimit {
    guard let limit = ErrorLimit(text) else { throw .unreadable(option, text, .countOrShare) }
    return limit
  }

  /// Reads the name of a grid.
  func grid() throws(Failure) -> CoordinateReferenceSystem {
    guard let grid = CoordinateReferenceSystem(word: text) else {
      throw unknown(text, among: CoordinateReferenceSystem.self)
    }
    return grid
  }

  /// Reads the fields to print; none may be repeated, because the keys of a JSON object are unique.
  func fields() throws(Failure) -> [PlaceField] {
    var fields: [PlaceField] = []
    for word in try list() {
      guard let field = PlaceField(rawValue: word.lowercased()) else { throw unknown(word, among: PlaceField.self) }
      guard !fields.contains(field) else { throw .repeatedWord(option, word) }
      fields.append(field)
    }
    return fields
  }
}
