/// Whether a place is open at a time.
public enum OpeningState: Sendable, Hashable {
  case open, closed
  /// The data doesn't decide: the opening hours are missing, aren't understood, or depend on facts that are unknown.
  case unknown

  /// Whether the place is open; `nil` if unknown.
  public var isOpen: Bool? {
    switch self {
    case .open: true
    case .closed: false
    case .unknown: nil
    }
  }

  /// Returns the state of a minute that the rules of its day and of the day before may cover.
  ///
  /// Closed times such as `00:00-05:00 off` end the hours of the evening before. Otherwise an open place is open.
  static func combined(_ states: OpeningState?...) -> OpeningState {
    if states.contains(.closed) { return .closed }
    return states.contains(.open) ? .open : states.contains(.unknown) ? .unknown : .closed
  }
}
