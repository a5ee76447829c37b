import Domain

extension AskedQuery {
  init(_ arguments: Arguments.Query) throws(Failure) {
    let area = try arguments.area()
    let query: PlaceQuery
    do {
      query = try PlaceQuery(
        categories: arguments.categories,
        text: arguments.text,
        area: area,
        sort: arguments.sort,
        near: arguments.centerName,
        isNearPosition: arguments.isNearPosition
      )
    } catch {
      throw .query(error)
    }
    if arguments.page != nil || arguments.size != nil {
      let size = arguments.size ?? PageLimits.standard.sizes.upperBound
      guard let page = PageRequest(number: arguments.page ?? 1, size: size) else { throw .conflict(.page, .size) }
      self.init(query: query, amount: .page(page))
    } else {
      self.init(query: query, amount: .collection(arguments.limit ?? .standard))
    }
  }
}

extension Arguments.Query {
  /// Whether it names a place, in any way.
  var hasPlace: Bool { center != nil || box != nil }

  /// The text that the centre is still to be found by.
  var near: SearchText? { if case .text(let text) = center { text } else { nil } }

  /// The name that the centre was found by.
  var centerName: String? { if case .found(_, let name, _) = center { name } else { nil } }

  /// Whether that is the name of a kept position.
  var isNearPosition: Bool { if case .found(_, _, true) = center { true } else { false } }

  /// The centre; any point for a name that is still to be looked up, so that everything else is checked before.
  var point: Coordinate? {
    switch center {
    case .point(let point), .found(let point, _, _): point
    case .text, .saved: try? Coordinate(latitude: 37.5, longitude: 127)
    case nil: nil
    }
  }

  fileprivate func area() throws(Failure) -> SearchArea {
    if let box { return .box(box, center: point) }
    if let point { return .circle(center: point, radius: radius ?? .standard) }
    guard radius == nil || isRadiusStanding else { throw .needs(.radius, .at) }
    return .anywhere(center: nil)
  }
}
