import Foundation
import TestSupport
import Testing

/// The completions in each installed shell.
@Suite(.timeLimit(.minutes(20))) struct ShellTests {
  private static func path(of program: String) -> String? {
    ["/usr/bin/", "/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + program }
      .first(where: FileManager.default.isExecutableFile)
  }

  private func environment(_ directory: TemporaryDirectory) throws -> [String: String] {
    let program = try #require(BuiltProduct.path(of: "placefind"))
    let folder = URL(fileURLWithPath: program).deletingLastPathComponent().path
    return [
      "PATH": "\(folder):/usr/bin:/bin:/usr/local/bin", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "HOME": directory.path,
      "TERM": "dumb", "HISTFILE": "/dev/null",
    ]
  }

  /// Typed lines with tabs, and the output of the completed command.
  private static let lines: [(typed: String, printed: String)] = [
    ("placefind catego\t phar\t -f json", #""slug":"pharmacy""#),
    ("placefind categories 주유\t --form\tjs\t", #""slug":"gas""#),
    ("placefind ind\tver\tpla\t", "every byte"),
    ("placefind --at 37.5,127 --index=pla\t -c caf\t -f cs\t", "가온카페"),
  ]

  @Test(
    .enabled(if: path(of: "bash") != nil && path(of: "zsh") != nil, "bash or zsh is not installed: NOT tested there"),
    arguments: [
      ("bash", "--norc --noprofile -i", "bind 'set bell-style none'; source <(placefind completions bash)"),
      ("zsh", "-f -i", "autoload -U compinit; compinit -u -D; unsetopt beep; source <(placefind completions zsh)"),
    ]
  )
  func `a tabulator completes`(shell: String, options: String, preparation: String) async throws {
    guard let path = Self.path(of: shell) else { return }
    try await TemporaryDirectory.with { directory in
      var environment = try environment(directory)
      environment["XDG_DATA_HOME"] = directory.path
      try directory.write("name,lat,lng,category\n가온카페,37.5,127,cafe\n", to: "rows.csv")
      let index = try Placefind.invocation([
        "index", "build", directory.file("rows.csv"), "-o", directory.file("places.pfx"),
      ])
      #expect(try await index.run().status == 0)
      let words = options.split(separator: " ").map(String.init)
      let run = Invocation(path, words, environment: environment)
      let outcome = try await TerminalSession.run(run) { session in
        session.type("cd \(directory.path); PS1='rea''dy '; \(preparation)\r")
        for line in Self.lines {
          session.wait(for: "ready ")
          session.type(line.typed + "\r")
          session.wait(for: line.printed)
        }
        session.type("exit\r")
      }
      #expect(outcome.missed.isEmpty, "\(outcome.output)")
    }
  }

  @Test(.enabled(if: path(of: "fish") != nil, "fish is not installed: NOT tested there"))
  func `fish completes`() async throws {
    let path = try #require(Self.path(of: "fish"))
    try await TemporaryDirectory.with { directory in
      let script = """
        placefind completions fish | source
        complete -C "placefind -c pharm"; complete -C "placefind --format=geo"; complete -C "placefind "
        cd \(directory.path); complete -C "placefind --index=row"; complete -C "placefind batch ro"
        mkdir "of me"; touch "of me/a.csv"
        complete -C "placefind batch of\\ me/"; complete -C 'placefind --within "of me/'
        complete -C "placefind -c 'cafe,bake"
        """
      try directory.write("", to: "rows.csv")
      let run = Invocation(path, ["--no-config", "-c", script], environment: try environment(directory))
      let outcome = try await run.run()
      let words = outcome.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
      for word in [
        "pharmacy", "--format=geojson", "browse", "--index=rows.csv", "rows.csv", "of me/a.csv", "cafe,bakery",
      ] {
        #expect(words.contains(word), "\(word): \(outcome)")
      }
      #expect(words.count { $0 == "of me/a.csv" } == 2, "\(outcome)")
    }
  }

  @Test(.enabled(if: path(of: "mandoc") != nil, "mandoc is not installed: the manual is NOT checked"))
  func `the manual page is free of errors and warnings`() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.write(try await Placefind.run("manual").output, to: "placefind.1")
      let mandoc = try #require(Self.path(of: "mandoc"))
      let lint = try await Invocation(mandoc, ["-Tlint", directory.file("placefind.1")]).run()
      #expect(lint.status == 0 && lint.output.isEmpty && lint.errors.isEmpty, "\(lint.output)")
      let shown = try await Invocation(mandoc, ["-Tutf8", directory.file("placefind.1")]).run()
      for word in ["--category", "KAKAO_REST_API_KEY", "placefind -c gas --at", "EXIT STATUS"] {
        #expect(shown.output.replacing(/.\u{8}/, with: "").contains(word), "\(word)")
      }
      guard let man = Self.path(of: "man") else { return }
      let environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MANROFFSEQ": "", "MANWIDTH": "80"]
      let page = try await Invocation(
        man,
        ["--warnings", "-l", directory.file("placefind.1")],
        environment: environment
      )
      .run()
      #expect(page.status == 0 && page.errors.isEmpty, "\(page.errors)")
    }
  }
}
