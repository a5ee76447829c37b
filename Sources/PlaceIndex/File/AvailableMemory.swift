import System

/// The memory that the system will give this process: a mapping succeeds for more than there is, and what is written
/// to it then ends the process.
///
/// Source: the kernel's Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst, and proc(5).
struct AvailableMemory {
  /// The files of the system, which a test replaces.
  private let root: String

  init(root: String = "") { self.root = root }

  /// The bytes that are left: the least of what the machine and each control group around the process has; `nil`
  /// where the system does not say.
  var bytes: Int? { ([ofMachine] + ofGroups).compactMap(\.self).min() }

  /// What the kernel can free without swapping, and what it can swap.
  private var ofMachine: Int? {
    guard let lines = lines(of: "/proc/meminfo") else { return nil }
    func kibibytes(_ name: String) -> Int? {
      lines.first { $0.hasPrefix(name + ":") }?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
    guard let available = kibibytes("MemAvailable") else { return nil }
    return (available + (kibibytes("SwapFree") ?? 0)) * 1024
  }

  /// What is left to the control groups of the process and to those around them.
  private var ofGroups: [Int?] {
    (lines(of: "/proc/self/cgroup") ?? []).flatMap { line -> [Int?] in
      // Number, controllers, path: `0::/user.slice` in version 2, `4:memory:/docker/…` in version 1.
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return [] }
      if parts[0] == "0", parts[1].isEmpty { return left(in: Self.second, path: parts[2]) }
      return parts[1].split(separator: ",").contains("memory") ? left(in: Self.first, path: parts[2]) : []
    }
  }

  /// The names of the files of a version of control groups.
  private struct Version {
    let folder: String
    let limit: String
    let usage: String
    /// What the group holds of files, which the kernel frees first.
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
    // `max` stands for no limit.
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

  /// The lines of a small file; `nil` if it cannot be read.
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
  /// Whether the process may have so many bytes more: what grows asks for it while it still can stop.
  static func hasRoom(for bytes: Int, in available: AvailableMemory = AvailableMemory()) -> Bool {
    guard isMappable(bytes) else { return false }
    return available.bytes.map { bytes <= $0 } ?? true
  }
}
