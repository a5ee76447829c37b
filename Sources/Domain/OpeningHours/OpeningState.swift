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

  /// The precedence of a state where two days overlap after midnight: open, then unknown, then closed.
  private var rank: Int {
    switch self {
    case .open: 2
    case .unknown: 1
    case .closed: 0
    }
  }

  /// Returns the state of higher precedence.
  func combined(with other: OpeningState) -> OpeningState { rank >= other.rank ? self : other }
}
