/// What a question is made of, in the order in which it is written: the one list that its readers and writers go over.
///
/// Each form of a question is a function here with a case for every property, so that the compiler names what a new
/// one lacks: the JSON of a store, the key of a cache, the JSON of an answer and the mark of a record, the options of a
/// command line, the sentence. The forms hold neutral values; who writes bytes or quotes words knows no property.
package enum QuestionProperty: Sendable, Hashable, CaseIterable {
  case categories, text, center, area, sort, amount, shape, conditions

  /// The JSON that a question is read from.
  package enum Form: Sendable, Hashable {
    /// As the stores of this machine hold it.
    case stored
    /// As the `query` of schema 1.
    case printed
  }
}

// MARK: - JSON

extension QuestionProperty {
  /// Gives the members of a stored question; those of the amount stand beside the query.
  ///
  /// - Parameters:
  ///   - asked: The question.
  ///   - member: Takes each.
  package func store(_ asked: AskedQuery, _ member: (String, QuestionValue) -> Void) {
    let query = asked.query
    switch self {
    case .categories: member("category", .words(query.categories.map(\.slug)))
    case .text: if let text = query.text { member("text", .text(text.value)) }
    case .center:
      if let near = query.near { member("near", .text(near)) }
      if query.isNearPosition { member("position", .flag(true)) }
      if let center = query.area.center { member("at", .numbers([center.latitude, center.longitude])) }
    case .area:
      if let reach = query.area.reach { member("radius_m", .number(reach.meters)) }
      if case .box(let box) = query.area.shape { member("bbox", .numbers(box.edges)) }
    case .sort: member("sort", .text(query.sort.rawValue))
    case .shape:
      guard let form = query.area.drawn?.form else { break }
      let key = type(of: form).key
      member(key, .text(form.text))
      member(Self.nameKey(of: key), .text(form.name))
    case .amount:
      switch asked.amount {
      case .collection(let limit): member("limit", .limit(limit))
      case .page(let page):
        member("page", .integer(page.number))
        member("size", .integer(page.size))
      }
    case .conditions:
      if !query.conditions.isEmpty { member("where", .words(query.conditions.map(\.text))) }
    }
  }

  /// Gives the members of the `query` of schema 1.
  package func print(_ query: PlaceQuery, limit: Int?, _ member: (String, QuestionValue) -> Void) {
    switch self {
    case .categories: member("category", .words(query.categories.map(\.slug)))
    case .text: member("text", query.text.map { .text($0.value) } ?? .null)
    case .center:
      member("near", query.near.map(QuestionValue.text) ?? .null)
      member("lat", query.area.center.map { .number($0.latitude) } ?? .null)
      member("lng", query.area.center.map { .number($0.longitude) } ?? .null)
    case .area:
      var box = QuestionValue.null
      if case .box(let rectangle) = query.area.shape {
        box = .numbers(rectangle.edges)
      }
      member("bbox", box)
      member("radius_m", query.area.reach.map { .number($0.meters) } ?? .null)
    case .sort: member("sort", .text(query.sort.rawValue))
    case .amount: member("limit", limit.map(QuestionValue.integer) ?? .null)
    case .shape:
      // A shape of many points would be most of an answer: here is what it was called, and a drawing has the points.
      let form = query.area.drawn?.form
      let drawnKey = form.map { type(of: $0).key }
      for key in Self.shapeKeys { member(key, key == drawnKey ? .text(form?.name ?? "") : .null) }
    case .conditions:
      member("where", query.conditions.isEmpty ? .null : .words(query.conditions.map(\.text)))
    }
  }

  /// Gives what the members of the `query` of schema 1 may be, as the `type` of a JSON Schema and what belongs to it,
  /// and what they mean where their names do not say that.
  func schema(_ member: (_ key: String, _ type: String, _ meaning: String?) -> Void) {
    switch self {
    case .categories: member("category", #""array","items":{"type":"string"}"#, "slugs")
    case .text: member("text", #"["string","null"]"#, nil)
    case .center:
      member("near", #"["string","null"]"#, "name of the centre")
      member("lat", #"["number","null"],"minimum":-90,"maximum":90"#, "degrees north, WGS 84")
      member("lng", #"["number","null"],"minimum":-180,"maximum":180"#, "degrees east, WGS 84")
    case .area:
      let edges = #"["array","null"],"items":{"type":"number"},"minItems":4,"maxItems":4"#
      member("bbox", edges, "west, south, east, north in degrees")
      member("radius_m", #"["number","null"],"minimum":0"#, "metres")
    case .sort: member("sort", #""string""#, "distance, accuracy, route, or the key of a further fact with a number")
    case .amount: member("limit", #"["integer","null"],"minimum":0"#, "null for all")
    case .shape: for form in DrawnShape.forms { member(form.key, #"["string","null"]"#, form.meaning) }
    case .conditions:
      let words = #"["array","null"],"items":{"type":"string"}"#
      member("where", words, "conditions on further facts, of which all must hold")
    }
  }

  /// Reads a property.
  ///
  /// What is missing or `null` is what a question is that does not say it.
  ///
  /// - Parameters:
  ///   - form: Where the members come from.
  ///   - question: The question, whose earlier properties are read.
  ///   - member: Gives the value of a member that is not `null`.
  /// - Returns: `false` when it is there and cannot be read: without it, the question would be another.
  func read(_ form: Form, into question: inout Question, _ member: (String) -> QuestionValue?) -> Bool {
    switch self {
    case .categories:
      guard case .words(let words) = member("category") ?? .words([]) else { return false }
      guard !words.contains("") else { return false }
      question.subject.categories = words.map(PlaceCategory.init(word:))
    case .text:
      guard let value = member("text") else { return true }
      question.subject.text = value.string.flatMap(SearchText.init)
      return question.subject.text != nil
    case .center:
      guard let numbers = Self.centerNumbers(form, member) else { return true }
      guard numbers.count == 2, let point = try? Coordinate(latitude: numbers[0], longitude: numbers[1]) else {
        return false
      }
      let isPosition = member("position") == .flag(true)
      question.center = .point(point)
      if let name = member("near")?.string {
        question.center = .found(point, name: name, isPosition: isPosition)
      }
    case .area:
      question.extent = .anywhere
      if let value = member("bbox") {
        guard case .numbers(let edges) = value, edges.count == 4,
          let box = try? BoundingBox(west: edges[0], south: edges[1], east: edges[2], north: edges[3])
        else { return false }
        question.extent = .box(box)
      } else if let value = member("radius_m") {
        let isDrawn = Self.shapeKeys.contains { member($0) != nil }
        guard question.center != nil || isDrawn, let meters = value.double,
          let radius = Distance(meters: meters).flatMap(SearchRadius.init)
        else { return false }
        question.extent = .circle(radius)
      }
    case .sort:
      guard let value = member("sort") else { return true }
      question.sort = value.string.flatMap(PlaceQuery.Sort.init(rawValue:))
      return question.sort != nil
    case .amount:
      if form == .stored, let number = member("page")?.whole {
        guard let page = PageRequest(number: number, size: member("size")?.whole) else { return false }
        question.amount = .page(page)
        return true
      }
      guard let limit = member("limit").map(\.limit) ?? (form == .printed ? .all : nil) else { return false }
      question.amount = .collection(limit)
    case .shape: return Self.readShape(form, into: &question, member)
    case .conditions:
      guard let value = member("where") else { return true }
      guard case .words(let words) = value else { return false }
      for word in words {
        guard let condition = try? AttributeCondition(word) else { return false }
        question.subject.conditions.append(condition)
      }
    }
    return true
  }
}

// MARK: - For people

extension QuestionProperty {
  /// Gives the options that ask it on a command line; none for what is the default.
  ///
  /// - Parameters:
  ///   - asked: The question.
  ///   - positions: The kept positions: the name of one is given only while it still has that coordinate.
  ///   - option: Takes the short name, the long name and the value of each.
  package func options(
    _ asked: AskedQuery,
    _ positions: NamedPositions,
    _ option: (_ name: String, _ longName: String, QuestionPart?) -> Void
  ) {
    let query = asked.query
    switch self {
    case .categories:
      guard !query.categories.isEmpty else { break }
      option("-c", "--category", .text(query.categories.map(\.slug).joined(separator: ",")))
    case .text: if let text = query.text { option("-q", "--query", .text(text.value)) }
    case .center:
      guard let center = query.area.center else {
        // Else a default position would be the centre, and the sample refuse a category that is sought nowhere.
        guard query.area.isEverywhere, positions.standard != nil || query.text == nil else { break }
        return option("--anywhere", "--anywhere", nil)
      }
      guard let near = query.near else { return option("--at", "--at", .point(center)) }
      if positions[near]?.coordinate == center { return option("--at", "--at", .text(near)) }
      guard query.isNearPosition else { return option("--near", "--near", .text(near)) }
      option("--at", "--at", .point(center))
    case .area: Self.options(of: query.area, option)
    case .shape: break
    case .sort:
      if query.sort != PlaceQuery.standardSort(in: query.area) {
        option("--sort", "--sort", .text(query.sort.rawValue))
      }
    case .amount:
      switch asked.amount {
      case .collection(.standard): break
      case .collection(let limit): option("-n", "--limit", .text(limit.count.map(String.init) ?? "all"))
      case .page(let page):
        option("--page", "--page", .text(String(page.number)))
        option("--size", "--size", .text(String(page.size)))
      }
    case .conditions:
      for condition in query.conditions { option("--where", "--where", .text(condition.text)) }
    }
  }

  /// Its words in the sentence of a question; none for what people need not read.
  package func phrase(_ query: PlaceQuery) -> [QuestionPart] {
    switch self {
    case .categories:
      query.categories.isEmpty ? [] : [.text(query.categories.map(\.slug).joined(separator: ", "))]
    case .text: query.text.map { [.text("\"\($0.value)\"")] } ?? []
    case .center: []
    case .area: Self.phrase(query.area, near: query.near)
    case .sort, .amount, .shape: []
    case .conditions:
      query.conditions.isEmpty ? [] : [.text("where"), .text(query.conditions.map(\.text).joined(separator: ", "))]
    }
  }
}
