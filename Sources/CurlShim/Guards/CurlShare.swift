#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Dispatch

  /// What all transfers of the process share: addresses of hosts, and TLS sessions, which shorten later handshakes.
  ///
  /// Connections are not shared: libcurl does not allow that between threads, and each session has its own.
  enum CurlShare {
    private static let share: Int = {
      guard let library = CurlLibrary.loaded else { return 0 }
      let share = library.shareInit(0, 0, 0, 0)
      guard share != 0 else { return 0 }
      // From curl.h: 1 for what to share (3 addresses, 4 TLS sessions), 3 and 4 for the functions that lock and unlock.
      let settings: [(option: Int, value: Int)] = [
        (3, unsafe unsafeBitCast(lock, to: Int.self)), (4, unsafe unsafeBitCast(unlock, to: Int.self)), (1, 3), (1, 4),
      ]
      for setting in settings { _ = library.shareSetopt(share, setting.option, setting.value, 0) }
      return share
    }()

    /// libcurl's handle; `nil` when it could not be made.
    static var word: Int? { share == 0 ? nil : share }

    /// One lock for each type of data; libcurl locks and unlocks in separate calls.
    private static let locks = (0..<16).map { _ in DispatchSemaphore(value: 1) }

    private static let lock: CurlLibrary.Entry = { _, data, _, _ in
      locks[Int(UInt32(truncatingIfNeeded: data) % 16)].wait()
      return 0
    }
    private static let unlock: CurlLibrary.Entry = { _, data, _, _ in
      locks[Int(UInt32(truncatingIfNeeded: data) % 16)].signal()
      return 0
    }
  }
#endif
