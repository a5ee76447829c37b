#if canImport(Glibc)
  import Glibc
  import Testing

  /// The tests' program has the same `open` as the released one.
  struct ThreadStatusFileTests {
    @Test func `the status of a thread that /proc does not show is an empty file`() {
      let descriptor = unsafe open("/proc/999999999/stat", O_RDONLY | O_NONBLOCK)
      defer { close(descriptor) }
      var byte: UInt8 = 0
      #expect(descriptor >= 0)
      #expect(unsafe read(descriptor, &byte, 1) == 0)
    }

    @Test(arguments: ["/proc/999999999/maps", "/proc/999999999", "/tmp/999999999/stat", "/stat", ""])
    func `any other file that is not there cannot be opened`(path: String) {
      let descriptor = unsafe open(path, O_RDONLY)
      let error = errno
      #expect(descriptor == -1)
      #expect(error == ENOENT)
    }
  }
#endif
