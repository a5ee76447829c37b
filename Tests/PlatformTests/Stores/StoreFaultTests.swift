import Domain
import Foundation
import TestSupport
import Testing

@testable import Platform

/// Files that can't be read or written: nothing is lost, and the failure is reported.
@Suite(.timeLimit(.minutes(20))) struct StoreFaultTests {
  private let directory = TemporaryDirectory()

  /// A change that a command makes to its stores.
  enum Change: String, CaseIterable, Sendable {
    case history, position, save, remove, clear, call, response
  }

  private func entry(_ text: String) throws -> HistoryEntry {
    let query = try PlaceQuery(text: SearchText(text), area: .anywhere(center: nil))
    let limited = query.limited(to: .all)
    return HistoryEntry(queriedAtSeconds: 1, query: limited, source: .kakao, returned: 0, totalCount: 0)
  }

  private func fill(_ stores: Stores) async throws {
    for name in ["a", "b", "c"] {
      try await stores.history.record(try entry(name))
      try await stores.recentResults.record(
        [try Fixture.found(name)],
        center: nil,
        provenance: Provenance(source: .kakao)
      )
      try await stores.saved.save(Fixture.recalled(try Fixture.found(name)), note: name)
      try? stores.calls.reserve(.keyword)
      stores.makeResponses().save(Array(name.utf8), of: name)
      let position = try #require(SavedLocation(name: name, coordinate: try Fixture.seoul()))
      try await stores.savedLocations.update { $0.locations.append(position) }
    }
  }

  private func make(_ change: Change, in stores: Stores) async throws {
    switch change {
    case .history: try await stores.history.record(try entry("d"))
    case .position:
      let position = try #require(SavedLocation(name: "d", coordinate: try Fixture.seoul()))
      try await stores.savedLocations.update { $0.locations.append(position) }
    case .save: try await stores.saved.save(Fixture.recalled(try Fixture.found("d")), note: nil)
    case .remove: try await stores.saved.remove(id: "b")
    case .clear: try await stores.history.clear()
    case .call:
      try? stores.calls.reserve(.keyword)
      if let error = stores.log.storeErrors().first { throw error }
    case .response:
      try await stores.recentResults.record(
        [try Fixture.found("d")],
        center: nil,
        provenance: Provenance(source: .kakao)
      )
    }
  }

  private func files(_ directory: TemporaryDirectory) throws -> [String: String] {
    var texts: [String: String] = [:]
    for folder in ["config", "state", "state/calls"] {
      for name in try FileManager.default.contentsOfDirectory(atPath: directory.file(folder)) {
        texts["\(folder)/\(name)"] = directory.text(of: "\(folder)/\(name)")
      }
    }
    return texts
  }

  #if canImport(Glibc)
    @Test(arguments: Change.allCases, [FileFault.Call.read, .write])
    func `a system call that fails once loses no stored data`(change: Change, call: FileFault.Call) async throws {
      var number = 0
      while true {
        var wasMade = true
        for error in [EINTR, EIO, ENOSPC] {
          try await TemporaryDirectory.with { directory in
            try await fill(Fixture.stores(directory))
            let before = try files(directory)
            let fault = FileFault(call, number, error, below: directory.path)
            var thrown: StoreError?
            do { try await make(change, in: Fixture.stores(directory)) } catch let error as StoreError {
              thrown = error
            }
            fault.end()
            wasMade = fault.wasMade
            let after = try files(directory)
            guard let thrown else {
              #expect(error == EINTR || !wasMade, "\(change) passes over an error of call \(number)")
              #expect(after != before)
              return
            }
            #expect(thrown.needsAttention)
            // Clearing the history clears two files one after the other.
            for (path, text) in after where change != .clear || path != "state/history" {
              #expect(text == before[path], "\(path) after call \(number) of \(change)")
            }
          }
        }
        guard wasMade else { return }
        number += 1
      }
    }

    @Test func `an unreadable cached response is requested again, and reported`() async throws {
      try await fill(Fixture.stores(directory))
      let broken = Fixture.stores(directory)
      let fault = FileFault(.read, 0, EIO, below: directory.path)
      #expect(broken.makeResponses().response(to: "a") == nil)
      #expect(broken.log.storeErrors().map(\.needsAttention) == [true])
      #expect(broken.makeResponses().response(to: "a")?.body == Array("a".utf8))
      fault.end()
      let interrupted = FileFault(.read, 0, EINTR, below: directory.path)
      #expect(Fixture.stores(directory).makeResponses().response(to: "b")?.body == Array("b".utf8))
      #expect(interrupted.wasMade)
      interrupted.end()
    }

  #endif

  @Test func `a directory in place of a file is left unchanged`() async throws {
    for change in [Change.history, .position, .save, .call, .response] {
      for isPipe in [true, false] {
        try await TemporaryDirectory.with { directory in
          try await fill(Fixture.stores(directory))
          let path =
            switch change {
            case .history: "state/history"
            case .position: "config/locations"
            case .save: "config/saved"
            case .call: "state/calls/1970-01-01-keyword"
            default: "state/results"
            }
          try FileManager.default.removeItem(atPath: directory.file(path))
          if isPipe {
            try #require(unsafe mkfifo(directory.file(path), 0o600) == 0)
          } else {
            try FileManager.default.createDirectory(atPath: directory.file(path), withIntermediateDirectories: false)
          }
          let stores = Fixture.stores(directory)
          await #expect(throws: StoreError.notAStore(path: directory.file(path))) {
            try await make(change, in: stores)
          }
          var status = stat()
          try #require(unsafe lstat(directory.file(path), &status) == 0)
          #expect(status.st_mode & S_IFMT == (isPipe ? S_IFIFO : S_IFDIR))
        }
      }
    }
  }
}
