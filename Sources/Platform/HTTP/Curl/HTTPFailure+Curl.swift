import Domain

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  extension HTTPFailure {
    /// What the loading seam knows of a failed transfer; `nil` where URLSession's own word is as good.
    ///
    /// - Parameters:
    ///   - record: What was seen of the transfer.
    ///   - detail: libcurl's words.
    ///   - hasCertificates: Whether this machine has certificates at all.
    ///   - certificatePath: The file of certificates that the environment names.
    ///   - isAtDeadline: Whether the time that the request was given is over.
    init?(
      _ record: Transfer.Record,
      detail: String,
      hasCertificates: Bool,
      certificatePath: String?,
      isAtDeadline: Bool
    ) {
      if let limit = record.exceededLimit {
        self = .tooLarge(limit: limit)
      } else if record.wasResendRefused {
        self = .unreachable(detail: "the connection was closed before an answer came")
      } else {
        switch record.result {
        case CurlResult.fileSizeExceeded: self = .tooLarge(limit: HTTPResponse.bodyLimit)
        case CurlResult.timedOut: self = isAtDeadline ? .timedOut : .unreachable(detail: detail)
        case CurlResult.certificatesUnreadable:
          self = .notSetUp(certificatePath.map { .certificatesUnreadable(path: $0) } ?? .certificatesMissing)
        case CurlResult.certificateRejected, CurlResult.issuerRejected:
          self = .notSetUp(
            hasCertificates || certificatePath != nil ? .certificateRejected(detail: detail) : .certificatesMissing
          )
        // What libcurl says of a line of a head that is longer than it takes, whichever release it is.
        case CurlResult.outOfMemory, CurlResult.tooLarge: self = .malformed(detail: "a line of its head is too long")
        case CurlResult.badArgument: self = .malformed(detail: "its head cannot be read")
        case CurlResult.unsupportedProtocol, CurlResult.weirdReply, CurlResult.partialFile, CurlResult.writeError,
          CurlResult.badContentEncoding:
          self = .malformed(detail: detail)
        // Not the connection but what came on it.
        case CurlResult.receiveError where record.status != nil && record.systemError == 0:
          self = .malformed(detail: detail)
        default:
          switch record.connectStatus {
          case 400..<500: self = .notSetUp(.proxyRefused(status: record.connectStatus))
          case 300...: self = .unreachable(detail: "the proxy answered HTTP \(record.connectStatus)")
          default: return nil
          }
        }
      }
    }
  }
#endif
