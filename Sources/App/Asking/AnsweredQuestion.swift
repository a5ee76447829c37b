import Domain

/// An answer with what is to be said of it, and where it came from.
struct AnsweredQuestion: Sendable {
  var answer: Answer
  let notices: AnswerNotices
  let source: OpenedSource
}
