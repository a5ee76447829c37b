import Domain

extension FirstPlacesSearch {
  /// A part of the area, with the pages received.
  struct Part: Sendable {
    let box: BoundingBox
    /// The position in the order of the query up to which all places of the part were seen.
    var least: Double
    /// The value of `least` when the part began.
    let begin: Double
    var pages = PagedSearch.Pages()
    /// Whether the order of its pages proves what was seen.
    var isOrdered: Bool
    /// The estimated number of places that weren't seen yet.
    var expected: Double
    /// The estimated share of the unseen places that are in the area of the query.
    var shareInArea = 1.0

    init(_ box: BoundingBox, from least: Double, isOrdered: Bool, expected: Double = 0) {
      self.expected = expected
      self.box = box
      self.least = least
      begin = least
      self.isOrdered = isOrdered
    }

    /// The order of parts: the part that may contain the next place is last; among equal ones, the part whose next page
    /// is expected to have the most places in the area.
    var priority: (least: Double, onPage: Double, expected: Double, squareMeters: Double) {
      let onPage = min(Double(KakaoSearch.pageSize), expected) * shareInArea
      return (least, -onPage, -expected, -box.squareMeters)
    }

    /// Updates the estimates by the pages received.
    mutating func expectRest(in area: SearchArea) {
      let seen = pages.received.joined().map(\.place.coordinate)
      expected = Double(max(0, pages.totalCount - seen.count))
      learnShare(from: seen, in: area)
    }

    /// Updates the share of places in the area by a sample; the previous share counts as one place.
    mutating func learnShare(from sample: [Coordinate], in area: SearchArea) {
      shareInArea = (shareInArea + Double(sample.count(where: area.contains))) / Double(1 + sample.count)
    }
  }
}
