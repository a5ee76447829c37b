#if canImport(Glibc)
  import CurlFunctions
  import Platform

  /// A transfer of libcurl, which examines everything that arrives before URLSession receives it.
  ///
  /// libcurl calls it only on the queue of the transfer's session. `Sources/CurlFunctions` retains it until libcurl's
  /// handle begins another transfer or is freed.
  final class CurlTransfer {
    let transfer: Transfer
    private var head = ResponseHead()
    private var body: [UInt8] = []

    init(_ transfer: Transfer) { self.transfer = transfer }

    /// Returns whether to send the request: not if it was abandoned, and not twice.
    ///
    /// libcurl repeats a request by itself if a kept-alive connection turns out to be closed. But every request that
    /// may reach the service is counted, and `Requests` decides on retries.
    func mayBeSent(attempt: Int32) -> Bool {
      guard !transfer.isAbandoned else { return false }
      guard attempt == 1 else {
        transfer.note { $0.refused = .unreachable(detail: "the connection was closed before a response arrived") }
        return false
      }
      return transfer.noteSent()
    }

    /// Examines a header line; returns `nil` to end the transfer.
    ///
    /// - Returns: The line that URLSession receives instead; empty if it receives none.
    func receiveHead(_ line: UnsafeBufferPointer<UInt8>) -> String? {
      guard !transfer.isAbandoned else { return nil }
      switch unsafe head.action(for: line) {
      case .skip: return ""
      case .replace(let text):
        if head.isComplete {
          transfer.note { [head] in
            $0.status = head.status
            $0.fields = head.fields
          }
        }
        return text
      case .abort(let failure):
        transfer.note { $0.refused = failure }
        return nil
      }
    }

    /// Stores the next bytes of a body, and returns whether to continue the transfer.
    ///
    /// URLSession makes an object of every chunk, which takes a hundred times the memory if a service sends single
    /// bytes.
    func receiveBody(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      // A body before the end of the header (HTTP/0.9) would crash URLSession.
      guard !transfer.isAbandoned, head.isComplete else { return false }
      guard body.count + bytes.count <= transfer.bodyLimit else {
        transfer.note { $0.refused = .tooLarge(limit: $0.bodyLimit) }
        return false
      }
      unsafe body.append(contentsOf: bytes)
      return true
    }

    /// Records how the transfer ended, and returns the result for URLSession.
    ///
    /// libcurl reports success if a connection is closed within the header, and URLSession crashes on a success without
    /// a response (swift-corelibs-foundation 5285). URLSession receives "got nothing" instead.
    func finish(result: Int32, connectStatus: Int, systemError: Int) -> Int32 {
      let reported = result == CurlResult.ok && !head.isComplete ? CurlResult.gotNothing : result
      let isFailed = reported != CurlResult.ok
      transfer.note { [body] in
        $0.result = reported
        $0.connectStatus = isFailed ? connectStatus : 0
        $0.systemError = isFailed ? systemError : 0
        $0.body = isFailed ? nil : body
      }
      body = []
      return reported
    }
  }
#endif
