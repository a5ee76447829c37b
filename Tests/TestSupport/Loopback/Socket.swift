import Foundation
import Synchronization

/// A TCP socket on 127.0.0.1 as a file descriptor, which the owner closes.
struct Socket: Sendable {
  let descriptor: Int32

  /// The ports of all servers of this process, including those that have ended.
  ///
  /// A client keeps idle connections by port, and libcurl 7.88 sends a request on one that was reset. So the first
  /// request to a new server would fail if an earlier server had the same port.
  private static let usedPorts = Mutex<Set<UInt16>>([])

  /// Opens a listening socket on 127.0.0.1 at a port chosen by the system.
  static func listening() throws -> (socket: Socket, port: UInt16) { try boundToIPv4 { listen($0, 1_024) == 0 } }

  /// Binds a port chosen by the system without listening on it, so that connections are refused.
  static func boundOnly() throws -> (socket: Socket, port: UInt16) { try boundToIPv4 { _ in true } }

  private static func boundToIPv4(_ begin: (Int32) -> Bool) throws -> (socket: Socket, port: UInt16) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return try bound(to: address, of: AF_INET, port: \.sin_port, begin)
  }

  /// Opens a listening socket on [::1] at a port chosen by the system.
  static func listeningOnIPv6() throws -> (socket: Socket, port: UInt16) {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    guard unsafe inet_pton(AF_INET6, "::1", &address.sin6_addr) == 1 else {
      throw Descriptors.Failure(call: "inet_pton", code: errno)
    }
    return try bound(to: address, of: AF_INET6, port: \.sin6_port) { listen($0, 1_024) == 0 }
  }

  /// Binds a port that no earlier socket of this process had.
  private static func bound<Address>(
    to address: Address,
    of family: Int32,
    port: KeyPath<Address, in_port_t>,
    _ begin: (Int32) -> Bool
  ) throws -> (socket: Socket, port: UInt16) {
    // Sockets at used ports, which stay open until the search ends so that the system chooses other ports.
    var rejected: [Socket] = []
    defer { for socket in rejected { socket.close() } }
    while true {
      let (socket, port) = try boundAnywhere(to: address, of: family, port: port, begin)
      if usedPorts.withLock({ $0.insert(port).inserted }) { return (socket, port) }
      rejected.append(socket)
    }
  }

  private static func boundAnywhere<Address>(
    to address: Address,
    of family: Int32,
    port: KeyPath<Address, in_port_t>,
    _ begin: (Int32) -> Bool
  ) throws -> (socket: Socket, port: UInt16) {
    #if canImport(Glibc)
      let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    let descriptor = socket(family, type, 0)
    guard descriptor >= 0 else { throw Descriptors.Failure(call: "socket", code: errno) }
    keepFromChildren(descriptor)
    var address = address
    var length = socklen_t(MemoryLayout<Address>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        guard unsafe bind(descriptor, generic, length) == 0, begin(descriptor) else { return false }
        return unsafe getsockname(descriptor, generic, &length) == 0
      }
    }
    guard isBound else {
      let code = errno
      closeDescriptor(descriptor)
      throw Descriptors.Failure(call: "bind", code: code)
    }
    return (Socket(descriptor: descriptor), UInt16(bigEndian: address[keyPath: port]))
  }

  /// Waits for a client; returns `nil` if the listening socket was shut down.
  func accepted() -> Socket? {
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    while true {
      guard isReadable(within: -1) || errno == EINTR else { return nil }
      // A child process that inherits a connection would keep it open after the server closes it.
      let (client, code) = Descriptors.exclusively {
        let client = accept(descriptor, nil, nil)
        if client >= 0 { Self.keepFromChildren(client) }
        return (client, errno)
      }
      if client >= 0 {
        _ = fcntl(client, F_SETFL, 0)
        Socket(descriptor: client).set(level: Int32(IPPROTO_TCP), option: TCP_NODELAY)
        #if canImport(Darwin)
          Socket(descriptor: client).set(level: SOL_SOCKET, option: SO_NOSIGPIPE)
        #endif
        return Socket(descriptor: client)
      }
      guard [EINTR, ECONNABORTED, EAGAIN].contains(code) else { return nil }
    }
  }

  /// Waits until there is something to read or the stream ends, without limit if the time is negative.
  func isReadable(within milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, milliseconds) > 0
  }

  /// Reads some bytes; returns an empty array at the end of the stream or if the connection broke.
  func read() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
      if count >= 0 { return Array(bytes.prefix(count)) }
      guard errno == EINTR else { return [] }
    }
  }

  /// Writes all bytes; returns `false` if the connection broke.
  func write(_ bytes: some Collection<UInt8>) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe send(descriptor, $0.baseAddress, $0.count, flags) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Ends both directions, which wakes threads waiting on the socket.
  func shutDown() { _ = shutdown(descriptor, Int32(2)) }

  /// Ends only the receiving direction, which wakes threads waiting on the socket; the client isn't notified.
  func stopReading() { _ = shutdown(descriptor, Int32(0)) }

  func close() { closeDescriptor(descriptor) }

  /// Makes the next ``close()`` send a TCP reset instead of an orderly close.
  func resetOnClose() {
    var choice = linger(l_onoff: 1, l_linger: 0)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &choice, socklen_t(MemoryLayout<linger>.size))
  }

  private func set(level: Int32, option: Int32) {
    var on: Int32 = 1
    _ = unsafe setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Prevents child processes from inheriting a descriptor; a port would stay in use while they run.
  private static func keepFromChildren(_ descriptor: Int32) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
}

private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }
