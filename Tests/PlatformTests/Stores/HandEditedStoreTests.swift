import Domain
import Foundation
import System
import Tables
import TestSupport
import Testing

@testable import Platform

/// Stores changed by a person or a failing disk: only the named records are removed.
@Suite(.timeLimit(.minutes(20))) struct HandEditedStoreTests {
  private let directory = TemporaryDirectory()

  private func lines(_ directory: TemporaryDirectory, _ path: String) -> [String] {
    (directory.text(of: path) ?? "").split(separator: "\n").map(String.init)
  }

  private static let locations = [
    #"{"placefind":"locations","version":1}"#,
    #"{"name":"home","at":[127,37.5],"default":true}"#,
    #"{"name":"home","at":"#, "# my own remark", #"{"name":"later","at":{"hull":[1,2]}}"#,
    #"{ "name": "work", "at": [127.1, 37.6] }"#,
    "\u{0}\u{0}\u{0}",
  ]

  private func open(_ directory: TemporaryDirectory, _ lines: [String], _ name: String, end: String = "\n") throws {
    try directory.makeDirectory("config")
    try directory.write(lines.joined(separator: "\n") + end, to: "config/\(name)")
  }

  @Test(arguments: ["\n", ""])
  func `adding, moving or removing a location leaves every other line unchanged`(end: String) async throws {
    let at = JSONValue.coordinate(try Coordinate(latitude: 37.5, longitude: 127)).line
    let written = Self.locations.map { $0.replacing("[127,37.5]", with: String(decoding: at, as: UTF8.self)) }
      .map { $0.replacing("[127.1, 37.6]", with: String(decoding: at, as: UTF8.self)) }
    try open(directory, written, "locations", end: end)
    let stores = Fixture.stores(directory)
    #expect(try stores.savedLocations.locations().locations.map(\.name) == ["home", "work"])
    let path = directory.file("config/locations")
    #expect(stores.log.storeErrors() == [.linesIgnored(path: path, count: 4)])
    let new = try #require(SavedLocation(name: "new", coordinate: try Coordinate(latitude: 1, longitude: 2)))
    try await stores.savedLocations.update { $0.locations.append(new) }
    #expect(lines(directory, "config/locations").prefix(written.count) == written[...])
    try await stores.savedLocations.update { $0.defaultName = "new" }
    #expect(!lines(directory, "config/locations")[1].contains("default"))
    try await stores.savedLocations.update { $0.locations.removeAll { $0.name == "home" || $0.name == "new" } }
    #expect(lines(directory, "config/locations") == [written[0]] + written[2...])
    #expect(try stores.savedLocations.locations().locations.map(\.name) == ["work"])
  }

  @Test func `a saved place that is added or removed leaves every other line as it was`() async throws {
    let stores = Fixture.stores(directory)
    func place(_ id: String) throws -> StoredPlace { Fixture.recalled(try Fixture.found(id)) }
    try await stores.saved.save(try place("1"), note: "good")
    try await stores.saved.save(try place("2"), note: nil)
    let written = lines(directory, "config/saved")
    let foreign = [
      #"{"saved_at":1,"source":"a new one","place":{"id":"3"}}"#, "not a place", #"{"place":{"id":"4"}"#,
    ]
    try open(directory, written + foreign, "saved")
    #expect(try await stores.saved.save(try place("3"), note: nil).isReplacement == false)
    #expect(lines(directory, "config/saved").prefix(6) == (written + foreign)[...])
    try await stores.saved.save(try place("1"), note: nil)
    let changed = lines(directory, "config/saved")
    #expect(changed[1].contains(#""note":"good""#))
    #expect(changed.dropFirst(2).prefix(4) == (written + foreign)[2...])
    #expect(try await stores.saved.remove(id: "4") == nil)
    #expect(lines(directory, "config/saved") == changed)
    #expect(try await stores.saved.remove(id: "2")?.id == "2")
    #expect(lines(directory, "config/saved") == changed.filter { !$0.contains(#""id":"2""#) })
    #expect(stores.log.storeErrors() == [.linesIgnored(path: directory.file("config/saved"), count: 3)])
  }

  @Test func `unreadable lines of the history and the results are counted`() async throws {
    let stores = Fixture.stores(directory) { $0.recordsHistory = true }
    let memory = LocalMemory(stores: stores) { nil }
    let query = try PlaceQuery(categories: [.group(.cafe)], area: Fixture.circle())
    await memory.record(query, [try Fixture.found("a")], totalCount: 1, from: Provenance(source: .sample))
    for (name, count) in [("history", 2), ("results", 1)] {
      let written = lines(directory, "state/\(name)") + ["{", #"{"at":1}"#].prefix(count)
      try directory.write(written.joined(separator: "\n") + "\n", to: "state/\(name)")
    }
    #expect(try memory.history().map(\.query) == [query])
    #expect(try memory.lastResult()?.map(\.found.place.id) == ["a"])
    #expect(
      stores.log.storeErrors() == [
        .linesIgnored(path: directory.file("state/history"), count: 2),
        .linesIgnored(path: directory.file("state/results"), count: 1),
      ]
    )
  }

  @Test func `one saved place is found without reading the lines of others, and the last of two counts`() async throws {
    let stores = Fixture.stores(directory)
    try await stores.saved.save(Fixture.recalled(try Fixture.found("12")), note: nil)
    var written = lines(directory, "config/saved")
    let escaped = written[1].replacing(#""id":"12""#, with: #""id":"\u0031""#)
    let last = written[1].replacing(#""saved_at":"#, with: #""note":"last","saved_at":"#)
    written += ["not a place", escaped, last]
    try open(directory, written, "saved")
    #expect(try stores.saved.savedPlace(withID: "12")?.note == "last")
    #expect(try stores.saved.savedPlace(withID: "1")?.id == "1")
    #expect(try stores.saved.savedPlace(withID: "2") == nil)
    #expect(stores.log.storeErrors().isEmpty)
    #expect(try stores.saved.savedPlaces().map(\.id) == ["1", "12"])
    #expect(stores.log.storeErrors().count == 1)
  }

  @Test func `clearing the history removes every line of it, and nothing else`() async throws {
    let stores = Fixture.stores(directory)
    #expect(try await stores.history.clear() == 0)
    #expect(directory.text(of: "state/history") == nil)
    try directory.makeDirectory("state")
    let head = #"{"placefind":"history","version":1}"#
    try directory.write("\(head)\n{\"asked\":torn\n", to: "state/history")
    try directory.write("mine", to: "state/notes")
    #expect(try await stores.history.clear() == 0)
    #expect(directory.text(of: "state/history") == head + "\n")
    #expect(directory.text(of: "state/notes") == "mine")
  }

  @Test func `counts of the earliest months are removed, except after the clock was set back, and other files stay`()
    async throws
  {
    func calls(_ seconds: Int64) -> CallCounts { Fixture.calls(directory, at: seconds) }
    let day: Int64 = 86_400
    try? calls(100 * day).reserve(.keyword)
    try? calls(200 * day).reserve(.keyword)
    try directory.write("mine", to: "calls/1970-01-02-keyword")
    try directory.write("mine too", to: "calls/1970-01-02-other")
    // The clock is set back by a hundred days and then corrected.
    try? calls(100 * day).reserve(.category)
    #expect(try calls(200 * day).report().uses.first { $0.call == .keyword }?.today == 1)
    for month in 0..<24 { try? calls((201 + 31 * Int64(month)) * day).reserve(.address) }
    #expect(directory.text(of: "calls/1970-01-02-keyword") == "mine")
    #expect(directory.text(of: "calls/1970-01-02-other") == "mine too")
    #expect(directory.text(of: "calls/1970-04-11-category") == nil)
  }

  @Test func `a lock that stays held is an error after the timeout`() async throws {
    var store = StoreDirectory(path: directory.path)
    store.lockTimeout = .milliseconds(50)
    let patient = store
    try await patient.locked { () throws(StoreError) in () }
    let holder = FileLock(ofFileAt: directory.file(".lock"))
    #expect(try holder.take())
    await #expect(throws: StoreError.locked(path: directory.file(".lock"))) {
      try await patient.locked { () throws(StoreError) in () }
    }
    holder.release()
    try await patient.locked { () throws(StoreError) in () }
  }
}

extension TemporaryDirectory {
  /// Makes a directory inside, including its parents.
  fileprivate func makeDirectory(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: file(name), withIntermediateDirectories: true)
  }
}
