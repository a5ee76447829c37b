import Domain

/// What is asked on a command line, checked.
struct Question: Sendable {
  /// How much of the answer is wanted.
  enum Amount: Sendable {
    /// Places up to a limit.
    case collection(PlaceLimit)
    /// One page of the service.
    case page(PageRequest)
  }

  /// What to look for and where.
  let query: PlaceQuery
  /// How much of the answer is wanted.
  let amount: Amount

  /// Reads the question out of a command line.
  ///
  /// - Parameter arguments: The command line.
  /// - Throws: When the options contradict each other or cannot be right.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    let area = try Self.area(arguments)
    let categories = try Self.categories(arguments)
    let text = try Self.text(arguments)
    let sort = try arguments.word(.sort, of: PlaceQuery.Sort.self)
    do {
      query = try PlaceQuery(categories: categories, text: text, area: area, sort: sort)
    } catch {
      throw .question(error)
    }
    amount = try Self.amount(arguments)
  }

  /// Reads the kinds of place.
  static func categories(_ arguments: ParsedArguments) throws(UsageError) -> [CategoryGroup] {
    var categories: [CategoryGroup] = []
    for word in try arguments.list(.category) ?? [] {
      categories.append(try category(named: word))
    }
    return categories
  }

  /// Finds the kind of place that a word names.
  static func category(named word: String) throws(UsageError) -> CategoryGroup {
    if let category = CategoryGroup(word: word) { return category }
    // Words that people use first, so that they are the ones to be proposed.
    let words = CategoryGroup.allCases.flatMap { [$0.slug] + $0.koreanNames + $0.aliases + [$0.code] }
    let tags = word.contains("=") ? CategoryGroup.allCases.flatMap(\.tags) : []
    throw .unknownCategory(word, nearest: NearestWord.of(word, among: words + tags))
  }

  /// Reads the words to look for.
  static func text(_ arguments: ParsedArguments) throws(UsageError) -> SearchText? {
    guard let raw = arguments[.query] else { return nil }
    if let text = SearchText(raw) { return text }
    let isLong = raw.count > SearchText.maximumLength
    guard isLong else { throw .unreadable(.query, raw, .text) }
    throw .outOfRange(.query, "\(raw.count) characters", from: "1", to: "\(SearchText.maximumLength) characters")
  }

  private static func area(_ arguments: ParsedArguments) throws(UsageError) -> SearchArea {
    try arguments.refuse(.bbox, with: .radius)
    let center = try center(arguments)
    if let text = arguments[.bbox] { return .box(try box(text), center: center) }
    guard let center else {
      guard !arguments.has(.radius) else { throw .needs(.radius, .at) }
      return .anywhere(center: nil)
    }
    return .circle(center: center, radius: try radius(arguments) ?? .standard)
  }

  /// Reads the radius.
  static func radius(_ arguments: ParsedArguments) throws(UsageError) -> SearchRadius? {
    guard let text = arguments[.radius] else { return nil }
    guard let length = LengthText.length(text) else { throw .unreadable(.radius, text, .length) }
    guard let radius = SearchRadius(length) else {
      throw .outOfRange(
        .radius,
        text,
        from: LengthText.text(of: SearchRadius.minimum.distance),
        to: LengthText.text(of: SearchRadius.maximum.distance)
      )
    }
    return radius
  }

  /// Reads the point to be near.
  static func center(_ arguments: ParsedArguments) throws(UsageError) -> Coordinate? {
    try arguments.refuse(.at, with: .latitude, .longitude)
    if let text = arguments[.at] {
      let coordinate: Coordinate?
      do { coordinate = try CoordinateText.coordinate(text) } catch { throw .coordinate(error) }
      guard let coordinate else { throw .unreadable(.at, text, .coordinate) }
      return coordinate
    }
    if arguments.has(.latitude), !arguments.has(.longitude) { throw .needs(.latitude, .longitude) }
    if arguments.has(.longitude), !arguments.has(.latitude) { throw .needs(.longitude, .latitude) }
    guard let latitude = try degrees(.latitude, arguments), let longitude = try degrees(.longitude, arguments) else {
      return nil
    }
    do {
      return try Coordinate(latitude: latitude, longitude: longitude)
    } catch {
      throw .coordinate(error)
    }
  }

  private static func box(_ text: String) throws(UsageError) -> BoundingBox {
    let box: BoundingBox?
    do { box = try BoundingBoxText.box(text) } catch { throw .box(error) }
    guard let box else { throw .unreadable(.bbox, text, .box) }
    return box
  }

  private static func degrees(_ option: Option, _ arguments: ParsedArguments) throws(UsageError) -> Double? {
    guard let text = arguments[option] else { return nil }
    guard let number = NumberText.number(text) else { throw .unreadable(option, text, .number) }
    return number
  }

  private static func amount(_ arguments: ParsedArguments) throws(UsageError) -> Amount {
    for option in [Option.page, .size] { try arguments.refuse(option, with: .limit) }
    if arguments.has(.page) || arguments.has(.size) {
      let number = try arguments.wholeNumber(.page, in: PageRequest.numbers) ?? 1
      let size = try arguments.wholeNumber(.size, in: PageRequest.sizes) ?? PageRequest.sizes.upperBound
      guard let page = PageRequest(number: number, size: size) else { throw .conflict(.page, .size) }
      return .page(page)
    }
    return .collection(try limit(arguments) ?? .standard)
  }

  /// Reads how many places are wanted.
  static func limit(_ arguments: ParsedArguments) throws(UsageError) -> PlaceLimit? {
    guard let text = arguments[.limit] else { return nil }
    guard text.lowercased() != "all" else { return .all }
    guard NumberText.wholeNumber(text) != nil else { throw .unreadable(.limit, text, .wholeNumberOrAll) }
    return try arguments.wholeNumber(.limit, in: 1...Int.max).flatMap(PlaceCount.init).map(PlaceLimit.first)
  }
}
