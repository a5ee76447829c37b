#if DEBUG
  import Synchronization

  /// Reports once that a large batch runs on an unoptimised build.
  final class DebugBuildNotice: Sendable {
    static let sentence =
      "This program was built without optimization, so a large batch takes much longer. `make build` makes the fast one, "
      + ".build/release/placefind."
    private static let rowLimit = 10_000

    private let isDue = Atomic<Bool>(true)

    /// Calls `say` when the rows pass the limit for the first time.
    func check(rows: Int, say: (Notice) -> Void) {
      guard rows > Self.rowLimit, isDue.exchange(false, ordering: .relaxed) else { return }
      say(Notice(Self.sentence))
    }
  }
#endif
