#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Synchronization

  /// The connection that a transfer is carried out on, as the libraries below libcurl know it.
  ///
  /// libcurl 7.88 believes the status line: after `HTTP/2 200` it sends requests on every connection to that host before
  /// the earlier ones are answered, and each gets another's body. What was negotiated in the TLS handshake decides here.
  struct CurlConnection {
    typealias Word = CurlLibrary.Word

    /// Whether any peer has negotiated HTTP/1.1 over TLS; after that no session sends several requests at once on one
    /// connection.
    static let hasMetHTTP1 = Atomic<Bool>(false)

    /// Whether HTTP/2 was negotiated.
    let isHTTP2: Bool
    /// Whether decrypted bytes wait that nobody has read.
    ///
    /// Before a request is sent, they cannot be its answer. libcurl itself looks for bytes that wait in the socket.
    let hasUnreadBytes: Bool

    /// Examines the connection of a transfer; to be called from libcurl's callbacks only.
    init(of easy: Word, _ library: CurlLibrary) {
      var address: Word = 0
      let result = unsafe withUnsafeMutablePointer(to: &address) {
        library.easyGetinfo(easy, CurlInfo.tlsSession, Word(bitPattern: $0), 0)
      }
      // In bounds: `struct curl_tlssessioninfo` is the number of the TLS library, then a pointer, `nil` without TLS.
      guard
        Int32(truncatingIfNeeded: result) == CurlResult.ok, let info = unsafe UnsafeRawPointer(bitPattern: address),
        case let session = unsafe info.load(fromByteOffset: 8, as: Word.self), session != 0,
        let tls = unsafe library.tls[info.load(as: Int32.self)]
      else {
        (isHTTP2, hasUnreadBytes) = (false, false)
        return
      }
      isHTTP2 = tls.hasNegotiated(Array("h2".utf8), session)
      hasUnreadBytes = !isHTTP2 && Int32(truncatingIfNeeded: tls.pending(session, 0, 0, 0)) > 0
      if !isHTTP2 { Self.hasMetHTTP1.store(true, ordering: .relaxed) }
    }
  }

  /// The functions of a TLS library that libcurl is built on.
  struct TLSLibrary: Sendable {
    typealias Word = CurlLibrary.Word

    /// Writes the address of the protocol's name and its length in bytes.
    let negotiated: @Sendable (_ session: Word, _ name: Word, _ length: Word) -> Void
    /// The number of decrypted bytes that nobody has read.
    let pending: CurlLibrary.Entry

    /// Whether a protocol was negotiated (ALPN, RFC 7301).
    func hasNegotiated(_ protocolName: [UInt8], _ session: Word) -> Bool {
      var found: (name: Word, length: UInt32) = (0, 0)
      unsafe withUnsafeMutablePointer(to: &found) {
        let start = Word(bitPattern: $0)
        negotiated(session, start, start + MemoryLayout<Word>.size)
      }
      guard let name = unsafe UnsafePointer<UInt8>(bitPattern: found.name) else { return false }
      return unsafe UnsafeBufferPointer(start: name, count: Int(found.length)).elementsEqual(protocolName)
    }

    /// Finds those that a library depends on, by libcurl's numbers of them (curl.h): 1 for OpenSSL, 2 for GnuTLS.
    static func all(in entry: (String) -> CurlLibrary.Entry?) -> [Int32: TLSLibrary] {
      var all: [Int32: TLSLibrary] = [:]
      if let negotiated = entry("SSL_get0_alpn_selected"), let pending = entry("SSL_pending") {
        all[1] = TLSLibrary(negotiated: { _ = negotiated($0, $1, $2, 0) }, pending: pending)
      }
      // It writes both parts at once (`gnutls_datum_t`).
      if let negotiated = entry("gnutls_alpn_get_selected_protocol"),
        let pending = entry("gnutls_record_check_pending")
      {
        all[2] = TLSLibrary(negotiated: { session, name, _ in _ = negotiated(session, name, 0, 0) }, pending: pending)
      }
      return all
    }
  }
#endif
