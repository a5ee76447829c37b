/// A line in which requests wait for their turn: first come, first served.
///
/// A pure state machine. Only the first in line waits for a moment, and takes it when it has come; so a request that
/// is cancelled while it waits has taken nothing that others would have to wait for.
struct WaitingLine: Sendable {
  /// The numbers of the requests, the one at the front first.
  private var numbers: [Int] = []

  /// The number of requests behind the front.
  var waitingCount: Int { max(0, numbers.count - 1) }

  /// Whether a request is at the front; one that is in no place goes to the end first.
  mutating func isAtFront(_ number: Int) -> Bool {
    if numbers.first == number { return true }
    if !numbers.contains(number) { numbers.append(number) }
    return numbers.first == number
  }

  /// Takes a request out; returns the one that is at the front instead, if it was there.
  mutating func leave(_ number: Int) -> Int? {
    guard let index = numbers.firstIndex(of: number) else { return nil }
    numbers.remove(at: index)
    return index == 0 ? numbers.first : nil
  }
}
