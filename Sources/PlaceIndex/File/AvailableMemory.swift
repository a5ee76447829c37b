import System

/// The memory that is available to this process.
///
/// A mapping succeeds for more memory than there is, and writing to it then kills the process. Source: the kernel's
/// Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst, and proc(5).
struct AvailableMemory {
  /// The root of the system's files, which tests replace.
  private let root: String

  init(root: String = "") { self.root = root }

  /// The available bytes: the minimum over the machine and the process's control groups; `nil` if unknown.
  var bytes: Int? { ([ofMachine] + ofGroups).compactMap(\.self).min() }

  /// The memory that the kernel can free without swapping, plus free swap space.
  private var ofMachine: Int? {
    guard let lines = lines(of: "/proc/meminfo") else { return nil }
    func kibibytes(_ name: String) -> Int? {
      lines.first { $0.hasPrefix(name + ":") }?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
    guard let available = kibibytes("MemAvailable") else { return nil }
    return (available + (kibibytes("SwapFree") ?? 0)) * 1024
  }

  /// The memory available to the process's control groups and their parents.
  private var ofGroups: [Int?] {
    (lines(of: "/proc/self/cgroup") ?? []).flatMap { line -> [Int?] in
      // Number, controllers, path: `0::/user.slice` in version 2, `4:memory:/docker/…` in version 1.
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return [] }
      if parts[0] == "0", parts[1].isEmpty { return left(in: Self.second, path: parts[2]) }
      return parts[1].split(separator: ",").contains("memory") ? left(in: Self.first, path: parts[2]) : []
    }
  }

  /// The file names of a version of control groups.
  private struct Version {
    let folder: String
    let limit: String
    let usage: String
    /// The group's page cache, which the kernel frees first.
    let files: [String]
  }

  private static let second = Version(
    folder: "/sys/fs/cgroup",
    limit: "memory.max",
    usage: "memory.current",
    files: ["inactive_file", "active_file"]
  )
  private static let first = Version(
    folder: "/sys/fs/cgroup/memory",
    limit: "memory.limit_in_bytes",
    usage: "memory.usage_in_bytes",
    files: ["total_inactive_file", "total_active_file"]
  )

  private func left(in version: Version, path: Substring) -> [Int?] {
    var steps = path.split(separator: "/")
    var left: [Int?] = []
    while true {
      left.append(leftOfGroup(in: version, version.folder + steps.map { "/" + $0 }.joined()))
      guard steps.popLast() != nil else { return left }
    }
  }

  private func leftOfGroup(in version: Version, _ folder: String) -> Int? {
    // `max` means no limit.
    guard let limit = number(in: "\(folder)/\(version.limit)"),
      let usage = number(in: "\(folder)/\(version.usage)")
    else { return nil }
    let statistics = lines(of: "\(folder)/memory.stat") ?? []
    let files = statistics.reduce(0) { sum, line in
      let parts = line.split(separator: " ")
      guard parts.count == 2, version.files.contains(String(parts[0])), let count = Int(parts[1]) else { return sum }
      return sum + count
    }
    return max(0, limit - max(0, usage - files))
  }

  private func number(in path: String) -> Int? { lines(of: path)?.first.flatMap { Int($0) } }

  /// Returns the lines of a small file; `nil` if it can't be read.
  private func lines(of path: String) -> [Substring]? {
    let descriptor = unsafe open(root + path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var text: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 13)
    while text.count < 1 << 16 {
      let count = unsafe part.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      text += part[..<count]
    }
    return String(decoding: text, as: UTF8.self).split(separator: "\n")
  }
}

extension LargeMemory {
  /// Returns whether the process may allocate a number of bytes, so that a growing process can stop in time.
  static func hasRoom(for bytes: Int, in available: AvailableMemory = AvailableMemory()) -> Bool {
    guard isMappable(bytes) else { return false }
    return available.bytes.map { bytes <= $0 } ?? true
  }
}
