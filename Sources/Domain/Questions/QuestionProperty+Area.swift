/// The centre and the area of a question; a shape that is drawn is stored as well-known text.
extension QuestionProperty {
  /// The members that name a shape.
  package static let shapeKeys = DrawnShape.forms.map { $0.key }

  /// The member that holds what a stored shape was called.
  static func nameKey(of key: String) -> String { "\(key)_name" }

  /// Reads a shape; what was printed is a name alone, which is not the shape.
  static func readShape(
    _ form: Form,
    into question: inout Question,
    _ member: (String) -> QuestionValue?
  ) -> Bool {
    guard let drawn = DrawnShape.forms.first(where: { member($0.key) != nil }) else { return true }
    let name = member(nameKey(of: drawn.key))?.string ?? ""
    guard form == .stored, let text = member(drawn.key)?.string,
      let shape = drawn.shape(text, called: name, reach: question.radius)
    else { return false }
    question.extent = .drawn(shape)
    return true
  }

  /// The latitude and the longitude of the centre, none when they cannot be read; `nil` when there is no centre.
  static func centerNumbers(_ form: Form, _ member: (String) -> QuestionValue?) -> [Double]? {
    switch form {
    case .stored:
      guard let value = member("at") else { return nil }
      return if case .numbers(let numbers) = value { numbers } else { [] }
    case .printed:
      let values = [member("lat"), member("lng")]
      guard values.contains(where: { $0 != nil }) else { return nil }
      return values.compactMap { $0?.double }
    }
  }

  /// Gives the options that ask for an area.
  static func options(
    of area: SearchArea,
    _ option: (_ name: String, _ longName: String, QuestionPart?) -> Void
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

  /// The words for an area in the sentence of a question.
  static func phrase(_ area: SearchArea, near: String?) -> [QuestionPart] {
    let center = near.map(QuestionPart.text) ?? area.center.map(QuestionPart.point)
    switch area.shape {
    case .circle(let circle):
      return [.text("within"), .length(circle.radius.distance), .text("of"), center ?? .point(circle.center)]
    case .box(let box): return [.text("in"), .numbers(box.edges)]
    case .drawn(let shape):
      let reach: [QuestionPart] = shape.form.reach.map { [.length($0.distance), .text("of")] } ?? []
      return [.text("within")] + reach + [.text(shape.form.name)]
    case .anywhere: return center.map { [.text("near"), $0] } ?? [.text("anywhere")]
    }
  }
}
