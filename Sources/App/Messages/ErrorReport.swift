import Domain

/// The code of a failure for scripts, its message for a person, and the exit status.
///
/// Its extensions hold all messages: what happened, why, and what to do next.
struct ErrorReport: Sendable, Hashable {
  /// A stable code for scripts.
  let code: String
  /// The message.
  let message: String
  /// Whether the same query may succeed later.
  let isRetryable: Bool
  /// The status the program ends with.
  let status: ExitStatus

  /// Makes a report.
  init(_ code: String, _ status: ExitStatus, retryable: Bool = false, _ message: String) {
    self.code = code
    self.message = message
    isRetryable = retryable
    self.status = status
  }

  /// Reports a failure.
  init(_ failure: Failure) {
    switch failure {
    case .usage(let error): self.init(error)
    case .search(let error): self.init(error)
    case .keyUnusable(.environment):
      self.init(
        "key_unusable",
        .keyRefused,
        "The key in KAKAO_REST_API_KEY contains spaces or characters that are not allowed in a key; copy the REST API key again."
      )
    case .keyUnusable(.file(let path)):
      self.init(
        "key_unusable",
        .keyRefused,
        "\(path == "-" ? "Standard input" : path) contains no key; write the REST API key on one line, alone or as "
          + "KAKAO_REST_API_KEY=…"
      )
    case .file(let failure): self.init(failure)
    case .conflict(let conflict): self.init(conflict)
    case .descriptorsMissing(let left, let needed):
      self.init(
        "descriptors_missing",
        .fileFailed,
        "This process can open \(counted(left, "more file descriptor")), and needs \(needed) for files and connections. "
          + "Raise the limit: ulimit -n 256"
      )
    case .memoryMissing(let allowed, let needed):
      self.init(
        "memory_missing",
        .fileFailed,
        "This process may use \(allowed) MiB of memory, and needs \(needed) MiB. Raise the limit: ulimit -v \(needed * 1_024)"
      )
    case .indexExists(let summary, let isOutputNamed): self.init(existing: summary, isOutputNamed: isOutputNamed)
    case .output(_, .brokenPipe): self.init("reader_gone", .brokenPipe, "Broken pipe.")
    case .output(let path, .refused(let reason)):
      self.init(
        "output_failed",
        .fileFailed,
        "Could not write to \(path ?? "standard output"): \(reason). The output is not complete."
      )
    case .stopped(let status): self.init("stopped", status, "")
    case .pageNotOpened(let path, let failure):
      self.init(
        "page_not_opened",
        .fileFailed,
        "The page is at \(path), but \(Self.sentence(for: failure)); open it in a browser."
      )
    case .incomplete(let answer): self.init(answer)
    case .index(let error): self.init(error)
    case .batch(let failure): self.init(failure)
    case .store(let error): self.init(error)
    case .notLocated(let failure): self.init(failure)
    case .noSuchPlace(let word, let lastCount): self.init(noPlace: word, lastCount: lastCount)
    case .pageMissing(let name):
      self.init("page_missing", .nothingFound, "\(name) has no page.")
    case .nothingFound(let answer): self.init("nothing_found", .nothingFound, "\(answer.sentence).")
    }
  }

  /// Reports an answer that lacks places although a complete one was required.
  init(_ answer: PartialAnswer) {
    self.init("incomplete", .incomplete, "--require-complete: \(answer.sentence).")
  }

  /// Why a page was not opened, to go on in a sentence.
  static func sentence(for failure: OpeningFailure) -> String {
    switch failure {
    case .noProgram: "there is no program to open it with (xdg-open)"
    case .refused(let program, let status): "\(program) could not open it (exit status \(status))"
    }
  }

  private init(_ failure: FileFailure) {
    switch failure.reason {
    case .exists:
      self.init("file_exists", .fileFailed, "\(failure.path) already exists; use --force to overwrite it.")
    case .isDirectory:
      self.init("file_is_directory", .fileFailed, "\(failure.path) is a directory; name a file.")
    case .isNotRegularFile:
      self.init("file_failed", .fileFailed, "\(failure.path) is a device or a pipe; an index needs a regular file.")
    case .tooLarge(let limit):
      self.init("file_too_large", .fileFailed, "\(failure.path) is too large: it may have at most \(limit) bytes.")
    case .refused(let reason):
      self.init("file_failed", .fileFailed, "Could not read \(failure.path): \(reason).")
    case .unwritable(let reason):
      self.init("file_failed", .fileFailed, "Could not write \(failure.path): \(reason).")
    }
  }

  private init(_ conflict: OutputConflict) {
    switch conflict {
    case .isRead(let path, let role):
      let what =
        switch role {
        case .input: "the input"
        case .index: "the index"
        case .key: "the key file"
        }
      self.init("output_is_input", .usage, "\(path) is also \(what), which would be overwritten; name another file.")
    case .isNamedTwice(let option, let other):
      self.init("usage", .usage, "\(option.spelling) and \(other.spelling) name the same file; each needs its own.")
    case .isStandardOutput(let path):
      self.init("output_is_output", .usage, "\(path) is also standard output; name another file.")
    }
  }

  /// The line for standard error.
  func bytes(as format: ErrorFormat) -> [UInt8] {
    switch format {
    case .text: [UInt8]("placefind: \(TerminalText.cleaned(message))\n".utf8)
    case .json:
      JSONWriter.document {
        $0.object("error") {
          $0.errorMembers(code: code, message: message, isRetryable: isRetryable)
          $0.member("exit", Int(status.rawValue))
        }
      }
    }
  }
}
