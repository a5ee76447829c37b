import Domain
import Platform

#if canImport(Glibc)
  import CurlFunctions
  import Glibc

  extension HTTPFailure {
    /// The failure that the shim recorded; `nil` if URLSession's error is as precise.
    init?(
      _ record: Transfer.Record,
      detail: String,
      isAtDeadline: Bool,
      hasCertificates: Bool = Certificates.areInstalled,
      certificatePath: String? = Certificates.chosenPath
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
        // The result for a header line that is too long differs between libcurl releases.
        case CurlResult.outOfMemory, CurlResult.tooLarge: self = .malformed(detail: "a header line is too long")
        case CurlResult.badArgument: self = .malformed(detail: "the header cannot be read")
        case CurlResult.partialFile: self = .unreachable(detail: detail)
        case CurlResult.unsupportedProtocol, CurlResult.weirdReply, CurlResult.writeError,
          CurlResult.badContentEncoding:
          self = .malformed(detail: detail)
        // The data is wrong, not the connection. TLS reports a broken connection without a system error.
        case CurlResult.receiveError
        where record.status != nil && record.systemError == 0 && !detail.contains("SSL"):
          self = .malformed(detail: detail)
        default:
          switch record.connectStatus {
          case 400..<500: self = .notSetUp(.proxyRefused(status: record.connectStatus))
          case 300...: self = .unreachable(detail: "the proxy returned HTTP \(record.connectStatus)")
          default: return nil
          }
        }
      }
    }
  }

  /// The root certificates of this machine.
  private enum Certificates {
    /// The certificate file named by the environment.
    static var chosenPath: String? { unsafe shim_certificate_path().map { unsafe String(cString: $0) } }

    /// Whether one of the standard certificate files exists.
    static var areInstalled: Bool {
      [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
        "/etc/ssl/ca-bundle.pem", "/usr/share/ssl/certs/ca-bundle.crt", "/usr/local/share/certs/ca-root-nss.crt",
      ]
      .contains { (path: String) in unsafe access(path, R_OK) == 0 }
    }
  }

  /// Results of a transfer (`CURLcode` of curl.h).
  enum CurlResult {
    static let ok: Int32 = 0
    static let unsupportedProtocol: Int32 = 1
    static let weirdReply: Int32 = 8
    static let partialFile: Int32 = 18
    static let writeError: Int32 = 23
    static let outOfMemory: Int32 = 27
    static let timedOut: Int32 = 28
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
