import Domain

/// Sees to it that identical questions are asked once: those being asked, and a bounded number of recent answers.
///
/// Pure. Failures are not remembered: the next row asks again.
struct QuestionMemory: Sendable {
  /// What to do with a question.
  enum Advice: Sendable, Hashable {
    /// Nobody asks it: ask.
    case ask
    /// It is being asked; the row is noted and is named when the answer comes.
    case wait
    /// It was answered not long ago.
    case answered(PlaceCollection)
  }

  private let capacity: Int
  private var waiting: [RowQuestion: [Int]] = [:]
  private var recent: [RowQuestion: PlaceCollection] = [:]
  private var older: [RowQuestion: PlaceCollection] = [:]

  /// Makes an empty memory.
  ///
  /// - Parameter capacity: Answers kept, between half of this number and all of it.
  init(capacity: Int) { self.capacity = max(2, capacity) }

  /// Tells what to do with a row's question.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - row: Whatever names the row to the caller.
  /// - Returns: Whether to ask, to wait for another row's answer, or the answer itself.
  mutating func advice(for question: RowQuestion, row: Int) -> Advice {
    if let answer = recent[question] { return .answered(answer) }
    if let answer = older[question] {
      remember(answer, to: question)
      return .answered(answer)
    }
    if waiting[question]?.append(row) != nil { return .wait }
    waiting[question] = []
    return .ask
  }

  /// Takes the answer to a question that was asked, `nil` when it failed; gives the rows that waited for it.
  mutating func settle(_ question: RowQuestion, with answer: PlaceCollection?) -> [Int] {
    if let answer { remember(answer, to: question) }
    return waiting.removeValue(forKey: question) ?? []
  }

  private mutating func remember(_ answer: PlaceCollection, to question: RowQuestion) {
    // Two generations: when the young one is full it becomes the old one, so forgetting costs nothing a row.
    if recent.count >= capacity / 2 { (older, recent) = (recent, [:]) }
    recent[question] = answer
  }
}
