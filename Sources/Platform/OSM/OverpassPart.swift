import Domain

/// A part of an area to ask for.
struct OverpassPart {
  let area: BoundingBox
  /// The position of the counted area that it lies in.
  let root: Int
  /// The number of its elements, exactly if it is a counted area itself.
  let expected: Int
  var isCounted = false

  /// What was answered to a part, without its elements, which wait on disk.
  struct Answer {
    let part: OverpassPart
    /// The number of its elements.
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
