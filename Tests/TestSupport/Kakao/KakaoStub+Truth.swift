extension KakaoStub {
  /// Returns the ids of all places around a point, sorted by distance in whole metres, then by id: the correct result.
  package func truth(
    within meters: Double,
    latitude: Double = 37.4979,
    longitude: Double = 127.0276,
    groupCode: String? = nil
  ) -> [String] {
    struct Hit {
      let id: String
      let meters: Int
    }
    let center = StubPlane(latitude: latitude, longitude: longitude).asCenter
    var hits: [Hit] = []
    for place in places where groupCode == nil || place.groupCode == groupCode {
      let distance = center.distance(to: StubPlane(latitude: place.latitude, longitude: place.longitude))
      if distance <= meters { hits.append(Hit(id: place.id, meters: Int(distance))) }
    }
    hits.sort { lhs, rhs in
      if lhs.meters != rhs.meters { return lhs.meters < rhs.meters }
      return lhs.id.utf8.lexicographicallyPrecedes(rhs.id.utf8)
    }
    return hits.map(\.id)
  }
}
