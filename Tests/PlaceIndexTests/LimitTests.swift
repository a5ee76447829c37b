import Domain
import Foundation
import System
import Tables
import TestSupport
import Testing

@testable import PlaceIndex
@testable import Rows

/// Limits that end a build before the system kills the process.
@Suite struct LimitTests {
  private let directory = TemporaryDirectory()

  @Test func `categories that a file cannot hold are an error`() throws {
    var importer = PlaceImporter(rules: ImportRules())
    importer.builder.collected.maximumCategoryBytes = CategoryEntry.slugs.count + 1000
    let rows = (0..<20).map { "a\($0),37.\($0),127.1,\(String(repeating: "x", count: 100))\($0)\n" }
    #expect {
      try importer.read(Array(("name,lat,lng,category\n" + rows.joined()).utf8), name: "input")
    } throws: { error in
      guard case .tooManyCategories? = error as? IndexFileError else { return false }
      return true
    }
  }

  @Test func `an index that got too many categories by merging is not written`() throws {
    let builder = PlaceIndexBuilder()
    let coordinate = try Coordinate(latitude: 37.1, longitude: 127.1)
    try builder.add(Place(id: "1", name: "가온", coordinate: coordinate, group: nil, categoryPath: "some category"))
    builder.collected.maximumCategoryBytes = CategoryEntry.slugs.count
    #expect(throws: IndexFileError.self) { try builder.assemble() }
  }

  private func write(_ text: String, to path: String) throws {
    let url = URL(fileURLWithPath: directory.path + path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private var limits: ProcessLimits { ProcessLimits(root: directory.path) }

  @Test func `a system without limits sets none`() { #expect(limits.memoryBytes == nil) }

  @Test func `the memory of the machine is free memory plus swap`() throws {
    try write("MemTotal: 900 kB\nMemAvailable:  500 kB\nSwapFree: 100 kB\n", to: "/proc/meminfo")
    #expect(limits.memoryBytes == 600 * 1024)
    #expect(limits.hasMemory(for: 600 * 1024) && !limits.hasMemory(for: 601 * 1024))
  }

  @Test func `the smallest limit of all control groups counts, minus their cached files`() throws {
    try write("MemAvailable: 500000 kB\n", to: "/proc/meminfo")
    try write("0::/a/b\n", to: "/proc/self/cgroup")
    try write("max\n", to: "/sys/fs/cgroup/a/b/memory.max")
    try write("5\n", to: "/sys/fs/cgroup/a/b/memory.current")
    try write("2000000\n", to: "/sys/fs/cgroup/a/memory.max")
    try write("1500000\n", to: "/sys/fs/cgroup/a/memory.current")
    try write("anon 1\ninactive_file 300000\nactive_file 100000\n", to: "/sys/fs/cgroup/a/memory.stat")
    #expect(limits.memoryBytes == 900_000)
    // In a container, the process's group is the root.
    try write("0::/\n", to: "/proc/self/cgroup")
    try write("700000\n", to: "/sys/fs/cgroup/memory.max")
    try write("100000\n", to: "/sys/fs/cgroup/memory.current")
    #expect(limits.memoryBytes == 600_000)
  }

  @Test func `control groups of the first version count too`() throws {
    try write("4:cpu,memory:/docker/1\n3:cpuset:/x\n", to: "/proc/self/cgroup")
    try write("9223372036854771712\n", to: "/sys/fs/cgroup/memory/memory.limit_in_bytes")
    try write("1000\n", to: "/sys/fs/cgroup/memory/memory.usage_in_bytes")
    try write("1000000\n", to: "/sys/fs/cgroup/memory/docker/1/memory.limit_in_bytes")
    try write("1200000\n", to: "/sys/fs/cgroup/memory/docker/1/memory.usage_in_bytes")
    #expect(limits.memoryBytes == 0)
    try write("total_inactive_file 400000\n", to: "/sys/fs/cgroup/memory/docker/1/memory.stat")
    #expect(limits.memoryBytes == 200_000)
  }

  @Test func `the processors that the scheduler gives are counted`() throws {
    try write("Name:\tx\nCpus_allowed_list:\t0\n", to: "/proc/self/status")
    #expect(limits.processorCount == 1)
  }

  @Test func `the least quota of the control groups limits the processors`() throws {
    try write("0::/a/b\n", to: "/proc/self/cgroup")
    try write("max 100000\n", to: "/sys/fs/cgroup/a/b/cpu.max")
    let count = limits.processorCount
    #expect(count >= 1)
    try write("50000 100000\n", to: "/sys/fs/cgroup/a/cpu.max")
    #expect(limits.processorCount == 1)
    try write("100000000 100000\n", to: "/sys/fs/cgroup/a/cpu.max")
    #expect(limits.processorCount == count)
  }

  @Test func `a build stops before the memory of its container is used up`() throws {
    try write("MemAvailable: 1000 kB\n", to: "/proc/meminfo")
    let builder = PlaceIndexBuilder()
    builder.collected.limits = limits
    try builder.add(
      Place(id: "1", name: "가온", coordinate: try Coordinate(latitude: 37.1, longitude: 127.1), group: .cafe)
    )
    #expect {
      try builder.assemble()
    } throws: { error in
      guard case .outOfMemory? = error as? IndexFileError else { return false }
      return true
    }
  }

  @Test func `a pipe without a writer is refused, and a pipe with a writer is read`() throws {
    let path = directory.file("pipe")
    try #require(unsafe mkfifo(path, 0o600) == 0)
    #expect(throws: IndexFileError.unreadable(path: path, reason: "it is a pipe, and nothing writes to it")) {
      _ = try InputFile(path: path, patienceInMilliseconds: 0)
    }
    let writer = unsafe open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    let written = Array("name,lat,lng\n가온,37.1,127.1\n".utf8)
    #expect(unsafe written.withUnsafeBytes { unsafe writeBytes(writer, $0.baseAddress, $0.count) } == written.count)
    let file = try InputFile(path: path, patienceInMilliseconds: 0)
    close(writer)
    var window = InputWindow(file)
    try window.fill(to: written.count + 1)
    let text = window.view.text
    #expect(text == String(decoding: written, as: UTF8.self))
  }
}

/// Calls `write(2)`, which a method of this suite shadows.
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
