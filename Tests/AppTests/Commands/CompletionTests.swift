import Domain
import Testing

@testable import App

struct CompletionTests {
  /// Returns the completions of a line; `_` means an empty word at the end.
  private func proposals(_ line: String, in run: Run = Run()) async -> [String] {
    let words = line.split(separator: " ").map { $0 == "_" ? "" : String($0) }
    let outcome = await run([CompletionsCommand.requestWord] + words)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    return outcome.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
  }

  @Test(arguments: [
    ("brow", ["browse"]), ("index v", ["verify"]), ("help ind", ["index"]), ("completions _", ["bash", "zsh", "fish"]),
    ("-c pharm", ["pharmacy"]), ("-c 약", ["약국"]), ("find --category=gas,phar", ["--category=gas,pharmacy"]),
    ("-c gas,gal", ["gas,gallery"]), ("-vc 치과", ["치과"]), ("categories denti", ["dentist"]),
    ("-c cafe -f geo", ["geojson"]), ("where -f geo", []), ("batch --format=c", ["--format=csv"]),
    ("-s sam", ["sample"]), ("-s ka", ["kakao"]), ("index build --crs KA", ["KATEC"]),
    ("--fields place_name,dist", ["place_name,distance_m"]),
    ("-c cafe --requ", ["--require-complete"]), ("-c cafe --quiet --verb", []), ("index info --attrib", []),
    ("index build --attrib", ["--attribution"]), ("--latitude 3 --lati", []), ("--index a.pfx --ind", ["--index"]),
    ("index build --covers KR --cov", ["--covers"]), ("-c gas --source osm --sou", []), ("--index a,b", [":files"]),
    ("-c cafe --index _", [":files"]), ("batch --output=x", [":files"]), ("batch ro", [":files"]),
    ("index build _", [":files"]), ("near 강", []), ("batch -", ["--category"]), ("help index ve", ["verify"]),
    ("--sort _", ["distance", "accuracy"]), ("-n a", ["all"]), ("index build a.csv --keep n", ["none"]),
    ("-c cafe -- --li", []), ("quota x", []), ("nonsense x", []),
  ])
  func `a word is completed with the values that the command accepts there`(line: String, words: [String]) async {
    let found = await proposals(line)
    #expect(words.isEmpty ? found.isEmpty : found.starts(with: words), "\(found)")
  }

  @Test func `an empty word completes to the commands, the options of a command without operands, or saved items`()
    async throws
  {
    let run = Run()
    let home = try #require(SavedLocation(name: "home", coordinate: try Coordinate(latitude: 37.5, longitude: 127)))
    let saved = SavedPlace(
      place: .recalled(
        Place(id: "8190212", name: "샘플 카페", coordinate: home.coordinate, group: .cafe),
        meters: 1,
        bearing: 1,
        attribution: nil
      ),
      note: nil,
      savedAtSeconds: 0
    )
    run.provider.memory.withState { state in
      state.savedLocations = SavedLocations(locations: [home])
      state.saved = [saved]
    }
    #expect(await proposals("_", in: run).prefix(2) == ["find", "browse"])
    #expect(await proposals("-c cafe _", in: run).contains("--limit"))
    for line in ["--at _", "here _", "here --at ho", "--near ho", "here remove _", "here rm ho"] {
      #expect(await proposals(line, in: run) == ["home"], "\(line)")
    }
    for line in ["show _", "show 81", "show 샘", "saved remove _"] {
      #expect(await proposals(line, in: run) == ["8190212"], "\(line)")
    }
    #expect(await proposals("-c _", in: run).count > 150)
  }

  @Test func `the inputs of the index are proposed for removal`() async {
    var run = Run()
    run.environment["PLACEFIND_INDEX"] = "p.pfx"
    #expect(await proposals("index remove pl", in: run) == ["places.geojson"])
  }

  @Test func `a dash alone is an option, or a file where files are named`() async {
    #expect(await proposals("batch -").suffix(1) == [":files"])
    #expect(await !proposals("quota -").contains(":files"))
  }

  @Test func `each proposal has its meaning`() async {
    let outcome = await Run()(["__complete", "-c", "pharmac"])
    #expect(outcome.output == "pharmacy\t약국\n")
  }

  @Test(arguments: Shell.allCases) func `a shell gets its script`(shell: Shell) async {
    let outcome = await Run()("completions \(shell.rawValue)")
    #expect(outcome.status == 0 && outcome.output.contains(CompletionsCommand.requestWord))
  }
}
