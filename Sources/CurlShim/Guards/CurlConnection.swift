#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Glibc
  import Synchronization

  /// The connection that a transfer is carried out on, as the libraries below libcurl know it.
  ///
  /// libcurl 7.88 believes the status line: after `HTTP/2 200` it sends requests on every connection to that host
  /// before the earlier ones are answered, and each gets another's body. What was negotiated in the TLS handshake
  /// decides here.
  struct CurlConnection {
    typealias Word = CurlLibrary.Word

    /// Whether any peer has negotiated HTTP/1.1 over TLS; after that no session sends several requests at once on one
    /// connection.
    static let hasMetHTTP1 = Atomic<Bool>(false)

    /// Whether HTTP/2 was negotiated.
    let isHTTP2: Bool
    private let isSecure: Bool
    private let hasDecryptedBytes: Bool

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
        case let number = unsafe info.load(as: Int32.self),
        let tls = library.tls.first(where: { $0.number == number })?.library
      else {
        isHTTP2 = false
        isSecure = false
        hasDecryptedBytes = false
        return
      }
      isSecure = true
      isHTTP2 = tls.hasNegotiated(Array("h2".utf8), session)
      hasDecryptedBytes = Int32(truncatingIfNeeded: tls.pending(session, 0, 0, 0)) > 0
      if !isHTTP2 { Self.hasMetHTTP1.store(true, ordering: .relaxed) }
    }

    /// Whether bytes wait in the connection before a request is sent: they cannot be its answer, unless it is new,
    /// where over TLS they may belong to the handshake.
    func hasUnaskedBytes(isNew: Bool, localPort: Int32, peerPort: Int32) -> Bool {
      if isHTTP2 { return false }
      if hasDecryptedBytes { return true }
      if isSecure, isNew { return false }
      guard let socket = Self.socket(from: localPort, to: peerPort) else { return false }
      var byte: UInt8 = 0
      return unsafe recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
    }

    /// The sockets found so far, by our port.
    private static let sockets = Mutex<[Int: Int32]>([:])
    /// More descriptors than all connections of the process need.
    private static let descriptorCount: Int32 = 1_024

    /// The socket with two ports: libcurl tells it only after the transfer.
    private static func socket(from localPort: Int32, to peerPort: Int32) -> Int32? {
      func isIt(_ socket: Int32) -> Bool {
        unsafe port(of: socket, getsockname) == localPort && port(of: socket, getpeername) == peerPort
      }
      if let known = sockets.withLock({ $0[Int(localPort)] }), isIt(known) { return known }
      let found = (0..<descriptorCount).first(where: isIt)
      sockets.withLock { $0[Int(localPort)] = found }
      return found
    }

    private static func port(
      of socket: Int32,
      _ name: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> Int32? {
      var address = sockaddr_in6()
      var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
      let result = unsafe withUnsafeMutablePointer(to: &address) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe name(socket, $0, &length) }
      }
      let family = Int32(address.sin6_family)
      // The port is at the same place for both families.
      return result == 0 && (family == AF_INET || family == AF_INET6)
        ? Int32(UInt16(bigEndian: address.sin6_port)) : nil
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
    static func all(in entry: (String) -> CurlLibrary.Entry?) -> [(number: Int32, library: TLSLibrary)] {
      var all: [(number: Int32, library: TLSLibrary)] = []
      if let negotiated = entry("SSL_get0_alpn_selected"), let pending = entry("SSL_pending") {
        all.append((1, TLSLibrary(negotiated: { _ = negotiated($0, $1, $2, 0) }, pending: pending)))
      }
      // It writes both parts at once (`gnutls_datum_t`).
      if let negotiated = entry("gnutls_alpn_get_selected_protocol"),
        let pending = entry("gnutls_record_check_pending")
      {
        all.append(
          (2, TLSLibrary(negotiated: { session, name, _ in _ = negotiated(session, name, 0, 0) }, pending: pending))
        )
      }
      return all
    }
  }
#endif
