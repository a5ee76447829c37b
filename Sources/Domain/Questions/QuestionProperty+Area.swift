/// The centre and area of a question; a drawn shape is stored as well-known text.
extension QuestionProperty {
  /// The keys of the members for shapes.
  package static let shapeKeys = DrawnShape.forms.map { $0.key }

  /// Returns the key of the member for the name of a stored shape.
  static func nameKey(of key: String) -> String { "\(key)_name" }

  /// Reads a shape; fails for a printed shape, which is only a name.
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

  /// Returns the latitude and longitude of the centre; empty if they can't be read, `nil` without a centre.
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

  /// Passes the options for an area to a closure.
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

  /// Returns the words for an area in the sentence of a query.
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
