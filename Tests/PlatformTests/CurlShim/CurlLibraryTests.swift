#if canImport(Glibc)
  import Domain
  import TestSupport
  import Testing

  @testable import CurlShim
  @testable import Platform

  struct CurlLibraryTests {
    private let folder = TemporaryDirectory()

    private func problem(_ names: String...) -> NetworkSetupProblem? { CurlLibrary.problem(of: names) }

    @Test func `a library that does not exist is missing, and the next one is opened`() {
      #expect(problem("libplacefind-none.so.4", "libplacefind-neither.so.4") == .libraryMissing)
      #expect(problem("libplacefind-none.so.4", "libcurl.so.4") == nil)
    }

    @Test func `a file that is not a library is reported with the loader's message`() async throws {
      try folder.write("not a library", to: "libcurl.so.4")
      let path = folder.file("libcurl.so.4")
      guard case .libraryDamaged(let detail) = problem(path) else {
        Issue.record("\(String(describing: problem(path)))")
        return
      }
      #expect(detail.contains("libcurl.so.4"))
      // Another usable library suffices, and a missing one doesn't hide the fault.
      #expect(problem(path, "libcurl.so.4") == nil)
      #expect(problem(path, "libplacefind-none.so.4") == .libraryDamaged(detail: detail))
    }

    @Test func `a library without the functions is too old, and no function is called`() {
      #expect(problem("libm.so.6") == .libraryTooOld(version: "of an unknown version"))
      #expect(problem("libm.so.6", "libcurl.so.4") == nil)
    }
  }

  struct CurlFailureTests {
    @Test(arguments: [
      (Int32(60), 0, HTTPFailure.notSetUp(.certificateRejected(detail: "d"))),
      (83, 0, .notSetUp(.certificateRejected(detail: "d"))), (77, 0, .notSetUp(.certificatesMissing)),
      (63, 0, .tooLarge(limit: HTTPResponse.usualBodyLimit)), (28, 0, .unreachable(detail: "d")),
      (56, 407, .notSetUp(.proxyRefused(status: 407))), (56, 403, .notSetUp(.proxyRefused(status: 403))),
      (56, 503, .unreachable(detail: "the proxy returned HTTP 503")), (56, 0, nil), (7, 0, nil),
    ])
    func `each result of libcurl becomes its failure`(result: Int32, connect: Int, expected: HTTPFailure?) {
      var record = Transfer.Record()
      record.result = result
      record.connectStatus = connect
      #expect(failure(record) == expected)
    }

    @Test func `a transfer that the shim ended fails with its reason`() {
      var record = Transfer.Record()
      record.result = 23
      record.refused = .tooLarge(limit: 5)
      #expect(failure(record) == .tooLarge(limit: 5))
      record.refused = .unreachable(detail: "the connection was closed before a response arrived")
      #expect(failure(record) == .unreachable(detail: "the connection was closed before a response arrived"))
    }

    @Test func `missing certificates are the reason, and the error names a file that the environment names`() {
      var record = Transfer.Record()
      record.result = 60
      #expect(failure(record, hasCertificates: false) == .notSetUp(.certificatesMissing))
      record.result = 77
      #expect(failure(record, path: "/x.pem") == .notSetUp(.certificatesUnreadable(path: "/x.pem")))
      record.result = 28
      #expect(failure(record, isAtDeadline: true) == .timedOut)
    }

    @Test func `an early end of a TLS connection is a broken connection`() {
      var record = Transfer.Record()
      (record.result, record.status) = (56, 200)
      let detail = "OpenSSL SSL_read: error:0A000126:SSL routines::unexpected eof while reading, errno 0"
      #expect(failure(record, detail: detail) == nil)
      #expect(failure(record) == .malformed(detail: "d"))
    }

    private func failure(
      _ record: Transfer.Record,
      detail: String = "d",
      hasCertificates: Bool = true,
      path: String? = nil,
      isAtDeadline: Bool = false
    ) -> HTTPFailure? {
      HTTPFailure(
        record,
        detail: detail,
        isAtDeadline: isAtDeadline,
        hasCertificates: hasCertificates,
        certificatePath: path
      )
    }
  }
#endif
