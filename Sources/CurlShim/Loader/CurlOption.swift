#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  /// Options of an easy handle, from libcurl's stable interface (curl.h); an older library refuses those it does not
  /// know.
  enum CurlOption {
    static let connectTimeoutMilliseconds: Int32 = 156
    static let forbidReuse: Int32 = 75
    static let headerOptions: Int32 = 229
    static let httpVersion: Int32 = 84
    static let pipeWait: Int32 = 237
    static let suppressConnectHeaders: Int32 = 265
    static let http09Allowed: Int32 = 285
    static let quickExit: Int32 = 322
    static let timeoutMilliseconds: Int32 = 155

    static let caInfo: Int32 = 10_065
    static let caPath: Int32 = 10_097
    static let headerData: Int32 = 10_029
    static let noProxy: Int32 = 10_177
    static let prerequestData: Int32 = 10_313
    static let privatePointer: Int32 = 10_103
    static let share: Int32 = 10_100
    static let url: Int32 = 10_002
    static let writeData: Int32 = 10_001

    static let headerFunction: Int32 = 20_079
    static let prerequestFunction: Int32 = 20_312
    static let writeFunction: Int32 = 20_011

    static let maximumFileSize: Int32 = 30_117
  }

  /// Arguments of `curl_easy_getinfo`.
  enum CurlInfo {
    static let caInfo = 0x10_0000 + 61
    static let privatePointer = 0x10_0000 + 21
    static let connectStatus = 0x20_0000 + 22
    static let newConnectionCount = 0x20_0000 + 26
    static let systemError = 0x20_0000 + 25
    static let tlsSession = 0x40_0000 + 45
  }

  /// Options of a multi handle, and arguments of its socket function (multi.h).
  enum CurlMultiOption {
    static let maximumConnections: Int32 = 6
    static let multiplexing: Int32 = 3
    static let socketFunction: Int32 = 20_001
    static let socketData: Int32 = 10_002
    static let timerFunction: Int32 = 20_004
    static let timerData: Int32 = 10_005

    static let read: Int32 = 1
    static let remove: Int32 = 4
    /// The timer, in place of a socket.
    static let timerSocket: Int32 = -1
  }

  /// Results of a transfer (`CURLcode`).
  enum CurlResult {
    static let ok: Int32 = 0
    static let unsupportedProtocol: Int32 = 1
    static let failedInit: Int32 = 2
    static let weirdReply: Int32 = 8
    static let partialFile: Int32 = 18
    static let writeError: Int32 = 23
    static let outOfMemory: Int32 = 27
    static let timedOut: Int32 = 28
    static let abortedByCallback: Int32 = 42
    static let badArgument: Int32 = 43
    static let gotNothing: Int32 = 52
    static let receiveError: Int32 = 56
    static let certificateRejected: Int32 = 60
    static let badContentEncoding: Int32 = 61
    static let fileSizeExceeded: Int32 = 63
    static let certificatesUnreadable: Int32 = 77
    static let issuerRejected: Int32 = 83
    static let tooLarge: Int32 = 100
  }
#endif
