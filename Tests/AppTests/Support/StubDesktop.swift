import Synchronization

@testable import App

/// A desktop that records the addresses it should open.
final class StubDesktop: Sendable {
  private let addresses = Mutex<[String]>([])
  private let opens: Bool

  init(opens: Bool = true) { self.opens = opens }

  var opened: [String] { addresses.withLock { $0 } }

  var desktop: Desktop {
    Desktop(
      makePrivateFile: { "/run/\($0)" },
      open: { (address) throws(FileFailure) in
        self.addresses.withLock { $0.append(address) }
        if !self.opens {
          throw FileFailure(path: address, reason: .notOpened(program: "xdg-open", status: 3))
        }
      }
    )
  }
}
