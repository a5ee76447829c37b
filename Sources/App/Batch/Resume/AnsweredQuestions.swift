/// Where the answers to questions lie in a file of records, and which of them rows have asked for.
///
/// A question is known by the fingerprint of its key. Memory holds some 50 bytes for each.
struct AnsweredQuestions: Sendable {
  private struct Entry {
    /// Where the record begins; its complement when the question is to be asked again.
    var offset: Int
    /// How many earlier records stay.
    var answers: Int32 = 0
    /// How many rows have asked the question.
    var claims: Int32 = 0

    /// Whether another row has to ask the question, for all of its answers to stay in the file.
    var isUnclaimed: Bool { claims < max(1, answers) }
  }

  private var entries: [Int: Entry] = [:]
  /// How many answers there are to a question that is asked again; one row claims them all.
  private var outdated: [Int: Int] = [:]
  /// How many answers an earlier run has left.
  private(set) var answerCount = 0
  /// How many of these no row has asked for.
  private(set) var unclaimed = 0

  /// Notes an answer of an earlier run; one that is not current is to be asked again.
  mutating func insert(_ fingerprint: Int, at offset: Int, isCurrent: Bool) {
    answerCount += 1
    let isFirst = !hasCurrent(fingerprint)
    if isCurrent {
      if isFirst { entries[fingerprint] = Entry(offset: offset) }
      entries[fingerprint]?.answers += 1
    } else {
      outdated[fingerprint, default: 0] += 1
      if isFirst { entries[fingerprint] = Entry(offset: ~offset) }
    }
  }

  /// Notes an answer of this run, unless there is one that stays.
  mutating func insertNew(_ fingerprint: Int, at offset: Int) {
    guard !hasCurrent(fingerprint) else { return }
    let earlier = entries[fingerprint]
    entries[fingerprint] = Entry(offset: offset, answers: earlier?.answers ?? 0, claims: earlier?.claims ?? 0)
  }

  /// Where the record lies that answers a question, whether or not it stays.
  func offset(of fingerprint: Int) -> Int? {
    entries[fingerprint].map { $0.offset < 0 ? ~$0.offset : $0.offset }
  }

  /// Whether a question has an answer that no row has asked for.
  func isUnclaimed(_ fingerprint: Int) -> Bool { entries[fingerprint]?.isUnclaimed == true }

  /// Notes that a row asks a question; returns whether the answer stays.
  mutating func claim(_ fingerprint: Int) -> Bool {
    guard let index = entries.index(forKey: fingerprint) else { return false }
    entries.values[index].claims += 1
    let entry = entries.values[index]
    if entry.claims <= entry.answers { unclaimed -= 1 }
    if entry.claims == 1, let replaced = outdated[fingerprint] { unclaimed -= replaced }
    return entry.offset >= 0
  }

  /// Begins again with the claims of rows.
  mutating func forgetClaims() {
    for index in entries.indices { entries.values[index].claims = 0 }
    unclaimed = answerCount
  }

  private func hasCurrent(_ fingerprint: Int) -> Bool { entries[fingerprint].map { $0.offset >= 0 } ?? false }
}
