import Domain

/// A part of a query as shown to the user, or as typed in a command.
enum QueryPart: Sendable, Hashable {
  case text(String)
  case number(Double)
  case numbers([Double])
  case length(Distance)
  case point(Coordinate)
}

extension QueryProperty {
  /// Passes the command-line options for the property to a closure, except for defaults.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - positions: The saved locations; the name of a location is used only if its coordinate is still the same.
  ///   - option: Receives the short name, long name and value of each option.
  func options(
    _ query: PlaceQuery,
    _ positions: NamedPositions,
    _ option: (_ name: String, _ longName: String, QueryPart?) -> Void
  ) {
    switch self {
    case .categories:
      guard !query.categories.isEmpty else { break }
      option("-c", "--category", .text(query.categories.map(\.slug).joined(separator: ",")))
    case .text: if let text = query.text { option("-q", "--query", .text(text.value)) }
    case .center:
      guard let center = query.area.center else {
        // Otherwise a default location would become the centre, and the sample would reject a category without a
        // centre.
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
    case .limit:
      switch query.limit {
      case .standard: break
      case .first, .all, .nothing: option("-n", "--limit", .text(query.limit.count.map(String.init) ?? "all"))
      case .page(let page):
        option("--page", "--page", .text(String(page.number)))
        option("--size", "--size", .text(String(page.size)))
      }
    case .conditions:
      for condition in query.conditions { option("--where", "--where", .text(condition.text)) }
    }
  }

  /// Returns the words for the property in the sentence of a query; empty for technical properties.
  func phrase(_ query: PlaceQuery) -> [QueryPart] {
    switch self {
    case .categories:
      query.categories.isEmpty ? [] : [.text(query.categories.map(\.slug).joined(separator: ", "))]
    case .text: query.text.map { [.text("\"\($0.value)\"")] } ?? []
    case .center: []
    case .area: Self.phrase(query.area, near: query.near)
    case .sort, .limit, .shape: []
    case .conditions:
      query.conditions.isEmpty ? [] : [.text("where"), .text(query.conditions.map(\.text).joined(separator: ", "))]
    }
  }

  /// Passes the options for an area to a closure.
  private static func options(
    of area: SearchArea,
    _ option: (_ name: String, _ longName: String, QueryPart?) -> Void
  ) {
    switch area.shape {
    case .circle(let circle):
      if circle.radius != .standard { option("-r", "--radius", .number(circle.radius.meters)) }
    case .box(let box): option("--bbox", "--bbox", .numbers(box.edges))
    case .drawn(let shape):
      let name = "--\(type(of: shape.form).key)"
      option(name, name, .text(shape.form.name))
      if let precision = shape.form.polylinePrecision, precision != .standard {
        option("--polyline-precision", "--polyline-precision", .number(Double(precision.rawValue)))
      }
      if let reach = shape.form.reach, reach != .besideLine { option("-r", "--radius", .number(reach.meters)) }
    case .anywhere: break
    }
  }

  /// Returns the words for an area in the sentence of a query.
  private static func phrase(_ area: SearchArea, near: String?) -> [QueryPart] {
    let center = near.map(QueryPart.text) ?? area.center.map(QueryPart.point)
    switch area.shape {
    case .circle(let circle):
      return [.text("within"), .length(circle.radius.distance), .text("of"), center ?? .point(circle.center)]
    case .box(let box): return [.text("in"), .numbers(box.edges)]
    case .drawn(let shape):
      let reach: [QueryPart] = shape.form.reach.map { [.length($0.distance), .text("of")] } ?? []
      return [.text("within")] + reach + [.text(shape.form.name)]
    case .anywhere: return center.map { [.text("near"), $0] } ?? [.text("anywhere")]
    }
  }
}
