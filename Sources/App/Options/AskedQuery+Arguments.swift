import Domain

extension AskedQuery {
  /// Makes a query of the options, and checks them together.
  ///
  /// - Parameter arguments: The values of the options.
  /// - Throws: When they contradict each other.
  init(_ arguments: Arguments.Query) throws(UsageError) {
    let area = try arguments.area()
    let query: PlaceQuery
    do {
      query = try PlaceQuery(
        categories: arguments.categories,
        text: arguments.text,
        area: area,
        sort: arguments.sort,
        near: arguments.nearName,
        isNearPosition: arguments.isNearPosition
      )
    } catch {
      throw .query(error)
    }
    if arguments.page != nil || arguments.size != nil {
      let size = arguments.size ?? PageLimits.kakaoLocal.sizes.upperBound
      guard let page = PageRequest(number: arguments.page ?? 1, size: size) else { throw .conflict(.page, .size) }
      self.init(query: query, amount: .page(page))
    } else {
      self.init(query: query, amount: .collection(arguments.limit ?? .standard))
    }
  }
}

extension Arguments.Query {
  /// Whether it names a place, in any way.
  var hasPlace: Bool {
    near != nil || positionName != nil || point != nil || latitude != nil || longitude != nil || box != nil
  }

  /// The query with an arbitrary point instead of a name, so that everything else is checked before the name is searched.
  var withAnyPoint: Self {
    guard near != nil || positionName != nil else { return self }
    var query = self
    query.point = try? Coordinate(latitude: 37.5, longitude: 127)
    return query
  }

  /// The centre; `nil` when none was given.
  func center() throws(UsageError) -> Coordinate? {
    guard let latitude, let longitude else { return point }
    do {
      return try Coordinate(latitude: latitude, longitude: longitude)
    } catch {
      throw .coordinate(error)
    }
  }

  fileprivate func area() throws(UsageError) -> SearchArea {
    let center = try center()
    if let box { return .box(box, center: center) }
    if let center { return .circle(center: center, radius: radius ?? .standard) }
    guard radius == nil else { throw .needs(.radius, .at) }
    return .anywhere(center: nil)
  }
}
