/// The memory and the processors that this process may use.
///
/// - Memory: a mapping succeeds even without enough memory, and writing to it then kills the process, typically when a
///   container builds a large index. So a build checks the memory first, and ends with a message.
/// - Processors: a container with a quota of one processor on a machine with 64 is throttled if it runs 64 threads.
///
/// Source: the kernel's Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst, and proc(5).
package struct ProcessLimits: Sendable {
  /// The root of the system's files, which tests replace.
  private let root: String

  package init(root: String = "") { self.root = root }

  /// The available bytes: the minimum over the machine and the process's control groups; `nil` if unknown.
  package var memoryBytes: Int? { ([ofMachine] + groups.map(memory(of:))).compactMap(\.self).min() }

  /// The number of processors that the process may use at a time, at least 1: its affinity, limited by the quotas of
  /// its control groups.
  package var processorCount: Int {
    let quotas = groups.compactMap { group -> Int? in
      guard let numbers = lines(of: "\(group.folder)/cpu.max")?.first?.split(separator: " "), numbers.count == 2,
        let quota = Int(numbers[0]), let period = Int(numbers[1]), period > 0
      else { return nil }
      return (quota + period - 1) / period
    }
    let machine = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    return max(1, ([machine, affinity ?? machine] + quotas).min() ?? 1)
  }

  /// Returns whether the process may allocate a number of bytes.
  package func hasMemory(for bytes: Int) -> Bool {
    guard Self.isMappable(bytes) else { return false }
    return memoryBytes.map { bytes <= $0 } ?? true
  }

  /// Returns whether the address space has room for a number of bytes; `ulimit -v` limits it.
  package static func isMappable(_ bytes: Int) -> Bool {
    let memory = unsafe mmap(nil, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else { return false }
    _ = unsafe munmap(memory, bytes)
    return true
  }

  /// The processors that the scheduler gives to the process; `nil` if unknown.
  private var affinity: Int? {
    let name = "Cpus_allowed_list:"
    guard let list = lines(of: "/proc/self/status")?.first(where: { $0.hasPrefix(name) })?.dropFirst(name.utf8.count)
    else { return nil }
    // The list looks like `0-3,8`.
    return list.trimmingPrefix { $0.isWhitespace }.split(separator: ",").reduce(0) { count, range in
      let ends = range.split(separator: "-").compactMap { Int($0) }
      guard let first = ends.first, let last = ends.last, last >= first else { return count }
      return count + last - first + 1
    }
  }

  /// The memory that the kernel can free without swapping, plus free swap space.
  private var ofMachine: Int? {
    guard let lines = lines(of: "/proc/meminfo") else { return nil }
    func kibibytes(_ name: String) -> Int? {
      lines.first { $0.hasPrefix(name + ":") }?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
    guard let available = kibibytes("MemAvailable") else { return nil }
    return (available + (kibibytes("SwapFree") ?? 0)) * 1024
  }

  /// The control groups of the process and their parents.
  private var groups: [(version: Version, folder: String)] {
    (lines(of: "/proc/self/cgroup") ?? []).flatMap { line -> [(version: Version, folder: String)] in
      // Number, controllers, path: `0::/user.slice` in the unified hierarchy, otherwise `4:memory:/docker/…`.
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return [] }
      let isSecond = parts[0] == "0" && parts[1].isEmpty
      guard isSecond || parts[1].split(separator: ",").contains("memory") else { return [] }
      let version = isSecond ? Self.second : Self.first
      let steps = parts[2].split(separator: "/")
      return (0...steps.count).map { (version, version.folder + steps.prefix($0).map { "/" + $0 }.joined()) }
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

  private func memory(of group: (version: Version, folder: String)) -> Int? {
    // `max` means no limit.
    guard let limit = number(in: "\(group.folder)/\(group.version.limit)"),
      let usage = number(in: "\(group.folder)/\(group.version.usage)")
    else { return nil }
    let statistics = lines(of: "\(group.folder)/memory.stat") ?? []
    let files = statistics.reduce(0) { sum, line in
      let parts = line.split(separator: " ")
      guard parts.count == 2, group.version.files.contains(String(parts[0])), let count = Int(parts[1]) else {
        return sum
      }
      return sum + count
    }
    return max(0, limit - max(0, usage - files))
  }

  private func number(in path: String) -> Int? { lines(of: path)?.first.flatMap { Int($0) } }

  /// Returns the lines of a small file; `nil` if it can't be read.
  private func lines(of path: String) -> [Substring]? {
    guard let file = try? FileDescriptor(opening: root + path, flags: O_RDONLY) else { return nil }
    defer { file.close() }
    guard let text = try? file.read(at: 0, count: 1 << 16) else { return nil }
    return String(decoding: text, as: UTF8.self).split(separator: "\n")
  }
}
