#if PLACEFIND_LAZY_CURL && os(Linux) && (arch(x86_64) || arch(arm64))
  /// Tells URLSession that an answer which ends within its head has failed.
  ///
  /// When a server closes the connection after the status line and before the blank line, libcurl reports success, and
  /// URLSession, which has seen no response, ends the process ("Transfer completed, but there's no response",
  /// swift-corelibs-foundation 5285). A released binary hands libcurl's results over itself (``LazyCurl``), so it can say
  /// "the server returned nothing" of such a transfer; a plain `swift build` cannot. A transfer is taken for cut when
  /// libcurl reports success with neither a byte of body nor a length: an honest answer has one or the other.
  enum CutHead {
    // From curl.h and multi.h; part of libcurl's stable interface.
    private static let done: Int32 = 1
    private static let gotNothing: Int32 = 52
    private static let bodyBytesReceived = 0x60_0000 + 8
    private static let bodyBytesAnnounced = 0x60_0000 + 15

    /// Looks at a result on its way to URLSession.
    ///
    /// - Parameters:
    ///   - message: Address of libcurl's `CURLMsg`: at byte 0 what happened, at 8 the transfer, at 16 its result; 0 for
    ///     none.
    ///   - getinfo: libcurl's `curl_easy_getinfo`.
    /// - Returns: The same address.
    static func checked(_ message: Int, getinfo: LazyCurl.Entry) -> Int {
      guard let fields = unsafe UnsafeMutableRawPointer(bitPattern: message) else { return message }
      // In bounds: a message has 24 bytes, aligned for a pointer, and is libcurl's until the next call.
      guard unsafe fields.load(as: Int32.self) == done, unsafe fields.load(fromByteOffset: 16, as: Int32.self) == 0
      else { return message }
      let transfer = unsafe fields.load(fromByteOffset: 8, as: Int.self)
      let isCut =
        number(bodyBytesReceived, of: transfer, getinfo) == 0 && number(bodyBytesAnnounced, of: transfer, getinfo) < 0
      if isCut { unsafe fields.storeBytes(of: gotNothing, toByteOffset: 16, as: Int32.self) }
      return message
    }

    private static func number(_ what: Int, of transfer: Int, _ getinfo: LazyCurl.Entry) -> Int64 {
      var number: Int64 = 0
      let code = unsafe withUnsafeMutablePointer(to: &number) { address in
        getinfo(transfer, what, Int(bitPattern: address), 0)
      }
      return code == 0 ? number : 0
    }
  }
#endif
