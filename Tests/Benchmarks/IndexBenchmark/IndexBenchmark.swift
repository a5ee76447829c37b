import Domain
import PlaceIndex

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Builds an index of the generated places, asks it every generated question, and holds the answers against the truth.
///
/// usage: placefind-index-benchmark DIR [ROUNDS], where DIR holds what gen_places.py wrote, with --truth. With ROUNDS the
/// index of the last run is asked every question that many times and nothing else is done, for a profiler.
@main
struct IndexBenchmark {
  static func main() throws {
    guard CommandLine.arguments.count >= 2 else { return say("usage: placefind-index-benchmark DIR [ROUNDS]") }
    let folder = CommandLine.arguments[1]
    let path = "\(folder)/places.pfx"
    if CommandLine.arguments.count > 2 {
      let index = try PlaceIndex(contentsOf: path)
      let questions = try Question.read(folder: folder)
      for _ in 0..<(Int(CommandLine.arguments[2]) ?? 1) { try time(index, questions) }
      return
    }
    let clock = ContinuousClock()

    let began = clock.now
    var importer = PlaceImporter()
    try importer.read(path: "\(folder)/places.geojsonl")
    let read = clock.now
    let built = try importer.builder.write(to: path)
    let buildSeconds = seconds(clock.now - began)
    say(
      "build from GeoJSONSeq        \(fixed(buildSeconds, 3)) s (reading \(fixed(seconds(read - began), 3)) s)   "
        + "peak memory \(peakMegabytes()) MB   file \(built.summary.fileBytes / 1_000_000) MB   "
        + "places \(built.placeCount)"
    )

    let index = try PlaceIndex(contentsOf: path)
    let questions = try Question.read(folder: folder)
    try check(index, questions)
    for _ in 0..<2 { try time(index, questions) }
    try index.verify()
  }

  private static func time(_ index: PlaceIndex, _ questions: [Question]) throws {
    let clock = ContinuousClock()
    var times: [Double] = []
    times.reserveCapacity(questions.count)
    let start = clock.now
    for question in questions {
      let begin = clock.now
      let answer = try index.places(matching: question.query, limit: 15)
      times.append(seconds(clock.now - begin) * 1e6)
      guard answer.totalCount >= 0 else { return }
    }
    let all = seconds(clock.now - start)
    times.sort()
    say(
      "one question, whole places   p50 \(fixed(times[times.count / 2], 2)) us   "
        + "p99 \(fixed(times[times.count * 99 / 100], 2)) us   all \(questions.count) \(fixed(all, 4)) s"
    )
    let again = clock.now
    var found = 0
    for question in questions { found += try index.identify(question.query, limit: 15) }
    let alone = fixed(seconds(clock.now - again), 4)
    say("search alone, with totals    all \(questions.count) \(alone) s   (\(found) places)")
  }

  private static func check(_ index: PlaceIndex, _ questions: [Question]) throws {
    var wrong = 0
    for question in questions {
      let answer = try index.places(matching: question.query, limit: 15)
      let isEqual =
        answer.totalCount == question.total && answer.places.map(\.place.id) == question.nearest.map(\.id)
        && zip(answer.places, question.nearest).allSatisfy { abs(($0.distance?.meters ?? -1) - $1.meters) < 2e-6 }
      if !isEqual { wrong += 1 }
    }
    say("answers                      \(wrong == 0 ? "all \(questions.count) equal to the truth" : "\(wrong) DIFFER")")
  }

  private static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
  }

  private static func fixed(_ value: Double, _ digits: Int) -> String {
    let scale = [1, 10, 100, 1000, 10_000][digits]
    let units = Int((value * Double(scale)).rounded())
    let fraction = String(units % scale)
    return "\(units / scale).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
  }

  private static func peakMegabytes() -> Int {
    var usage = rusage()
    guard unsafe getrusage(.init(RUSAGE_SELF.rawValue), &usage) == 0 else { return 0 }
    return usage.ru_maxrss / 1024
  }

  private static func say(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = unsafe line.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
  }
}
