/// Requests the parts of an area one after the other, dividing those that are too large for one response.
struct OverpassWalk {
  /// The outcome of a part.
  enum Outcome {
    case done
    /// The response is too large, and the part can be divided.
    case tooLarge([OverpassPart])
    /// No more parts are to be requested.
    case stopped
  }

  /// The number of parts that are done.
  private(set) var partsDone = 0
  /// The number of parts that are done or remain.
  private(set) var partsKnown: Int
  /// The remaining parts, as a stack.
  private var left: [OverpassPart]

  init(_ parts: [OverpassPart]) {
    left = parts.reversed()
    partsKnown = parts.count
  }

  /// Requests all parts in order.
  ///
  /// - Parameters:
  ///   - request: Requests a part.
  ///   - report: Receives the progress after each part.
  /// - Throws: The errors of `request`.
  mutating func run<Failure: Error>(
    _ request: (OverpassPart) async throws(Failure) -> Outcome,
    report: (OverpassWalk) -> Void = { _ in }
  ) async throws(Failure) {
    while let part = left.popLast() {
      switch try await request(part) {
      case .done: partsDone += 1
      case .tooLarge(let smaller):
        left += smaller.reversed()
        partsKnown += smaller.count - 1
      case .stopped: return
      }
      report(self)
    }
  }
}
