#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Platform
  import Synchronization

  /// The layer between one transfer of libcurl and URLSession: it sets the limits that libcurl enforces, and examines
  /// everything that arrives before URLSession gets it.
  ///
  /// It lives as long as libcurl's easy handle, whose private pointer retains it.
  final class CurlEasyHandle: Sendable {
    typealias Word = CurlLibrary.Word

    struct State {
      /// What URLSession has set of the options that this layer uses itself.
      var options: [Int: Word] = [:]
      var head = ResponseHead()
      var body: [UInt8] = []
      var easy: Word = 0
      var sendCount = 0
      /// Whether its connection negotiated HTTP/2; `nil` until that is known.
      var isHTTP2: Bool?
      var transfer: Transfer?
    }

    private static let ownOptions = [
      CurlOption.writeFunction, CurlOption.writeData, CurlOption.headerFunction, CurlOption.headerData,
    ]

    let state = Mutex(State())

    /// The transfer that it carries out.
    var transfer: Transfer? { state.withLock { $0.transfer } }

    // MARK: Calls from URLSession

    /// Makes a handle whose data is delivered to this layer.
    static func make(_ library: CurlLibrary) -> Word {
      let easy = library.easyInit(0, 0, 0, 0)
      guard easy != 0 else { return easy }
      // Released by cleanUp.
      let pointer = unsafe Word(bitPattern: Unmanaged.passRetained(CurlEasyHandle()).toOpaque())
      func set(_ option: Int32, _ value: Word) { _ = library.easySetopt(easy, Word(option), value, 0) }
      for option in [CurlOption.privatePointer, CurlOption.writeData, CurlOption.headerData] { set(option, pointer) }
      set(CurlOption.writeFunction, unsafe unsafeBitCast(writeCallback, to: Word.self))
      set(CurlOption.headerFunction, unsafe unsafeBitCast(headerCallback, to: Word.self))
      return easy
    }

    /// Sets an option, or stores it when this layer uses the option itself.
    static func setOption(_ library: CurlLibrary, _ easy: Word, _ option: Word, _ value: Word) -> Word {
      switch Int32(truncatingIfNeeded: option) {
      case let own where ownOptions.contains(own):
        of(easy, library)?.state.withLock { $0.options[Int(own)] = value }
        return 0
      case CurlOption.caInfo where CertificateStore.chosenPath != nil:
        // URLSession sets its own choice after the address.
        return 0
      case CurlOption.url:
        return of(easy, library)?.begin(easy, address: value, library) ?? library.easySetopt(easy, option, value, 0)
      default:
        return library.easySetopt(easy, option, value, 0)
      }
    }

    static func cleanUp(_ library: CurlLibrary, _ easy: Word) -> Word {
      let handle = unsafe opaque(easy, library).map { unsafe Unmanaged<CurlEasyHandle>.fromOpaque($0) }
      let result = library.easyCleanup(easy, 0, 0, 0)
      unsafe handle?.release()
      return result
    }

    /// The handle behind libcurl's; `nil` for one that libcurl made for itself.
    static func of(_ easy: Word, _ library: CurlLibrary) -> CurlEasyHandle? {
      unsafe opaque(easy, library).map { unsafe Unmanaged<CurlEasyHandle>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func opaque(_ easy: Word, _ library: CurlLibrary) -> UnsafeMutableRawPointer? {
      var pointer: Word = 0
      let result = unsafe withUnsafeMutablePointer(to: &pointer) {
        library.easyGetinfo(easy, CurlInfo.privatePointer, Word(bitPattern: $0), 0)
      }
      return Int32(truncatingIfNeeded: result) == CurlResult.ok
        ? unsafe UnsafeMutableRawPointer(bitPattern: pointer) : nil
    }

    // MARK: Callbacks from libcurl

    /// Notes how a transfer ended and returns the result for URLSession.
    ///
    /// A connection that is closed within the header is a success to libcurl, and URLSession ends the process over a
    /// success without a response (swift-corelibs-foundation 5285). It gets "got nothing" instead.
    func finished(_ result: Int32, _ easy: Word, _ library: CurlLibrary) -> Int32 {
      let (found, isComplete, body) = state.withLock { state in
        defer { state.body = [] }
        return (state.transfer, state.head.isComplete, state.body)
      }
      guard let transfer = found else { return result }
      let told = result == CurlResult.ok && !isComplete ? CurlResult.gotNothing : result
      let isFailed = told != CurlResult.ok
      let (connectStatus, systemError) =
        isFailed
        ? (Self.number(CurlInfo.connectStatus, easy, library), Self.number(CurlInfo.systemError, easy, library))
        : (0, 0)
      transfer.note {
        $0.result = told
        $0.connectStatus = connectStatus
        $0.systemError = systemError
        $0.body = isFailed ? nil : body
      }
      return told
    }

    private func receiveHead(_ start: Word, _ count: Int) -> Int {
      guard let bytes = unsafe UnsafePointer<UInt8>(bitPattern: start) else { return count }
      guard let transfer else { return deliver(start, count, CurlOption.headerFunction, CurlOption.headerData) }
      // An older libcurl does not tell before the request is sent.
      let isHTTP2 = state.withLock { $0.isHTTP2 } ?? connection()?.isHTTP2 ?? false
      let (action, head) = state.withLock { state in
        let line = unsafe UnsafeBufferPointer(start: bytes, count: count)
        let action = unsafe state.head.action(for: line, isHTTP2: isHTTP2)
        return (action, state.head)
      }
      guard !transfer.isAbandoned else { return 0 }
      switch action {
      case .skip: return count
      case .replace(let text):
        if head.isComplete {
          transfer.note {
            $0.status = head.status
            $0.fields = head.fields
          }
        }
        var text = text
        let isTaken = text.withUTF8 { line in
          let start = Word(bitPattern: line.baseAddress)
          return deliver(start, line.count, CurlOption.headerFunction, CurlOption.headerData) == line.count
        }
        return isTaken ? count : 0
      case .abort(let failure):
        transfer.note { $0.refused = failure }
        return 0
      }
    }

    /// Stores the next bytes of a body.
    ///
    /// URLSession makes an object of every chunk: when a service sends single bytes, that takes a hundred times their
    /// memory.
    private func receiveBody(_ start: Word, _ count: Int) -> Int {
      guard let bytes = unsafe UnsafePointer<UInt8>(bitPattern: start) else { return count }
      guard let transfer else { return deliver(start, count, CurlOption.writeFunction, CurlOption.writeData) }
      let (isReady, held) = state.withLock { ($0.head.isComplete, $0.body.count) }
      // A body before the end of the header (HTTP/0.9) would end the process inside URLSession.
      guard !transfer.isAbandoned, isReady else { return 0 }
      guard held + count <= transfer.bodyLimit else {
        transfer.note { $0.refused = .tooLarge(limit: $0.bodyLimit) }
        return 0
      }
      state.withLock { unsafe $0.body.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count)) }
      return count
    }

    /// Passes bytes on to URLSession: for a transfer of another session of the program those that came, as if there
    /// were no shim.
    private func deliver(_ start: Word, _ count: Int, _ function: Int32, _ data: Int32) -> Int {
      let (function, data) = state.withLock { ($0.options[Int(function)] ?? 0, $0.options[Int(data)] ?? 0) }
      guard function != 0 else { return 0 }
      return unsafe unsafeBitCast(function, to: CurlLibrary.Entry.self)(start, 1, count, data)
    }

    /// Refuses to send a request that nobody waits for, or whose connection already holds bytes that would be taken for
    /// its answer; or to send it twice, which libcurl does by itself when a kept-alive connection turns out to be
    /// closed: every request that may reach the service is counted, and retries are decided elsewhere.
    private func mayBeSent(from localPort: Int32, to peerPort: Int32) -> Bool {
      let (count, transfer, easy) = state.withLock { state in
        state.sendCount += 1
        return (state.sendCount, state.transfer, state.easy)
      }
      guard let transfer, !transfer.isAbandoned else { return false }
      guard count == 1 else {
        transfer.note { $0.refused = .unreachable(detail: "the connection was closed before an answer came") }
        return false
      }
      if let library = CurlLibrary.loaded,
        connection()?.hasUnaskedBytes(
          isNew: Self.number(CurlInfo.newConnectionCount, easy, library) > 0,
          localPort: localPort,
          peerPort: peerPort
        ) == true
      {
        transfer.note { $0.refused = .malformed(detail: "an answer came that nobody had asked for") }
        _ = library.easySetopt(easy, Word(CurlOption.forbidReuse), 1, 0)
        return false
      }
      return transfer.noteSent()
    }

    /// Examines the connection that it is carried out on.
    private func connection() -> CurlConnection? {
      let easy = state.withLock { $0.easy }
      guard easy != 0, let library = CurlLibrary.loaded else { return nil }
      let connection = CurlConnection(of: easy, library)
      state.withLock { $0.isHTTP2 = connection.isHTTP2 }
      return connection
    }

    private static func number(_ info: Word, _ easy: Word, _ library: CurlLibrary) -> Int {
      var number: Word = 0
      _ = unsafe withUnsafeMutablePointer(to: &number) {
        library.easyGetinfo(easy, info, Word(bitPattern: $0), 0)
      }
      return number
    }

    private static func from(_ pointer: Word) -> CurlEasyHandle? {
      guard let opaque = unsafe UnsafeMutableRawPointer(bitPattern: pointer) else { return nil }
      return unsafe Unmanaged<CurlEasyHandle>.fromOpaque(opaque).takeUnretainedValue()
    }

    private static let writeCallback: CurlLibrary.Entry = { start, size, count, pointer in
      from(pointer)?.receiveBody(start, size * count) ?? 0
    }
    private static let headerCallback: CurlLibrary.Entry = { start, size, count, pointer in
      from(pointer)?.receiveHead(start, size * count) ?? 0
    }
    /// Its arguments are our pointer, the peer's address, ours, the peer's port and ours.
    static let prerequestCallback: @convention(c) (Word, Word, Word, Int32, Int32) -> Int32 = {
      from($0)?.mayBeSent(from: $4, to: $3) ?? true ? 0 : 1
    }
  }
#endif
