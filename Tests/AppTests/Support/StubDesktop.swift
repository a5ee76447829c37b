import Synchronization

@testable import App

/// A desktop that records the addresses it is asked to open.
final class StubDesktop: Desktop {
  private let addresses = Mutex<[String]>([])
  private let opens: Bool

  init(opens: Bool = true) { self.opens = opens }

  var opened: [String] { addresses.withLock { $0 } }

  func makePrivateFile(named name: String) -> String { "/run/\(name)" }

  func open(_ address: String) throws(FileFailure) {
    addresses.withLock { $0.append(address) }
    if !opens { throw FileFailure(path: address, reason: .notOpened(program: "xdg-open", status: 3)) }
  }
}
