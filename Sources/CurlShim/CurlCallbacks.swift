#if canImport(Glibc)
  import CurlFunctions
  import Platform

  // The functions that `Sources/CurlFunctions` calls, declared in CurlFunctions.h.

  @c @implementation
  func shim_transfer_begin(
    _ number: Int,
    _ address: UnsafePointer<CChar>,
    _ limits: UnsafeMutablePointer<shim_limits>
  ) -> UnsafeMutableRawPointer? {
    guard let transfer = TransferRegistry.take(number) else { return nil }
    let now = ContinuousClock.now
    let left = max(.milliseconds(1), now.duration(to: transfer.deadline))
    let connectLeft = max(.milliseconds(1), now.duration(to: transfer.connectDeadline))
    // Round up, because a transfer that ends before its deadline would look like a network error.
    unsafe limits.pointee = shim_limits(
      body_bytes: Int64(transfer.bodyLimit),
      timeout_ms: milliseconds(left) + 1,
      connect_timeout_ms: milliseconds(min(left, connectLeft)) + 1,
      bypasses_proxy: bypassesProxy(unsafe String(cString: address))
    )
    return unsafe Unmanaged.passRetained(CurlTransfer(transfer)).toOpaque()
  }

  @c @implementation
  func shim_transfer_release(_ pointer: UnsafeMutableRawPointer) {
    unsafe Unmanaged<CurlTransfer>.fromOpaque(pointer).release()
  }

  @c @implementation
  func shim_transfer_added(_ pointer: UnsafeMutableRawPointer, _ descriptor: Int32) {
    unsafe transfer(pointer).transfer.whenAbandoned { shim_wake(descriptor) }
  }

  @c @implementation
  func shim_transfer_removed(_ pointer: UnsafeMutableRawPointer) {
    unsafe transfer(pointer).transfer.whenAbandoned(nil)
  }

  @c @implementation
  func shim_transfer_is_abandoned(_ pointer: UnsafeMutableRawPointer) -> Bool {
    unsafe transfer(pointer).transfer.isAbandoned
  }

  @c @implementation
  func shim_transfer_may_be_sent(_ pointer: UnsafeMutableRawPointer, _ count: Int32) -> Bool {
    unsafe transfer(pointer).mayBeSent(attempt: count)
  }

  @c @implementation
  func shim_transfer_head(
    _ pointer: UnsafeMutableRawPointer,
    _ line: UnsafePointer<UInt8>,
    _ count: Int,
    _ replacement: UnsafeMutablePointer<CChar>,
    _ size: Int
  ) -> Int {
    guard var text = unsafe transfer(pointer).receiveHead(UnsafeBufferPointer(start: line, count: count)) else {
      return -1
    }
    return text.withUTF8 { bytes in
      guard bytes.count <= size else { return -1 }
      for index in bytes.indices { unsafe replacement[index] = CChar(bitPattern: bytes[index]) }
      return bytes.count
    }
  }

  @c @implementation
  func shim_transfer_body(
    _ pointer: UnsafeMutableRawPointer,
    _ bytes: UnsafePointer<UInt8>,
    _ count: Int
  ) -> Bool {
    unsafe transfer(pointer).receiveBody(UnsafeBufferPointer(start: bytes, count: count))
  }

  @c @implementation
  func shim_transfer_finished(
    _ pointer: UnsafeMutableRawPointer,
    _ result: Int32,
    _ connectStatus: Int,
    _ systemError: Int
  ) -> Int32 {
    unsafe transfer(pointer).finish(result: result, connectStatus: connectStatus, systemError: systemError)
  }

  private func transfer(_ pointer: UnsafeMutableRawPointer) -> CurlTransfer {
    unsafe Unmanaged<CurlTransfer>.fromOpaque(pointer).takeUnretainedValue()
  }

  private func milliseconds(_ time: Duration) -> Int {
    Int(clamping: time.components.seconds * 1_000 + time.components.attoseconds / 1_000_000_000_000_000)
  }

  /// Returns whether a request bypasses every proxy.
  ///
  /// Plain HTTP is for this machine only, because the request contains the key.
  private func bypassesProxy(_ address: String) -> Bool {
    guard address.utf8.prefix(6).elementsEqual("https:".utf8, by: { $0 | 0x20 == $1 | 0x20 }) else { return true }
    let parts = address.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    let authority = parts.dropFirst(2).first?.prefix { $0 != "/" && $0 != "?" } ?? ""
    let host =
      authority.hasPrefix("[")
      ? String(authority.prefix { $0 != "]" }) + "]" : String(authority.prefix { $0 != ":" })
    return ServiceAddress.isLoopback(host)
  }
#endif
