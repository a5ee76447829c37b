import Domain

/// A part of an area to download.
struct OverpassPart {
  let area: BoundingBox
  /// The index of the counted area that contains it.
  let root: Int
  /// The number of its elements; exact only for a whole counted area.
  let expected: Int
  var isCounted = false

  /// The metadata of a part's response, whose elements are on disk.
  struct Answer {
    let part: OverpassPart
    let total: Int
    let dataTime: String?
    let bytes: Int

    init(_ answer: OverpassAnswer, _ part: OverpassPart) {
      self.part = part
      total = answer.count
      dataTime = answer.dataTime
      bytes = answer.body.count
    }
  }
}
