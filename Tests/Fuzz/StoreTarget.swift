import Dispatch
import Domain
import Foundation
import Tables

@testable import Platform

/// A file in place of a store must be rejected unchanged, or keep all its records.
enum StoreTarget {
  private static let folder = NSTemporaryDirectory() + "placefind-fuzz-\(ProcessInfo.processInfo.processIdentifier)"

  /// Waits for the task, because libFuzzer passes the next input when this returns.
  static func read(_ input: FuzzInput) {
    let done = DispatchSemaphore(value: 0)
    Task {
      await check(input)
      done.signal()
    }
    done.wait()
  }

  private static func check(_ input: FuzzInput) async {
    let isSynced = input.choice % 2 == 1
    let file = RecordFile(directory: StoreDirectory(path: folder), name: "history", isSynced: isSynced)
    let path = "\(folder)/history"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let before = content(input)
    guard FileManager.default.createFile(atPath: path, contents: Data(before)) else { return }
    let record = JSONValue.members(["at": .integer(7)])
    do throws(StoreError) {
      let records = try file.records()
      if isSynced {
        try await file.update { lines in
          lines.append(StoredLine(record))
          return true
        }
      } else {
        try await file.append([record], limit: input.choice % 4 == 2 ? 70_000 : .max)
      }
      let after = try file.records()
      require(after.last == record, "what is appended is there")
      let kept = after.dropLast()
      require(
        input.choice % 4 == 2 ? records.suffix(kept.count) == Array(kept)[...] : records == Array(kept),
        "what was there stays"
      )
      try await file.clear()
      require(try file.records().isEmpty, "nothing remains after clear")
    } catch {
      require(FileManager.default.contents(atPath: path) == Data(before), "a file that is refused stays as it is")
    }
  }

  /// Returns a header and records that exceed the size of a read, with the rest before or after them.
  private static func content(_ input: FuzzInput) -> [UInt8] {
    guard input.paddingByteCount > 0 else { return input.rest }
    let line = Array("{\"at\":1,\"asked\":\"\(String(repeating: "x", count: 80))\"}\n".utf8)
    let lines = (0...input.paddingByteCount / line.count).flatMap { _ in line }
    let long = Array("{\"at\":1,\"asked\":\"".utf8) + [UInt8](repeating: 0x78, count: input.paddingByteCount)
    let padding = input.choice & 8 == 0 ? lines : long + Array("\"}\n".utf8)
    return FuzzSeeds.storeHeader + padding + input.rest
  }
}
