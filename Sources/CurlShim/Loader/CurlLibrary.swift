#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Domain
  import Glibc

  /// libcurl, loaded when the first request is made: the functions that URLSession and the shim call.
  ///
  /// Every argument and result of these functions is an integer, an enumeration or a pointer. The calling conventions
  /// of both architectures pass such words in the same registers, even to variadic functions (`curl_easy_setopt`,
  /// `curl_easy_getinfo`, `curl_multi_setopt`, `curl_share_setopt`), so one type of four words serves all of them.
  /// The upper half of a word that is an `int` is undefined: only the lower half may be compared.
  final class CurlLibrary: Sendable {
    typealias Word = Int
    typealias Entry = @convention(c) (Word, Word, Word, Word) -> Word

    /// The library of this process.
    ///
    /// Static because the shim's functions have no context.
    static let shared = open(["libcurl.so.4", "libcurl-gnutls.so.4"])
    static let loaded = try? shared.get()

    let globalInit, version, versionInfo, free: Entry
    let easyInit, easySetopt, easyGetinfo, easyPause, easyStrerror, easyCleanup: Entry
    let multiInit, multiSetopt, multiAddHandle, multiRemoveHandle, multiAssign: Entry
    let multiSocketAction, multiInfoRead, multiCleanup: Entry
    let slistAppend, slistFreeAll: Entry
    let url, urlSet, urlGet: Entry
    let shareInit, shareSetopt: Entry
    /// The TLS libraries that it may be built on, with its numbers of them; a list, because the type of a table takes
    /// as long to make as a hundredth of a request.
    let tls: [(number: Int32, library: TLSLibrary)]

    /// Opens the first library that is usable.
    ///
    /// - Parameter names: File names for the loader, the preferred one first. The library built on GnuTLS has the same
    ///   functions as the one built on OpenSSL.
    /// - Returns: The library, or what is wrong with the first one that is installed.
    static func open(_ names: [String]) -> Result<CurlLibrary, NetworkSetupFailure> {
      var problem = NetworkSetupProblem.libraryMissing
      for name in names {
        guard let handle = unsafe dlopen(name, RTLD_LAZY | RTLD_LOCAL) else {
          let words = unsafe dlerror().map { unsafe String(cString: $0) } ?? name
          let isMissing = words.hasPrefix("\(name): cannot open shared object file: No such file")
          if !isMissing, problem == .libraryMissing { problem = .libraryDamaged(detail: words) }
          continue
        }
        if let library = try? unsafe CurlLibrary(handle) { return .success(library) }
        let version = unsafe Self.version(in: handle) ?? "of an unknown version"
        if problem == .libraryMissing { problem = .libraryTooOld(version: version) }
      }
      return .failure(NetworkSetupFailure(problem: problem))
    }

    /// Finds every function.
    ///
    /// - Throws: When one is missing.
    private init(_ handle: UnsafeMutableRawPointer) throws(MissingFunction) {
      func optional(_ name: String) -> Entry? {
        guard let symbol = unsafe dlsym(handle, name) else { return nil }
        return unsafe unsafeBitCast(symbol, to: Entry.self)
      }
      func entry(_ name: String) throws(MissingFunction) -> Entry {
        guard let entry = optional(name) else { throw MissingFunction() }
        return entry
      }
      globalInit = try entry("curl_global_init")
      (version, versionInfo) = try (entry("curl_version"), entry("curl_version_info"))
      free = try entry("curl_free")
      (easyInit, easyCleanup) = try (entry("curl_easy_init"), entry("curl_easy_cleanup"))
      (easySetopt, easyGetinfo) = try (entry("curl_easy_setopt"), entry("curl_easy_getinfo"))
      (easyPause, easyStrerror) = try (entry("curl_easy_pause"), entry("curl_easy_strerror"))
      (multiInit, multiCleanup) = try (entry("curl_multi_init"), entry("curl_multi_cleanup"))
      (multiSetopt, multiAssign) = try (entry("curl_multi_setopt"), entry("curl_multi_assign"))
      (multiAddHandle, multiRemoveHandle) = try (entry("curl_multi_add_handle"), entry("curl_multi_remove_handle"))
      (multiSocketAction, multiInfoRead) = try (entry("curl_multi_socket_action"), entry("curl_multi_info_read"))
      (slistAppend, slistFreeAll) = try (entry("curl_slist_append"), entry("curl_slist_free_all"))
      (url, urlSet, urlGet) = try (entry("curl_url"), entry("curl_url_set"), entry("curl_url_get"))
      (shareInit, shareSetopt) = try (entry("curl_share_init"), entry("curl_share_setopt"))
      tls = TLSLibrary.all(in: optional)
    }

    /// The version, such as `7.61.1` of `libcurl/7.61.1 OpenSSL/1.1.1`.
    private static func version(in handle: UnsafeMutableRawPointer) -> String? {
      guard let symbol = unsafe dlsym(handle, "curl_version") else { return nil }
      let version = unsafe unsafeBitCast(symbol, to: Entry.self)
      guard let text = unsafe UnsafePointer<CChar>(bitPattern: version(0, 0, 0, 0)) else { return nil }
      let first = unsafe String(cString: text).split(separator: " ").first
      return first?.split(separator: "/").last.map(String.init)
    }
  }

  /// The library is too old for a function.
  private struct MissingFunction: Error {}

  /// Why no library could be loaded.
  struct NetworkSetupFailure: Error {
    let problem: NetworkSetupProblem
  }
#endif
