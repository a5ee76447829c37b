#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Platform
  import Synchronization

  /// The limits that libcurl enforces for a transfer.
  extension CurlEasyHandle {
    /// Sets the address, without the number of the transfer, and the limits; those of another session of the program
    /// stay as they are.
    func begin(_ easy: Word, address: Word, _ library: CurlLibrary) -> Word {
      guard let start = unsafe UnsafePointer<CChar>(bitPattern: address) else { return Word(CurlResult.failedInit) }
      let whole = unsafe String(cString: start)
      // By bytes: splitting an address by its characters took a twelfth of the time of a request.
      let mark = whole.utf8.lastIndex(of: UInt8(ascii: "#"))
      let text = mark.map { String(whole[..<$0]) } ?? whole
      let number = mark.flatMap { Int(whole[whole.utf8.index(after: $0)...]) }
      let transfer = number.flatMap { TransferRegistry.take($0) }
      state.withLock {
        $0.transfer = transfer
        $0.head = ResponseHead()
        $0.easy = easy
        $0.sendCount = 0
        $0.isHTTP2 = nil
      }
      guard let transfer else { return library.easySetopt(easy, Word(CurlOption.url), address, 0) }
      func set(_ option: Int32, _ value: Word) { _ = library.easySetopt(easy, Word(option), value, 0) }
      func set(_ option: Int32, _ text: String) {
        // libcurl copies strings.
        _ = unsafe text.withCString { library.easySetopt(easy, Word(option), Word(bitPattern: $0), 0) }
      }
      set(CurlOption.maximumFileSize, transfer.bodyLimit)
      set(CurlOption.http09Allowed, 0)
      // A proxy's answer to CONNECT is not the service's, and our header fields are not for the proxy.
      set(CurlOption.suppressConnectHeaders, 1)
      set(CurlOption.headerOptions, 1)
      // A name that does not resolve must not block other transfers until the resolver gives up.
      set(CurlOption.quickExit, 1)
      let pointer = unsafe Word(bitPattern: Unmanaged.passUnretained(self).toOpaque())
      set(CurlOption.prerequestData, pointer)
      let callback = unsafe unsafeBitCast(Self.prerequestCallback, to: Word.self)
      let result = library.easySetopt(easy, Word(CurlOption.prerequestFunction), callback, 0)
      // libcurl before 7.80 does not tell when it sends.
      if Int32(truncatingIfNeeded: result) != CurlResult.ok { transfer.noteSent() }
      let left = max(.milliseconds(1), ContinuousClock.now.duration(to: transfer.deadline))
      // Rounded up: a transfer that ends before its deadline would look like a network error.
      set(CurlOption.timeoutMilliseconds, Self.milliseconds(left) + 1)
      let connectLeft = max(.milliseconds(1), ContinuousClock.now.duration(to: transfer.connectDeadline))
      set(CurlOption.connectTimeoutMilliseconds, Self.milliseconds(min(left, connectLeft)) + 1)
      if let share = CurlShare.word { set(CurlOption.share, share) }
      let isSecure = text.utf8.prefix(6).elementsEqual("https:".utf8) { $0 | 0x20 == $1 | 0x20 }
      // Plain http is for this machine only, and bypasses any proxy, because the request holds the key.
      if !isSecure || ServiceAddress.isLoopback(Self.host(of: text)) { set(CurlOption.noProxy, "*") }
      // One request at a time on a connection, unless HTTP/2 can be negotiated and that can be found out.
      if !isSecure || library.tls.isEmpty { set(CurlOption.httpVersion, Self.http1) }
      if isSecure {
        // Requests wait until the first connection is known to carry several (HTTP/2).
        set(CurlOption.pipeWait, 1)
        if let path = CertificateStore.chosenPath {
          set(CurlOption.caInfo, path)
          set(CurlOption.caPath, 0)
        } else if CertificateStore.hasBundle(library, easy) {
          set(CurlOption.caPath, 0)
        }
      }
      return unsafe text.withCString { library.easySetopt(easy, Word(CurlOption.url), Word(bitPattern: $0), 0) }
    }

    /// `CURL_HTTP_VERSION_1_1`.
    private static let http1 = 2

    private static func milliseconds(_ time: Duration) -> Int {
      Int(clamping: time.components.seconds * 1_000 + time.components.attoseconds / 1_000_000_000_000_000)
    }

    private static func host(of address: String) -> String {
      let rest = address.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).dropFirst(2).first ?? ""
      let authority = rest.prefix { $0 != "/" && $0 != "?" }
      return authority.hasPrefix("[")
        ? String(authority.prefix { $0 != "]" }) + "]" : String(authority.prefix { $0 != ":" })
    }
  }
#endif
