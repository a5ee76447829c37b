import Domain

/// A result without places.
struct EmptyResult: Sendable, Hashable {
  let query: PlaceQuery
  /// The source of the result.
  let source: Source
  /// The part of the query that the source can't answer.
  let gap: PlaceCollection.Gap?
  /// The requested categories that no place of the source has.
  var absent: [PlaceCategory] = []
  /// Whether the area may have latitudes and longitudes swapped.
  var mayBeSwapped = false

  /// Whether the area includes the sample's places, so that another point doesn't help.
  private var isWhereSampleLies: Bool {
    guard let middle = try? CoordinateParser.coordinate(SourceConfiguration.sampleCenter) else { return false }
    guard query.area.radius != nil, let center = query.area.center else { return query.area.contains(middle) }
    return MapProjection(center: middle).distance(to: center).map { $0.meters <= Self.sampleExtent } ?? false
  }

  /// The distance from the centre to the farthest place of the sample, in metres.
  private static let sampleExtent = 2_200.0

  /// A sentence saying that nothing was found, and what may help.
  var sentence: Message {
    let absence = PlaceCollection.absence(of: absent, from: source).map { Message($0) }
    let question = mayBeSwapped ? query.area.swappedQuestion : query.area.turnedQuestion
    let parts: [Message?] = ["Nothing found.", gap?.sentence, question, absence, advice]
    return parts.compactMap(\.self).joined(separator: " ")
  }

  /// Advice on what may find something; `nil` if there is none.
  private var advice: Message? {
    guard gap == nil else { return nil }
    var advice: [Message] = []
    // If the source has no such places, no other page or area helps.
    let isAbsent = !absent.isEmpty && absent.count == query.categories.count
    if isAbsent { return otherSource(isAbsent: true).map { "Try \($0)." } }
    if let page = query.limit.page, page.number > 1 { advice.append("an earlier page than \(page.number)") }
    if !query.conditions.isEmpty { advice.append("without \(.conditions)") }
    if query.match.opening.isActive { advice.append("without \(query.match.opening.isNow ? Option.openNow : .openAt)") }
    if let wider = widerArea { advice.append(wider) }
    switch (query.text, query.categories.isEmpty) {
    case (_?, false): advice.append("only \(short: .category), or only \(short: .query)")
    case (_?, true): advice.append("a different or shorter text")
    case (nil, _): break
    }
    if source == .sample, !isWhereSampleLies {
      advice.append("a point near \(SourceConfiguration.sampleCenter), the location of the sample")
    }
    advice += [otherSource(isAbsent: false)].compactMap(\.self)
    return advice.isEmpty ? nil : "Try \(advice.joined(separator: ", or "))."
  }

  /// A larger area of the same type; `nil` if the source doesn't support one.
  private var widerArea: Message? {
    let area = query.area
    if let reach = area.reach {
      let most = area.isShape ? SearchRadius.maximumCorridor.distance : source.service?.maximumRadius
      guard reach.distance < most ?? SearchRadius.maximum.distance else { return nil }
      return "a larger \(.radius) than \(DistanceFormatter.short(reach.distance))"
    }
    if let shape = area.drawn, let option = Option.named(type(of: shape.form).key) {
      return "a larger boundary for \(option)"
    }
    return area.isEverywhere ? nil : "a larger \(.bbox)"
  }

  /// Another source to suggest.
  private func otherSource(isAbsent: Bool) -> Message? {
    switch source {
    case .sample:
      isAbsent || isWhereSampleLies
        ? "another source (the sample has fictional places of the 18 groups only)" : nil
    case .index: "another index\(terminal: " (`placefind index info FILE` shows the area of one)")"
    case .service: nil
    }
  }
}
