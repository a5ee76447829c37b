#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  // The dlopen shim: the 23 functions of libcurl that URLSession calls, defined here and passed on to the real ones.
  //
  // A statically linked Foundation still depends on libcurl as a shared library, and the loader would map some thirty
  // libraries before `main` runs: 6 of the 8 milliseconds that an offline answer took. `make build` leaves libcurl
  // out of the link. A plain `swift build` and the tests link a shared Foundation, which finds these functions first
  // because the program precedes its libraries in symbol lookup; there libcurl is merely loaded sooner.
  //
  // Without a library every function fails: a pointer is null and a code is not "ok". URLSessionExchange checks for it
  // beforehand, since URLSession ends the process on such a failure.
  //
  // Not internal, because hidden symbols are not found by a shared Foundation.

  private func call(failing failure: Int = Int(CurlResult.failedInit), _ body: (CurlLibrary) -> Int) -> Int {
    CurlLibrary.loaded.map(body) ?? failure
  }

  @c(curl_global_init) package func shimGlobalInit(_ a: Int) -> Int { call { $0.globalInit(a, 0, 0, 0) } }
  @c(curl_version) package func shimVersion() -> Int { call(failing: 0) { $0.version(0, 0, 0, 0) } }
  @c(curl_version_info) package func shimVersionInfo(_ a: Int) -> Int {
    call(failing: 0) { $0.versionInfo(a, 0, 0, 0) }
  }
  @c(curl_free) package func shimFree(_ a: Int) -> Int { call(failing: 0) { $0.free(a, 0, 0, 0) } }
  @c(curl_easy_init) package func shimEasyInit() -> Int { call(failing: 0) { CurlEasyHandle.make($0) } }
  @c(curl_easy_setopt) package func shimEasySetopt(_ a: Int, _ b: Int, _ c: Int) -> Int {
    call { CurlEasyHandle.setOption($0, a, b, c) }
  }
  @c(curl_easy_getinfo) package func shimEasyGetinfo(_ a: Int, _ b: Int, _ c: Int) -> Int {
    call { $0.easyGetinfo(a, b, c, 0) }
  }
  @c(curl_easy_pause) package func shimEasyPause(_ a: Int, _ b: Int) -> Int { call { $0.easyPause(a, b, 0, 0) } }
  @c(curl_easy_strerror) package func shimEasyStrerror(_ a: Int) -> Int {
    call(failing: 0) { $0.easyStrerror(a, 0, 0, 0) }
  }
  @c(curl_easy_cleanup) package func shimEasyCleanup(_ a: Int) -> Int { call { CurlEasyHandle.cleanUp($0, a) } }
  @c(curl_multi_init) package func shimMultiInit() -> Int { call(failing: 0) { CurlMultiHandle.make($0) } }
  @c(curl_multi_setopt) package func shimMultiSetopt(_ a: Int, _ b: Int, _ c: Int) -> Int {
    call { CurlMultiHandle.setOption($0, a, b, c) }
  }
  @c(curl_multi_add_handle) package func shimMultiAddHandle(_ a: Int, _ b: Int) -> Int {
    call { CurlMultiHandle.of(a)?.add(b, $0) ?? $0.multiAddHandle(a, b, 0, 0) }
  }
  @c(curl_multi_remove_handle) package func shimMultiRemoveHandle(_ a: Int, _ b: Int) -> Int {
    call { CurlMultiHandle.of(a)?.remove(b, $0) ?? $0.multiRemoveHandle(a, b, 0, 0) }
  }
  @c(curl_multi_assign) package func shimMultiAssign(_ a: Int, _ b: Int, _ c: Int) -> Int {
    call { $0.multiAssign(a, b, c, 0) }
  }
  @c(curl_multi_socket_action) package func shimMultiSocketAction(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Int {
    call { CurlMultiHandle.of(a)?.act(b, c, d, $0) ?? $0.multiSocketAction(a, b, c, d) }
  }
  @c(curl_multi_info_read) package func shimMultiInfoRead(_ a: Int, _ b: Int) -> Int {
    call(failing: 0) { CurlMultiHandle.of(a)?.nextMessage(b, $0) ?? $0.multiInfoRead(a, b, 0, 0) }
  }
  @c(curl_multi_cleanup) package func shimMultiCleanup(_ a: Int) -> Int { call { $0.multiCleanup(a, 0, 0, 0) } }
  @c(curl_slist_append) package func shimSlistAppend(_ a: Int, _ b: Int) -> Int {
    call(failing: 0) { $0.slistAppend(a, b, 0, 0) }
  }
  @c(curl_slist_free_all) package func shimSlistFreeAll(_ a: Int) -> Int {
    call(failing: 0) { $0.slistFreeAll(a, 0, 0, 0) }
  }
  @c(curl_url) package func shimUrl() -> Int { call(failing: 0) { $0.url(0, 0, 0, 0) } }
  @c(curl_url_set) package func shimUrlSet(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Int {
    call { $0.urlSet(a, b, c, d) }
  }
  @c(curl_url_get) package func shimUrlGet(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Int {
    call { withoutBrackets($0.urlGet(a, b, c, d), part: b, at: c) }
  }

  /// Removes the brackets from the host of an IPv6 literal, which URLSession compares with its own form of the host
  /// (swift-corelibs-foundation 5498).
  private func withoutBrackets(_ result: Int, part: Int, at address: Int) -> Int {
    // 5: CURLUPART_HOST.
    guard
      Int32(truncatingIfNeeded: part) == 5, Int32(truncatingIfNeeded: result) == CurlResult.ok,
      let text = unsafe UnsafePointer<UnsafeMutablePointer<CChar>?>(bitPattern: address)?.pointee,
      unsafe text[0] == 0x5B
    else { return result }
    var index = 1
    // In bounds: the text ends with a null byte, and only becomes shorter.
    while unsafe text[index] != 0, unsafe text[index] != 0x5D {
      unsafe text[index - 1] = text[index]
      index += 1
    }
    unsafe text[index - 1] = 0
    return result
  }
#endif
