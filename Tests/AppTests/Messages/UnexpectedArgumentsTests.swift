import Testing

@testable import App

/// The most common mistakes in a command line.
///
/// The message suggests a valid alternative.
struct UnexpectedArgumentsTests {
  @Test(arguments: [
    (["-c", "gas", "--at", "37.4979,", "127.0276"], "--at 37.4979,127.0276"),
    (["-c", "gas", "--at", "37.4979", "127.0276"], "--at 37.4979,127.0276"),
    (["-c", "gas", "--at", "37.4979", ",", "127.0276"], "--at 37.4979,127.0276"),
    (["-c", "gas", "--at", "-33.9,", "-151.2"], "--at -33.9,-151.2"),
    (["-c", "gas", "--at", "37.5N", "127E"], "--at '37.5N 127E'"),
    (["-c", "gas", "--bbox", "127.02,", "37.49,", "127.04,", "37.51"], "--bbox 127.02,37.49,127.04,37.51"),
    (["--at", "37.5,127", "-c", "gas", "-r", "1", "km"], "-r 1km"),
    (["-c", "gas", "--timeout", "10", "s"], "--timeout 10s"),
    (["-c", "cafe", "gas", "--at", "37.5,127"], "-c cafe,gas"),
    (["-c", "cafe,", "gas,", "bank"], "-c cafe,gas,bank"),
    (["--fields", "id", "place_name"], "--fields id,place_name"),
    (["-q", "김밥", "천국"], "-q '김밥 천국'"),
    (["-q", "it's", "here"], "-q 'it'\\''s here'"),
    (["-c", "gas", "--lat", "37.5", "127"], "--lat 37.5 --lng 127"),
    (["find", "gas", "--at", "37.5,127"], "-c gas"),
    (["find", "gas", "cafe"], "-c gas,cafe"),
    (["find", "스타벅스"], "-q 스타벅스"),
    (["find", "37.5,127"], "--at 37.5,127"),
  ])
  func `a value in several arguments is proposed as one`(words: [String], advice: String) async {
    let outcome = await Run()(words)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasSuffix(" \(advice)\n"), "\(outcome.errors)")
  }

  @Test(arguments: [
    ("-v batch", "Write the command 'batch' first: `placefind batch"), ("batch a.csv b.csv", "one input, but 'b.csv'"),
    ("categories cafe bar", "placefind help categories"), ("help find batch index", "Unexpected argument 'index'"),
    ("스타벅스", "-q 스타벅스"), ("37.5,127", "--at 37.5,127"), ("카페", "-c 카페"),
    ("-c gas --at 37.5,127 --key abc", "KAKAO_REST_API_KEY"), ("-c gas --at 37.5,127 --raduis 5", "--radius"),
    ("gas", "placefind -c gas"), ("categores", "categories"), ("", "--help"),
    ("-c gas --lat 127.0276 --lng 37.4979", "Did you swap"),
  ])
  func `the right place is proposed for a misplaced argument`(line: String, advice: String) async {
    let outcome = await Run()(line)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(advice), "\(outcome.errors)")
  }

  @Test(arguments: [
    (["gas station"], "placefind -c 'gas station' --at LAT,LNG"),
    (["-q", "--limit=$(x)"], "write --query='--limit=$(x)'."),
    (["-c", "gas", "--", "--json"], "To search by name, use --query=--json\n"),
    (["-c", "gas", "--", "-c", "x"], "To search by name, use '--query=-c x'\n"),
    (["--query=-a", "b"], "Write the value as one word: '--query=-a b'\n"),
    (["here", "--", "--json"], "location (`placefind here`). To search by name, use --near=--json."),
    (["here", "my home"], "location (`placefind here`). To search by name, use --near 'my home'."),
    (["here", "집"], "Save it: `placefind here 집 --at LAT,LNG`"),
    (["--at", "집", "-c", "gas"], "location (`placefind here 집 --at LAT,LNG`). To search by name, use --near 집."),
  ])
  func `an argument that is proposed is quoted for the shell`(words: [String], advice: String) async {
    #expect(await Run()(words).errors.contains(advice))
  }

  @Test(arguments: [("help find batch", "batch"), ("help cache build", "build"), ("help build cache", "build")])
  func `help refuses a second command and an action of another one`(line: String, word: String) async {
    let outcome = await Run()(line)
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("Unexpected argument '\(word)'"), "\(outcome.errors)")
  }

  @Test(arguments: [
    ("-h batch", "usage: placefind batch"), ("batch -h", "usage: placefind batch"),
    ("--help batch", "usage: placefind batch"),
    ("help index build", "usage: placefind index"), ("help build", "usage: placefind index"),
    ("help info cache", "usage: placefind cache"), ("help clear history", "usage: placefind history"),
    ("index build --help", "usage: placefind index"), ("help batch --help", "usage: placefind batch"),
    ("-h", "commands: find (when none is named), "),
    ("--nope --help", "usage: placefind [find]"),
  ])
  func `help accepts command and action in any order`(line: String, words: String) async {
    let outcome = await Run()(line)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.output.contains(words), "\(outcome.output)")
  }
}
