import Dispatch
import Synchronization

/// The state shared by the threads of a ``LoopbackServer``: the open connections and the record of requests.
final class LoopbackSharedState: Sendable {
  private struct State {
    var isStopping = false
    var open: [Int32: Socket] = [:]
    var connectionCount = 0
    var requests: [LoopbackRequest] = []
    var busy = 0
    var peakBusy = 0
  }

  let threads = DispatchGroup()
  private let state = Mutex(State())

  var requests: [LoopbackRequest] { state.withLock { $0.requests } }
  var connectionCount: Int { state.withLock { $0.connectionCount } }
  var openConnectionCount: Int { state.withLock { $0.open.count } }
  var peakConcurrency: Int { state.withLock { $0.peakBusy } }
  var isStopping: Bool { state.withLock { $0.isStopping } }

  /// Registers an open connection; returns `false` if the server is stopping.
  func admit(_ socket: Socket) -> Bool {
    state.withLock {
      guard !$0.isStopping else { return false }
      $0.open[socket.descriptor] = socket
      $0.connectionCount += 1
      return true
    }
  }

  /// Closes a connection under the lock, so that ``beginStopping()`` never sees a reused descriptor.
  func dismiss(_ socket: Socket) {
    state.withLock {
      $0.open[socket.descriptor] = nil
      // An orderly close in the middle of a header crashes URLSession (swift-corelibs-foundation 5285); a reset
      // doesn't.
      if $0.isStopping { socket.resetOnClose() }
      socket.close()
    }
  }

  /// Wakes every connection; returns `false` if the server is already stopping.
  func beginStopping() -> Bool {
    state.withLock {
      guard !$0.isStopping else { return false }
      $0.isStopping = true
      for socket in $0.open.values { socket.stopReading() }
      return true
    }
  }

  /// Records a request and assigns its number.
  func begin(_ request: LoopbackRequest) -> LoopbackRequest {
    state.withLock {
      var request = request
      request.number = $0.requests.count + 1
      $0.requests.append(request)
      $0.busy += 1
      $0.peakBusy = max($0.peakBusy, $0.busy)
      return request
    }
  }

  func finish() { state.withLock { $0.busy -= 1 } }
}
