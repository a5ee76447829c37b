#if PLACEFIND_LAZY_CURL && os(Linux) && (arch(x86_64) || arch(arm64))
  import Glibc

  /// libcurl, loaded when the first request is made instead of when the program starts.
  ///
  /// A statically linked Foundation still names libcurl as a shared library, and the loader then maps some thirty
  /// libraries before `main` runs: 6 of the 8 milliseconds that an offline answer took. This file defines the 23
  /// functions that URLSession calls and passes each on to the real one; `make build` leaves the shared library out of
  /// the link. Without `PLACEFIND_LAZY_CURL` (a plain `swift build`, every test) nothing of this exists.
  ///
  /// Every argument and result of these functions is an integer, an enumeration or a pointer. Both calling conventions
  /// named above hand such words over in the same registers, also to the variadic ones (`curl_easy_setopt`,
  /// `curl_easy_getinfo`, `curl_multi_setopt`), so one type of four words serves all of them.
  enum LazyCurl {
    typealias Word = Int
    typealias Entry = @convention(c) (Word, Word, Word, Word) -> Word

    /// Whether the library is installed; asked before a session is made, which cannot fail gently without it.
    static var isInstalled: Bool { library != 0 }

    /// The loader's handle as a number, since it only goes back to the loader; 0 when there is no library.
    private static let library = unsafe Word(bitPattern: dlopen("libcurl.so.4", RTLD_NOW | RTLD_GLOBAL))

    /// The real function of that name; one that answers "failed" (or nil) when the library lacks it.
    fileprivate static func entry(_ name: String) -> Entry {
      guard let handle = unsafe UnsafeMutableRawPointer(bitPattern: library), let symbol = unsafe dlsym(handle, name)
      else { return { _, _, _, _ in 0 } }
      return unsafe unsafeBitCast(symbol, to: Entry.self)
    }
    fileprivate static let globalInit = entry("curl_global_init")
    fileprivate static let version = entry("curl_version")
    fileprivate static let versionInfo = entry("curl_version_info")
    fileprivate static let free = entry("curl_free")
    fileprivate static let easyInit = entry("curl_easy_init")
    fileprivate static let easySetopt = entry("curl_easy_setopt")
    static let easyGetinfo = entry("curl_easy_getinfo")
    fileprivate static let easyPause = entry("curl_easy_pause")
    fileprivate static let easyStrerror = entry("curl_easy_strerror")
    fileprivate static let easyCleanup = entry("curl_easy_cleanup")
    fileprivate static let multiInit = entry("curl_multi_init")
    fileprivate static let multiSetopt = entry("curl_multi_setopt")
    fileprivate static let multiAddHandle = entry("curl_multi_add_handle")
    fileprivate static let multiRemoveHandle = entry("curl_multi_remove_handle")
    fileprivate static let multiAssign = entry("curl_multi_assign")
    fileprivate static let multiSocketAction = entry("curl_multi_socket_action")
    static let multiInfoRead = entry("curl_multi_info_read")
    fileprivate static let multiCleanup = entry("curl_multi_cleanup")
    fileprivate static let slistAppend = entry("curl_slist_append")
    fileprivate static let slistFreeAll = entry("curl_slist_free_all")
    fileprivate static let url = entry("curl_url")
    fileprivate static let urlSet = entry("curl_url_set")
    fileprivate static let urlGet = entry("curl_url_get")
  }

  @c(curl_global_init)
  func lazyCurlGlobalInit(_ a: LazyCurl.Word) -> LazyCurl.Word { LazyCurl.globalInit(a, 0, 0, 0) }

  @c(curl_version)
  func lazyCurlVersion() -> LazyCurl.Word { LazyCurl.version(0, 0, 0, 0) }

  @c(curl_version_info)
  func lazyCurlVersionInfo(_ a: LazyCurl.Word) -> LazyCurl.Word { LazyCurl.versionInfo(a, 0, 0, 0) }

  @c(curl_free)
  func lazyCurlFree(_ a: LazyCurl.Word) -> LazyCurl.Word { LazyCurl.free(a, 0, 0, 0) }

  @c(curl_easy_init)
  func lazyCurlEasyInit() -> LazyCurl.Word { LazyCurl.easyInit(0, 0, 0, 0) }

  @c(curl_easy_setopt)
  func lazyCurlEasySetopt(_ a: LazyCurl.Word, _ b: LazyCurl.Word, _ c: LazyCurl.Word) -> LazyCurl.Word {
    LazyCurl.easySetopt(a, b, c, 0)
  }

  @c(curl_easy_getinfo)
  func lazyCurlEasyGetinfo(_ a: LazyCurl.Word, _ b: LazyCurl.Word, _ c: LazyCurl.Word) -> LazyCurl.Word {
    LazyCurl.easyGetinfo(a, b, c, 0)
  }

  @c(curl_easy_pause)
  func lazyCurlEasyPause(_ a: LazyCurl.Word, _ b: LazyCurl.Word) -> LazyCurl.Word { LazyCurl.easyPause(a, b, 0, 0) }

  @c(curl_easy_strerror)
  func lazyCurlEasyStrerror(_ a: LazyCurl.Word) -> LazyCurl.Word { LazyCurl.easyStrerror(a, 0, 0, 0) }

  @c(curl_easy_cleanup)
  func lazyCurlEasyCleanup(_ a: LazyCurl.Word) -> LazyCurl.Word { LazyCurl.easyCleanup(a, 0, 0, 0) }

  @c(curl_multi_init)
  func lazyCurlMultiInit() -> LazyCurl.Word { LazyCurl.multiInit(0, 0, 0, 0) }

  @c(curl_multi_setopt)
  func lazyCurlMultiSetopt(_ a: LazyCurl.Word, _ b: LazyCurl.Word, _ c: LazyCurl.Word) -> LazyCurl.Word {
    LazyCurl.multiSetopt(a, b, c, 0)
  }

  @c(curl_multi_add_handle)
  func lazyCurlMultiAddHandle(_ a: LazyCurl.Word, _ b: LazyCurl.Word) -> LazyCurl.Word {
    LazyCurl.multiAddHandle(a, b, 0, 0)
  }

  @c(curl_multi_remove_handle)
  func lazyCurlMultiRemoveHandle(_ a: LazyCurl.Word, _ b: LazyCurl.Word) -> LazyCurl.Word {
    LazyCurl.multiRemoveHandle(a, b, 0, 0)
  }

  @c(curl_multi_assign)
  func lazyCurlMultiAssign(_ a: LazyCurl.Word, _ b: LazyCurl.Word, _ c: LazyCurl.Word) -> LazyCurl.Word {
    LazyCurl.multiAssign(a, b, c, 0)
  }

  @c(curl_multi_socket_action)
  func lazyCurlMultiSocketAction(_ a: LazyCurl.Word, _ b: LazyCurl.Word, _ c: LazyCurl.Word, _ d: LazyCurl.Word)
    -> LazyCurl.Word
  { LazyCurl.multiSocketAction(a, b, c, d) }

  @c(curl_multi_info_read)
  func lazyCurlMultiInfoRead(_ a: LazyCurl.Word, _ b: LazyCurl.Word) -> LazyCurl.Word {
    CutHead.checked(LazyCurl.multiInfoRead(a, b, 0, 0), getinfo: LazyCurl.easyGetinfo)
  }

  @c(curl_multi_cleanup)
  func lazyCurlMultiCleanup(_ a: LazyCurl.Word) -> LazyCurl.Word { LazyCurl.multiCleanup(a, 0, 0, 0) }

  @c(curl_slist_append)
  func lazyCurlSlistAppend(_ a: LazyCurl.Word, _ b: LazyCurl.Word) -> LazyCurl.Word { LazyCurl.slistAppend(a, b, 0, 0) }

  @c(curl_slist_free_all)
  func lazyCurlSlistFreeAll(_ a: LazyCurl.Word) -> LazyCurl.Word { LazyCurl.slistFreeAll(a, 0, 0, 0) }

  @c(curl_url)
  func lazyCurlUrl() -> LazyCurl.Word { LazyCurl.url(0, 0, 0, 0) }

  @c(curl_url_set)
  func lazyCurlUrlSet(_ a: LazyCurl.Word, _ b: LazyCurl.Word, _ c: LazyCurl.Word, _ d: LazyCurl.Word) -> LazyCurl.Word {
    LazyCurl.urlSet(a, b, c, d)
  }

  @c(curl_url_get)
  func lazyCurlUrlGet(_ a: LazyCurl.Word, _ b: LazyCurl.Word, _ c: LazyCurl.Word, _ d: LazyCurl.Word) -> LazyCurl.Word {
    LazyCurl.urlGet(a, b, c, d)
  }
#endif
