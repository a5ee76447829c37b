/// The system's files of time zones.
package enum ZoneFile {
  private static let directory = "/usr/share/zoneinfo/"
  /// The maximum size, far above any zone file.
  private static let maximumBytes = 1 << 16

  /// Returns the content of a zone's file, such as `Asia/Seoul`; `nil` if there is none.
  package static func bytes(named name: String) -> [UInt8]? {
    let isName = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "-"): true
      case UInt8(ascii: "+"): true
      default: false
      }
    }
    guard isName, !name.isEmpty, let file = try? FileDescriptor(opening: directory + name, flags: O_RDONLY) else {
      return nil
    }
    defer { file.close() }
    return try? file.read(at: 0, count: maximumBytes)
  }
}
