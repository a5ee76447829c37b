import TestSupport

@testable import App

extension OptionTrial {
  /// Returns the words that give an option a value, and the other options that it needs to have an effect.
  func given(_ option: Option, to command: Command) -> (words: [String], companions: [String]) {
    let spelling = option.spelling
    func file(_ name: String) -> String { command == .batch ? directory.file(name) : name }
    let earlier = ["-o", file("earlier.ndjson")]
    switch option {
    case .latitude, .longitude:
      return (
        [option == .latitude ? "--lat" : "--lng", option == .latitude ? "37.6" : "127.1"]
          + (option == .latitude ? ["--lng", "127.1"] : ["--lat", "37.6"]), []
      )
    case .force: return ([spelling], ["-o", command == .index ? "p.pfx" : command == .batch ? earlier[1] : "old.csv"])
    case .noHeader, .byteOrderMark, .oneLine: return ([spelling], ["-f", "csv"])
    case .json: return ([spelling], command == .batch ? ["-f", "csv"] : [])
    case .color:
      let hasTable = command.options.contains(.format)
      return ([spelling, command == .browse ? "never" : "always"], hasTable ? ["-f", "table"] : [])
    case .plainMap where command != .browse:
      return ([spelling], command == .batch ? ["--nearest", "gas", "-f", "html"] : ["-f", "map"])
    case .documentLanguage:
      return ([spelling, "ko"], command == .browse ? [] : ["-f", command == .show ? "table" : "html"])
    case .update: return ([spelling], ["-o", "p.pfx"])
    case .resume: return ([spelling], earlier)
    case .retryFailed: return ([spelling], ["--resume"] + earlier)
    case .prune: return ([spelling], ["--resume", "-o", file("more.ndjson")])
    case .noProgress: return ([spelling], command == .batch ? ["-o", file("fresh.ndjson")] : [])
    case .delimiter where command == .batch: return ([spelling, "|"], ["--at", "37.5,127"])
    case .header where command == .batch: return ([spelling, "none"], ["--map", "lat=2", "--map", "lng=3"])
    case .openUnknown: return ([spelling], ["--open-now"])
    case .timeZone: return ([spelling, "+03:00"], ["--open-now"])
    case .polylinePrecision: return ([spelling, "6"], ["--along", "_f{cF_ucfW_pR_pR"])
    case .output: return ([spelling, file("new.out")], [])
    case .failures, .summary: return ([spelling, file("other.out")], [])
    default: return ([spelling] + (option.takesValue ? [Self.value(of: option, in: command)] : []), [])
    }
  }

  private static func value(of option: Option, in command: Command) -> String {
    if option == .format { return command == .index ? "json" : "csv" }
    if let value = values[option] { return value }
    if option == .listFields { return listFields[command] ?? "slug" }
    return switch option.value {
    case .text(let word):
      ["N": "3", "N|all": "1", "DURATION": "3s", "CODE": "de", "NAME": "x", "TEXT": "x"][word] ?? "1"
    case .file: "i.pfx"
    default: option.words([.kakao]).last ?? ""
    }
  }

  /// Values that aren't defaults.
  private static let values: [Option: String] = [
    .openAt: "2026-12-24T18:00", .category: "cafe", .indexCategory: "cafe", .at: "37.6,127.1", .near: "역삼역",
    .bbox: "127,37,127.2,37.2",
    .radius: "300", .limit: "1", .sort: "accuracy", .source: "osm", .endpoint: "http://127.0.0.1:9", .keyFile: "key",
    .fields: "id", .rerun: "1",
    .covers: "1,2,3,4", .crs: "KATEC", .minimumConfidence: "0.5", .maxErrors: "0", .jobs: "1", .size: "3",
    .conditions: "fee=no", .keep: "all",
    .errorFormat: "json", .map: "id=id2", .delimiter: "|", .quote: "none", .header: "none", .encoding: "cp949",
    .scale: "100000",
    .within: "area.geojson", .along: "_f{cF_ucfW_pR_pR", .polylinePrecision: "6",
  ]

  /// A field of each command's list.
  private static let listFields: [Command: String] = [
    .where: "lat", .here: "name", .show: "id", .history: "number", .cache: "path", .quota: "api", .doctor: "check",
  ]
}
