#if canImport(Glibc)
  import Glibc
#endif

/// The words of the command line.
enum ProgramArguments {
  /// All of them, the program's name first.
  ///
  /// On Linux the standard library reads them from /proc, which a container or a chroot may lack.
  static var all: [String] {
    let known = CommandLine.arguments
    #if canImport(Glibc)
      return known.isEmpty ? inMemory : known
    #else
      return known
    #endif
  }

  #if canImport(Glibc)
    /// The most bytes that the kernel takes, of arguments and environment together.
    ///
    /// Linux allows three quarters of 8 MiB (execve(2)).
    private static let limit = 6 * 1_048_576
    /// Which auxiliary value is the path of the program: `AT_EXECFN`.
    private static let pathOfProgram: UInt = 31

    /// The words where the kernel put them: one after the other, each ended by a zero, up to the first variable of the
    /// environment, or where there is none, up to the path of the program.
    static var inMemory: [String] {
      guard let start = text("program_invocation_name") else { return [] }
      let end = text("environ", isList: true) ?? programPath
      guard let end, start < end, end - start <= limit, let bytes = unsafe UnsafePointer<UInt8>(bitPattern: start)
      else {
        return []
      }
      // In bounds: both ends lie in the one area that the kernel filled before the program began.
      let words = unsafe Array(UnsafeBufferPointer(start: bytes, count: end - start - 1))
      return words.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The address of the program's path.
    private static var programPath: Int? {
      guard let symbol = unsafe dlsym(nil, "getauxval") else { return nil }
      let auxiliaryValue = unsafe unsafeBitCast(symbol, to: (@convention(c) (UInt) -> UInt).self)
      return Int(bitPattern: auxiliaryValue(pathOfProgram))
    }

    /// The address of a text that a variable of the C library points to, or the first text of the list there.
    ///
    /// By name, since the variables themselves may be written by any thread and so are closed to Swift.
    private static func text(_ variable: String, isList: Bool = false) -> Int? {
      guard var address = unsafe dlsym(nil, variable) else { return nil }
      for _ in 0..<(isList ? 2 : 1) {
        guard let next = unsafe address.load(as: UnsafeMutableRawPointer?.self) else { return nil }
        unsafe address = next
      }
      return Int(bitPattern: address)
    }
  #endif
}
