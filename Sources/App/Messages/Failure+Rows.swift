import Domain

extension Failure {
  /// Reports that a row is not a valid query.
  init(_ row: InvalidRow) {
    switch row {
    case .split(.tooLong(let limit)): self.init(named: "rowTooLong", limit >> 20)
    case .split(.quoteOpen): self.init(named: "rowQuoteOpen")
    case .notUTF8: self.init(named: "rowNotUTF8")
    case .cells(let found, let expected): self.init(named: "rowOfOtherWidth", counted(found, "cell"), expected)
    case .quotes(let cell): self.init(named: "rowQuoteInCell", cell)
    case .json(let offset): self.init(named: "rowNotJSON", offset + 1)
    case .locationMissing: self.init(named: "rowWithoutPlace")
    case .coordinateMissing(let role): self.init(named: "rowWithoutCoordinate", Self.name(of: role))
    case .notANumber(let role, let text): self.init(named: "rowNumber", Self.name(of: role), Self.shortened(text))
    case .notACoordinate(let text): self.init(named: "rowPoint", Self.shortened(text))
    case .coordinate(let error): self.init("coordinates_invalid", .usage, Self.coordinate(error).message)
    case .offGrid(let x, let y): self.init(named: "rowOffGrid", x.decimalText, y.decimalText)
    case .near(let text): self.init(named: "rowNear", Self.shortened(text), SearchText.maximumLength)
    case .query(let text): self.init(named: "rowQuery", Self.shortened(text), SearchText.maximumLength)
    case .radius(let text):
      let bounds = [SearchRadius.minimum, .maximum].map { DistanceFormatter.short($0.distance) }
      self.init(named: "rowRadius", Self.shortened(text), bounds.joined(separator: " and "))
    case .limit(let text): self.init(named: "rowLimit", Self.shortened(text))
    case .nothingToLookFor: self.init(named: "rowWithoutSubject")
    }
  }

  private static func name(of role: ColumnRole) -> String { role == .latitude ? "latitude" : "longitude" }

  private static func shortened(_ text: String) -> String { text.count > 60 ? text.prefix(60) + "…" : text }
}
