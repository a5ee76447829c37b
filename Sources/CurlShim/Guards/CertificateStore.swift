#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Glibc

  /// The root certificates of this machine, as libcurl finds them.
  enum CertificateStore {
    /// The file of certificates that the environment names, by the same variables as for `curl`.
    static let chosenPath: String? = ["CURL_CA_BUNDLE", "SSL_CERT_FILE"].lazy.compactMap { name in
      guard let value = unsafe getenv(name) else { return nil }
      let path = unsafe String(cString: value)
      return path.isEmpty ? nil : path
    }
    .first

    /// Whether there are certificates in one of the standard files.
    static var isInstalled: Bool {
      [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
        "/etc/ssl/ca-bundle.pem", "/usr/share/ssl/certs/ca-bundle.crt", "/usr/local/share/certs/ca-root-nss.crt",
      ]
      .contains { (path: String) in unsafe access(path, R_OK) == 0 }
    }

    /// Returns whether libcurl's default file of certificates exists, so that it does not need the directory of them.
    ///
    /// libcurl reuses the certificates for the next connection only when they come from one file (otherwise each
    /// connection takes 45 ms of processor time).
    static func hasBundle(_ library: CurlLibrary, _ easy: Int) -> Bool {
      var path = 0
      let result = unsafe withUnsafeMutablePointer(to: &path) {
        library.easyGetinfo(easy, CurlInfo.caInfo, Int(bitPattern: $0), 0)
      }
      guard Int32(truncatingIfNeeded: result) == CurlResult.ok,
        let name = unsafe UnsafePointer<CChar>(bitPattern: path)
      else { return false }
      return unsafe access(name, R_OK) == 0
    }
  }
#endif
