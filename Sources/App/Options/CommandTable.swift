/// The help and the operands of a command; which options it takes, ``OptionEntry`` says.
struct CommandEntry: Sendable {
  /// What it does, in a line.
  let summary: String
  /// The synopsis.
  let usage: String
  /// The actions that its first operand names; none for a command without actions.
  var actions: [String] = []
  /// The largest number of operands, its action included.
  let operandLimit: Int
  /// What completes an operand in a shell, beside the actions.
  var completion = Completion.nothing
  /// Command lines to copy, each with what it does.
  let examples: [(line: String, meaning: String)]
}

extension Command {
  /// The table of commands: an entry for each.
  var entry: CommandEntry {
    switch self {
    case .find:
      CommandEntry(
        summary: "find places near a point (the default command)",
        usage: "placefind [find] (-c LIST | -q TEXT) --at LAT,LNG [options]",
        operandLimit: 0,
        examples: [
          ("placefind -c gas --at 37.4979,127.0276 -r 1km", "gas stations within a kilometre, nearest first"),
          (
            "placefind -q 은행 --at 37.4979,127.0276 -f json | jq '.places[0]'",
            "the nearest place of that name, for a script"
          ),
          ("placefind -c cafe,bank --at 37.4979,127.0276 -n all -o places.csv", "every place in the area, in a file"),
          ("placefind -c 약국 --bbox 127.02,37.49,127.04,37.51", "pharmacies in a rectangle"),
        ]
      )
    case .browse:
      CommandEntry(
        summary: "explore places in full-screen mode: list, map, card",
        usage: "placefind browse [-c LIST] [-q TEXT] [--at LAT,LNG] [options]",
        operandLimit: 0,
        examples: [
          ("placefind browse", "cafes from your source, or the bundled sample; ? shows the keys"),
          ("placefind browse -c gas,parking --at 37.4979,127.0276 -r 2km", "the same options as find"),
          ("placefind browse -q 은행 --index places.pfx -n 500", "500 places at first; scrolling to the end loads more"),
        ]
      )
    case .batch:
      CommandEntry(
        summary: "run the same query for every row of a CSV or NDJSON file",
        usage: "placefind batch [FILE|-] [options]",
        operandLimit: 1,
        completion: .files,
        examples: [
          (
            "placefind batch rows.csv -c gas -r 1km -n 5 > answers.ndjson",
            "one record per row, in input order; rows.csv has columns lat and lng"
          ),
          ("placefind batch rows.csv -c cafe -o out.ndjson --resume", "resume an interrupted run"),
          ("placefind batch rows.csv -c cafe --dry-run", "rows, duplicates, requests, share of the day's quota"),
          (
            "placefind batch rows.csv -c cafe --index places.pfx -f csv > answers.csv",
            "one line per place, offline; `placefind index build` makes the index"
          ),
        ]
      )
    case .index:
      CommandEntry(
        summary: "build an index file from open data or fetch one, and show what is in it",
        usage: "placefind index build|add INPUT[=WORD]... [-o FILE] [options]\n"
          + "       placefind index remove SOURCE [-o FILE] | info [FILE] | list | verify [FILE]\n"
          + "       placefind index fetch (--near TEXT | --at LAT,LNG | --bbox W,S,E,N) [options] | fetch --update [NAME]...",
        actions: IndexAction.allCases.map(\.rawValue),
        operandLimit: .max,
        completion: .files,
        examples: [
          (
            "placefind index build seoul.geojson --attribution '© OpenStreetMap contributors'",
            "build the default index, which later queries use"
          ),
          (
            "placefind index build cafes.csv=cafe p.csv=pharmacy shops.csv",
            "set one category for all places of a file"
          ),
          ("placefind index add parking.csv", "add places to the default index; those of an earlier parking.csv go"),
          ("placefind index remove parking.csv", "remove the places of an input"),
          (
            "placefind index fetch --near 'Utrecht Centraal' -r 5km",
            "fetch the places of an area from OpenStreetMap; later queries there use them, offline"
          ),
          ("placefind index info p.pfx", "what is in an index: its inputs, and their licences"),
          ("placefind index list", "the indexes of the data folder"),
          ("placefind index verify p.pfx", "check every byte of an index"),
        ]
      )
    case .near:
      CommandEntry(
        summary: "find the coordinates of a place by name or address",
        usage: "placefind near TEXT [options]",
        operandLimit: .max,
        examples: [
          ("placefind near 강남역", "the matches; --near 강남역 takes the first"),
          ("placefind near 서울시청 -f json | jq -r '.places[0] | \"\\(.lat),\\(.lng)\"'", "its coordinate, for a script"),
        ]
      )
    case .where:
      CommandEntry(
        summary: "find the address of a coordinate",
        usage: "placefind where LAT,LNG [options]",
        operandLimit: 2,
        completion: .positions,
        examples: [
          ("placefind where 37.4979,127.0276", "address and region of a point"),
          (
            "placefind where --at 'https://map.kakao.com/link/map/37.4979,127.0276' --json",
            "the address of a shared link"
          ),
        ]
      )
    case .here:
      CommandEntry(
        summary: "keep positions by name, and choose a default one",
        usage: "placefind here [NAME [--at LAT,LNG | --near TEXT] [--default] | NAME --remove]",
        operandLimit: 1,
        completion: .positions,
        examples: [
          ("placefind here home --at 37.4979,127.0276", "keep a position: `placefind -c cafe --at home` uses it"),
          ("placefind here --default home", "use it when a query names no position: placefind -c cafe"),
          ("placefind here --default none", "use none; --anywhere does so for one query"),
          ("placefind here", "list the positions"),
          ("placefind here --remove home", "remove a position"),
        ]
      )
    case .show:
      CommandEntry(
        summary: "show one place in full: of the last answers, the saved places or the index",
        usage: "placefind show ID|N [--open] [options]",
        operandLimit: 1,
        completion: .savedPlaces,
        examples: [
          ("placefind show 3", "the third place of the last answer, with distance and bearing"),
          ("placefind show 8190212 --json", "a place by its id"),
          ("placefind show 1 --open", "open the page of a place in the browser"),
        ]
      )
    case .history:
      CommandEntry(
        summary: "list past queries, newest first, or run one again",
        usage: "placefind history [TEXT | clear] [--rerun N] [options]",
        actions: HistoryAction.allCases.map(\.rawValue),
        operandLimit: .max,
        examples: [
          ("placefind history 카페", "the queries that contain a text"),
          ("placefind history --rerun 2", "run the second one again"),
          ("placefind history clear", "remove all queries and their answers"),
        ]
      )
    case .saved:
      CommandEntry(
        summary: "list, add or remove saved places",
        usage: "placefind saved [list | add ID|N... [--note TEXT] | remove ID...] [options]",
        actions: SavedAction.allCases.map(\.rawValue),
        operandLimit: .max,
        completion: .savedPlaces,
        examples: [
          ("placefind saved add 3 --note 'quiet, open late'", "save the third place of the last answer"),
          ("placefind saved -f geojson -o places.geojson", "export all saved places, for a map"),
          ("placefind saved remove 8190212", "remove a place"),
        ]
      )
    case .cache:
      CommandEntry(
        summary: "show or clear the cache of answers",
        usage: "placefind cache info|clear [options]",
        actions: CacheAction.allCases.map(\.rawValue),
        operandLimit: 1,
        examples: [
          ("placefind cache info", "how many answers are cached, and where"),
          ("placefind cache clear", "remove all cached answers"),
        ]
      )
    case .quota:
      CommandEntry(
        summary: "show today's calls, and what is left of the daily allowance",
        usage: "placefind quota [options]",
        operandLimit: 0,
        examples: [("placefind quota", "calls counted on this machine, what is left, and when it resets")]
      )
    case .categories:
      CommandEntry(
        summary: "list the groups and kinds of places with every word that names them",
        usage: "placefind categories [options] [WORD]",
        operandLimit: 1,
        completion: .categories,
        examples: [
          ("placefind categories", "the table"),
          ("placefind categories 치과", "what a word means in every source"),
          ("placefind categories --index seoul.pfx", "what an index holds, with the number of places"),
          ("placefind categories --all | grep dentist", "every word, one per line, with those of open data"),
          ("placefind categories -f json | jq -r '.categories[].slug'", "the slugs alone"),
        ]
      )
    case .doctor:
      CommandEntry(
        summary: "check what queries need on this machine, with the remedy for what is wrong",
        usage: "placefind doctor [--online] [options]",
        operandLimit: 0,
        examples: [
          ("placefind doctor", "key, index, stores, terminal and the rest; exit status 1 only with an error"),
          ("placefind doctor --online", "the same, and one request to the service"),
        ]
      )
    case .schema:
      CommandEntry(
        summary: "print the JSON Schema of an answer, a record, an error, or whatever else is written as JSON",
        usage: "placefind schema [\(SchemaName.allCases.map(\.rawValue).joined(separator: "|"))]",
        actions: SchemaName.allCases.map(\.rawValue),
        operandLimit: 1,
        examples: [("placefind schema answer > answer.schema.json", "for a validator; without a name, the list")]
      )
    case .completions:
      CommandEntry(
        summary: "print the script that completes commands, options and words in a shell",
        usage: "placefind completions bash|zsh|fish",
        actions: Shell.allCases.map(\.rawValue),
        operandLimit: 1,
        examples: [
          ("source <(placefind completions bash)", "for this session of bash; `make install` installs all three"),
          ("placefind completions zsh > ~/.zfunc/_placefind", "in a directory of zsh's fpath"),
          ("placefind completions fish > ~/.config/fish/completions/placefind.fish", "for fish"),
        ]
      )
    case .manual:
      CommandEntry(
        summary: "print the manual page, which `make install` installs",
        usage: "placefind manual",
        operandLimit: 0,
        examples: [("placefind manual | man -l -", "the manual where it is not installed")]
      )
    case .help:
      CommandEntry(
        summary: "show the help of a command",
        usage: "placefind help [COMMAND]",
        operandLimit: 2,
        completion: .commands,
        examples: [("placefind help find", "the full help of the default command")]
      )
    }
  }
}
