/// A queue of requests: first come, first served.
///
/// A pure state machine. Only the first request waits for a time, and takes it when it has come. So a cancelled request
/// has taken nothing that others would have to wait for.
struct WaitingLine: Sendable {
  /// The numbers of the requests, the first one first.
  private var numbers: [Int] = []

  /// The number of requests except the first.
  var waitingCount: Int { max(0, numbers.count - 1) }

  /// Whether a request is the first; a request that isn't in the queue is appended.
  mutating func isAtFront(_ number: Int) -> Bool {
    if numbers.first == number { return true }
    if !numbers.contains(number) { numbers.append(number) }
    return numbers.first == number
  }

  /// Removes a request; returns the new first one if it was the first.
  mutating func leave(_ number: Int) -> Int? {
    guard let index = numbers.firstIndex(of: number) else { return nil }
    numbers.remove(at: index)
    return index == 0 ? numbers.first : nil
  }
}
