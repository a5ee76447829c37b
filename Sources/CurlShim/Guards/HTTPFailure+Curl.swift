import Domain
import Platform

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  extension HTTPFailure {
    /// The failure as the shim recorded it; `nil` when URLSession's error is as good.
    init?(
      _ record: Transfer.Record,
      detail: String,
      isAtDeadline: Bool,
      hasCertificates: Bool = CertificateStore.isInstalled,
      certificatePath: String? = CertificateStore.chosenPath
    ) {
      if let refused = record.refused {
        self = refused
      } else {
        switch record.result {
        case CurlResult.fileSizeExceeded: self = .tooLarge(limit: record.bodyLimit)
        case CurlResult.timedOut: self = isAtDeadline ? .timedOut : .unreachable(detail: detail)
        case CurlResult.certificatesUnreadable:
          self = .notSetUp(certificatePath.map { .certificatesUnreadable(path: $0) } ?? .certificatesMissing)
        case CurlResult.certificateRejected, CurlResult.issuerRejected:
          self = .notSetUp(
            hasCertificates || certificatePath != nil ? .certificateRejected(detail: detail) : .certificatesMissing
          )
        // Releases of libcurl differ in the result for a header line that is too long.
        case CurlResult.outOfMemory, CurlResult.tooLarge: self = .malformed(detail: "a header line is too long")
        case CurlResult.badArgument: self = .malformed(detail: "the header cannot be read")
        case CurlResult.unsupportedProtocol, CurlResult.weirdReply, CurlResult.partialFile, CurlResult.writeError,
          CurlResult.badContentEncoding:
          self = .malformed(detail: detail)
        // Not an error of the connection but of the data.
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
