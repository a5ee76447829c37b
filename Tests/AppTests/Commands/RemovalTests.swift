import Domain
import Platform
import Testing

@testable import App

/// The same word removes anything that can be removed.
struct RemovalTests {
  private static let place = Place(id: "11", name: "이름", coordinate: .gangnam, group: .cafe)

  private func run() throws -> Run {
    var run = Run(files: MemoryFiles(["/data/placefind/utrecht.pfx": "index"]), services: Service.all)
    run.environment = ["XDG_DATA_HOME": "/data"]
    let home = try #require(SavedLocation(name: "home", coordinate: .gangnam))
    run.provider.memory.withState { state in
      state.savedLocations = SavedLocations(locations: [home])
      state.last = [.recalled(Place(id: "7", name: "x", coordinate: .gangnam, group: nil)), .recalled(Self.place)]
      state.saved = [SavedPlace(place: .recalled(Self.place), note: nil, savedAtSeconds: 0)]
    }
    return run
  }

  @Test(arguments: ["remove", "rm", "delete"]) func `each word removes in every command`(word: String) async throws {
    let run = try run()
    #expect(await run("saved \(word) 11").errors == "placefind: Removed 이름 (11).\n")
    #expect(await run("here \(word) home").errors == "placefind: Removed home (37.4979,127.0276).\n")
    #expect(await run("index \(word) a.csv -o p.pfx").status == 0)
    #expect(run.provider.indexFiles.state.request?.removedInput == "a.csv")
    #expect(try await self.run()("here home --\(word)").errors == "placefind: Removed home (37.4979,127.0276).\n")
  }

  @Test func `a second name after a location is refused`() async throws {
    let outcome = await Run()("here home work")
    #expect(outcome.status == 2 && outcome.errors.contains("Unexpected argument 'work'"))
    #expect(await Run()("here rm home work").errors.contains("Unexpected argument 'work'"))
    #expect(await Run()("here home --at 37.5, 127").errors.contains("--at 37.5,127"))
  }

  @Test func `a saved place is removed by the number that show counts, and by its id`() async throws {
    #expect(try await run()("show 2").output.contains(#""id":"11""#))
    #expect(try await run()("saved remove 2").errors == "placefind: Removed 이름 (11).\n")
    let first = try await run()("saved remove 1").errors
    #expect(first.contains("No saved place has the id '1', and place 1 of the last result, x, isn't saved. `placefind"))
    #expect(try await run()("saved remove 3").errors.contains("No saved place has the id '3'. `placefind saved`"))
    #expect(try await run()("saved remove 3").status == 9)
    let numbered = try run()
    numbered.provider.memory.withState {
      let place = Place(id: "1", name: "번호", coordinate: .gangnam, group: nil)
      $0.saved.append(SavedPlace(place: .recalled(place), note: nil, savedAtSeconds: 0))
    }
    #expect(await numbered("saved remove 1").errors == "placefind: Removed 번호 (1).\n", "an id may be a number")
    numbered.provider.memory.withState {
      let place = Place(id: "2", name: "둘", coordinate: .gangnam, group: nil)
      $0.saved.append(SavedPlace(place: .recalled(place), note: nil, savedAtSeconds: 0))
    }
    let other = "placefind: Place 2 of the last result, 이름 (11), is still saved.\n"
    #expect(await numbered("saved remove 2").errors == "placefind: Removed 둘 (2).\n\(other)", "the list shows ids")
    for word in ["+2", "02"] { #expect(try await run()("show \(word)").status == 9, "\(word)") }
  }

  @Test func `a number of another place with the id of a saved place doesn't remove it`() async throws {
    let run = try run()
    let other = Place(id: "11", name: "다른 곳", coordinate: .middleOfSeoul, group: nil)
    run.provider.memory.withState { state in
      state.last = [.recalled(other)]
      state.saved = [SavedPlace(place: .recalled(Self.place), note: "쪽지", savedAtSeconds: 0)]
    }
    #expect(await run("saved remove 1").status == 9)
    #expect(await run("show 1").output.contains(#""note":null"#))
    run.provider.memory.withState { $0.last = [.recalled(Self.place)] }
    #expect(await run("show 1").output.contains(#""note":"쪽지""#))
    #expect(await run("saved remove 1").status == 0)
  }

  @Test func `an index on the command line comes before earlier results and their numbers`() async throws {
    var run = try run()
    run.files = MemoryFiles(["i.pfx": "index"])
    let other = Place(id: "11", name: "다른 곳", coordinate: .middleOfSeoul, group: nil)
    run.provider.memory.withState { $0.indexed = ["11": .recalled(other), "1": .recalled(other)] }
    #expect(await run("show 11").output.contains("이름"))
    #expect(await run("show 11 --index i.pfx").output.contains("다른 곳"))
    #expect(await run("show 7 --index i.pfx").output.contains(#""place_name":"x""#))
    #expect(await run("show 1").output.contains(#""place_name":"x""#))
    #expect(await run("show 1 --index i.pfx").output.contains("다른 곳"))
    #expect(await run("show 2 --index i.pfx").output.contains("이름"))
    #expect(await run("saved add 11 --index i.pfx").errors.contains("다른 곳"))
  }

  private func run(fetched: Bool) throws -> Run {
    let run = try run()
    run.provider.indexFiles.withState { state in
      state.error = .noInput(path: "/data/placefind/places.pfx", word: "utrecht", known: ["a.csv"])
      state.sourcesOfSummary = fetched ? ["OpenStreetMap"] : ["a.csv"]
    }
    return run
  }

  @Test func `an input whose name others have is removed by its path`() {
    let error = IndexFileError.noInput(path: "x.pfx", word: "s.csv", known: ["/d1/s.csv", "/d2/s.csv", "/d2/t.csv"])
    let message = Failure(error).message
    #expect(message.contains("has 2 inputs 's.csv'. Pass the whole path of one: /d1/s.csv, /d2/s.csv."), "\(message)")
  }

  @Test func `a downloaded index is removed if no input has its name, and the removal is reported`() async throws {
    let run = try run(fetched: true)
    let outcome = await run("index remove utrecht")
    #expect(outcome.status == 0 && outcome.errors.contains("Removed the downloaded index utrecht with 11 places"))
    #expect(outcome.errors.contains("No input of the default index has that name"))
    #expect(run.files["/data/placefind/utrecht.pfx"] == nil)
    // Also without a default index.
    #expect(try await self.run(fetched: true)("index rm utrecht.pfx --json").status == 0)
  }

  @Test func `an input of that name is removed rather than the index`() async throws {
    let run = try run()
    #expect(await run("index remove utrecht").status == 0)
    #expect(run.provider.indexFiles.state.request?.removedInput == "utrecht")
    #expect(run.files["/data/placefind/utrecht.pfx"] != nil)
  }

  @Test(arguments: ["index remove utrecht -o p.pfx", "index remove paris", "index remove ../placefind/utrecht"])
  func `nothing else is removed`(line: String) async throws {
    let run = try run(fetched: true)
    #expect(await run(line).status == 2)
    #expect(run.files["/data/placefind/utrecht.pfx"] != nil)
  }

  @Test func `an index that was built stays`() async throws {
    let run = try run(fetched: false)
    let outcome = await run("index remove utrecht")
    #expect(outcome.status == 2 && outcome.errors.contains("was built from files"), "\(outcome.errors)")
    #expect(run.files["/data/placefind/utrecht.pfx"] != nil)
  }
}
