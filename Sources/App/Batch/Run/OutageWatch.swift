/// Tells a service that is gone from a row that it cannot answer.
///
/// Pure. A row that got no answer is a suspect. When another row is answered, the service lives and the suspects failed
/// for themselves; when enough suspects gather and nothing is answered, the service is gone, and the suspects are rows
/// that were never answered rather than failures.
struct OutageWatch: Sendable {
  /// What a result means for the suspects.
  enum Verdict: Sendable, Hashable {
    /// Nothing is decided yet.
    case undecided
    /// The service lives: these rows failed.
    case failed([Int])
    /// The service is gone: stop.
    case outage
  }

  private struct Suspect {
    var rows: [Int]
    /// How many questions had been asked when this one got no answer.
    var questionsAsked: Int
  }

  private let threshold: Int
  private var suspects: [Suspect] = []
  private var hasAnswered = false

  /// Makes a watch.
  ///
  /// - Parameter threshold: Questions without an answer, one after the other, that make an outage; 1 or more.
  init(threshold: Int) { self.threshold = max(1, threshold) }

  /// Takes note that the service answered, be it with an error of its own.
  ///
  /// - Parameter question: The question's number in the order of asking, from 1. Only an answer to a question asked
  ///   after a silence tells that the service lives; one that was under way may have been its last.
  /// - Returns: The rows that failed for themselves.
  mutating func noteAnswer(to question: Int) -> Verdict {
    hasAnswered = true
    let cleared = suspects.filter { $0.questionsAsked < question }
    guard !cleared.isEmpty else { return .undecided }
    suspects.removeAll { $0.questionsAsked < question }
    return .failed(cleared.flatMap(\.rows))
  }

  /// Takes note of a question that was not answered.
  ///
  /// - Parameters:
  ///   - rows: The rows that asked it.
  ///   - questionsAsked: How many questions have been asked so far.
  ///   - hasContact: Whether the service said at least that it fails.
  /// - Returns: An outage when enough questions in a row were not answered.
  mutating func noteSilence(rows: [Int], questionsAsked: Int, hasContact: Bool = false) -> Verdict {
    if hasContact { hasAnswered = true }
    suspects.append(Suspect(rows: rows, questionsAsked: questionsAsked))
    return suspects.count >= threshold ? .outage : .undecided
  }

  /// Decides when nothing more is asked: an outage when nothing was ever heard from the service.
  mutating func finish() -> Verdict {
    guard !suspects.isEmpty else { return .undecided }
    guard hasAnswered else { return .outage }
    defer { suspects = [] }
    return .failed(suspects.flatMap(\.rows))
  }
}
