#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  /// The dlopen shim: the 23 functions of libcurl that URLSession calls, defined here and passed on to the real ones.
  ///
  /// A statically linked Foundation still depends on libcurl as a shared library, and the loader would map some thirty
  /// libraries before `main` runs: 6 of the 8 milliseconds that an offline answer took. `make build` leaves libcurl out of
  /// the link. A plain `swift build` and the tests link a shared Foundation, which finds these functions first because the
  /// program precedes its libraries in symbol lookup; there libcurl is merely loaded sooner.
  ///
  /// Without a library every function fails: a pointer is null and a code is not "ok". ``URLSessionExchange`` checks for
  /// it beforehand, since URLSession ends the process on such a failure.
  private let failed = Int(CurlResult.failedInit)

  /// `curl_global_init`; public because hidden symbols are not found by a shared Foundation.
  @c(curl_global_init)
  public func shimGlobalInit(_ a: Int) -> Int {
    guard let library = CurlLibrary.loaded else { return failed }
    return library.globalInit(a, 0, 0, 0)
  }

  /// `curl_version`; public because hidden symbols are not found by a shared Foundation.
  @c(curl_version)
  public func shimVersion() -> Int {
    guard let library = CurlLibrary.loaded else { return 0 }
    return library.version(0, 0, 0, 0)
  }

  /// `curl_version_info`; public because hidden symbols are not found by a shared Foundation.
  @c(curl_version_info)
  public func shimVersionInfo(_ a: Int) -> Int {
    guard let library = CurlLibrary.loaded else { return 0 }
    return library.versionInfo(a, 0, 0, 0)
  }

  /// `curl_free`; public because hidden symbols are not found by a shared Foundation.
  @c(curl_free)
  public func shimFree(_ a: Int) -> Int {
    guard let library = CurlLibrary.loaded else { return 0 }
    return library.free(a, 0, 0, 0)
  }

  /// `curl_easy_init`; public because hidden symbols are not found by a shared Foundation.
  @c(curl_easy_init)
  public func shimEasyInit() -> Int {
    guard let library = CurlLibrary.loaded else { return 0 }
    return CurlEasyHandle.make(library)
  }

  /// `curl_easy_setopt`; public because hidden symbols are not found by a shared Foundation.
  @c(curl_easy_setopt)
  public func shimEasySetopt(_ a: Int, _ b: Int, _ c: Int) -> Int {
    guard let library = CurlLibrary.loaded else { return failed }
    return CurlEasyHandle.setOption(library, a, b, c)
  }

  /// `curl_easy_getinfo`; public because hidden symbols are not found by a shared Foundation.
  @c(curl_easy_getinfo)
  public func shimEasyGetinfo(_ a: Int, _ b: Int, _ c: Int) -> Int {
    guard let library = CurlLibrary.loaded else { return failed }
    return library.easyGetinfo(a, b, c, 0)
  }

  /// `curl_easy_pause`; public because hidden symbols are not found by a shared Foundation.
  @c(curl_easy_pause)
  public func shimEasyPause(_ a: Int, _ b: Int) -> Int {
    guard let library = CurlLibrary.loaded else { return failed }
    return library.easyPause(a, b, 0, 0)
  }

  /// `curl_easy_strerror`; public because hidden symbols are not found by a shared Foundation.
  @c(curl_easy_strerror)
  public func shimEasyStrerror(_ a: Int) -> Int {
    guard let library = CurlLibrary.loaded else { return 0 }
    return library.easyStrerror(a, 0, 0, 0)
  }

  /// `curl_easy_cleanup`; public because hidden symbols are not found by a shared Foundation.
  @c(curl_easy_cleanup)
  public func shimEasyCleanup(_ a: Int) -> Int {
    guard let library = CurlLibrary.loaded else { return failed }
    return CurlEasyHandle.cleanUp(library, a)
  }

  /// `curl_multi_init`; public because hidden symbols are not found by a shared Foundation.
  @c(curl_multi_init)
  public func shimMultiInit() -> Int {
    guard let library = CurlLibrary.loaded else { return 0 }
    return CurlMultiHandle.make(library)
  }

  /// `curl_multi_setopt`; public because hidden symbols are not found by a shared Foundation.
  @c(curl_multi_setopt)
  public func shimMultiSetopt(_ a: Int, _ b: Int, _ c: Int) -> Int {
    guard let library = CurlLibrary.loaded else { return failed }
    return CurlMultiHandle.setOption(library, a, b, c)
  }

  /// `curl_multi_add_handle`; public because hidden symbols are not found by a shared Foundation.
  @c(curl_multi_add_handle)
  public func shimMultiAddHandle(_ a: Int, _ b: Int) -> Int {
    guard let library = CurlLibrary.loaded else { return failed }
    return CurlMultiHandle.of(a)?.add(b, library) ?? library.multiAddHandle(a, b, 0, 0)
  }

  /// `curl_multi_remove_handle`; public because hidden symbols are not found by a shared Foundation.
  @c(curl_multi_remove_handle)
  public func shimMultiRemoveHandle(_ a: Int, _ b: Int) -> Int {
    guard let library = CurlLibrary.loaded else { return failed }
    return CurlMultiHandle.of(a)?.remove(b, library) ?? library.multiRemoveHandle(a, b, 0, 0)
  }

  /// `curl_multi_assign`; public because hidden symbols are not found by a shared Foundation.
  @c(curl_multi_assign)
  public func shimMultiAssign(_ a: Int, _ b: Int, _ c: Int) -> Int {
    guard let library = CurlLibrary.loaded else { return failed }
    return library.multiAssign(a, b, c, 0)
  }

  /// `curl_multi_socket_action`; public because hidden symbols are not found by a shared Foundation.
  @c(curl_multi_socket_action)
  public func shimMultiSocketAction(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Int {
    guard let library = CurlLibrary.loaded else { return failed }
    return CurlMultiHandle.of(a)?.act(b, c, d, library) ?? library.multiSocketAction(a, b, c, d)
  }

  /// `curl_multi_info_read`; public because hidden symbols are not found by a shared Foundation.
  @c(curl_multi_info_read)
  public func shimMultiInfoRead(_ a: Int, _ b: Int) -> Int {
    guard let library = CurlLibrary.loaded else { return 0 }
    return CurlMultiHandle.of(a)?.nextMessage(b, library) ?? library.multiInfoRead(a, b, 0, 0)
  }

  /// `curl_multi_cleanup`; public because hidden symbols are not found by a shared Foundation.
  @c(curl_multi_cleanup)
  public func shimMultiCleanup(_ a: Int) -> Int {
    guard let library = CurlLibrary.loaded else { return failed }
    return library.multiCleanup(a, 0, 0, 0)
  }

  /// `curl_slist_append`; public because hidden symbols are not found by a shared Foundation.
  @c(curl_slist_append)
  public func shimSlistAppend(_ a: Int, _ b: Int) -> Int {
    guard let library = CurlLibrary.loaded else { return 0 }
    return library.slistAppend(a, b, 0, 0)
  }

  /// `curl_slist_free_all`; public because hidden symbols are not found by a shared Foundation.
  @c(curl_slist_free_all)
  public func shimSlistFreeAll(_ a: Int) -> Int {
    guard let library = CurlLibrary.loaded else { return 0 }
    return library.slistFreeAll(a, 0, 0, 0)
  }

  /// `curl_url`; public because hidden symbols are not found by a shared Foundation.
  @c(curl_url)
  public func shimUrl() -> Int {
    guard let library = CurlLibrary.loaded else { return 0 }
    return library.url(0, 0, 0, 0)
  }

  /// `curl_url_set`; public because hidden symbols are not found by a shared Foundation.
  @c(curl_url_set)
  public func shimUrlSet(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Int {
    guard let library = CurlLibrary.loaded else { return failed }
    return library.urlSet(a, b, c, d)
  }

  /// `curl_url_get`; public because hidden symbols are not found by a shared Foundation.
  @c(curl_url_get)
  public func shimUrlGet(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Int {
    guard let library = CurlLibrary.loaded else { return failed }
    return withoutBrackets(library.urlGet(a, b, c, d), part: b, at: c)
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
