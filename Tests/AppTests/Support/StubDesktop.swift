import App
import Synchronization

/// A desktop that remembers what it was asked to open.
final class StubDesktop: Desktop {
  private let addresses = Mutex<[String]>([])
  private let opens: Bool

  init(opens: Bool = true) { self.opens = opens }

  var opened: [String] { addresses.withLock { $0 } }

  func temporaryPath(ending: String) -> String { "/run/page.\(ending)" }

  func open(_ address: String) -> Bool {
    addresses.withLock { $0.append(address) }
    return opens
  }
}
