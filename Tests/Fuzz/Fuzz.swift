import Foundation

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Runs libFuzzer after writing the seeds to the first folder, whose name ends with a slash.
///
/// A short input describes a long one: its first bytes select the target, the size of the parts, and the offset of the
/// rest in the buffer.
@main enum Fuzz {
  static func main() throws {
    var arguments = unsafe CommandLine.unsafeArgv
    var count = CommandLine.argc
    // A file is an input to read again; new inputs are written to the first folder.
    let folder = CommandLine.arguments.dropFirst().first { !$0.hasPrefix("-") }
    if let folder, folder.hasSuffix("/") {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for (number, seed) in FuzzSeeds.all.enumerated() {
        try Data(seed).write(to: URL(filePath: "\(folder)/seed-\(number)"))
      }
    }
    let status = unsafe runDriver(&count, &arguments, readInput)
    exit(status)
  }

  fileprivate static func read(_ bytes: [UInt8]) {
    guard let input = FuzzInput(bytes) else { return }
    switch input.target {
    case .file: ImportTarget.read(input)
    case .index: IndexTarget.read(input)
    case .store: StoreTarget.read(input)
    case .elements: ElementsTarget.read(input)
    case .blobs: ElementsTarget.decode(input)
    case .hours: HoursTarget.read(input)
    case .terms: TermsTarget.read(input)
    }
  }
}

private func readInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Fuzz.read(unsafe Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}

/// The description in the bytes of libFuzzer.
struct FuzzInput {
  /// The code under test.
  enum Target: UInt8, CaseIterable {
    case file
    case index
    case store
    case elements
    case blobs
    case hours
    case terms
  }

  /// The only target to run, whatever the inputs select; a run with one target tries more inputs for it.
  private static let onlyTarget = ProcessInfo.processInfo.environment["PLACEFIND_FUZZ_TARGET"].flatMap { name in
    Target.allCases.first { "\($0)" == name }
  }
  private static let paddings = [0, 4_000, 65_400, 130_900, 262_000, 524_100, 1_048_400]
  private static let parts = [1, 7, 4_096, 65_536, 1 << 18]

  let target: Target
  /// The number of bytes before the rest.
  let paddingByteCount: Int
  /// The number of bytes that a stream returns at a time.
  let partByteCount: Int
  /// A value with a meaning chosen by each target.
  let choice: UInt8
  let rest: [UInt8]

  /// Parses bytes; `nil` if there are too few.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 6 else { return nil }
    target = Self.onlyTarget ?? Target.allCases[Int(bytes[0]) % Target.allCases.count]
    let padding = Self.paddings[Int(bytes[1]) % Self.paddings.count]
    paddingByteCount = padding == 0 ? 0 : padding + Int(bytes[2])
    // Reading a megabyte byte by byte takes too long.
    let part = Self.parts[Int(bytes[3]) % Self.parts.count]
    partByteCount = paddingByteCount > 65_536 ? max(4_096, part) : part
    choice = bytes[4]
    rest = Array(bytes[5...])
  }

  /// Returns the bytes of an input with padding before the rest.
  static func seed(
    _ target: Target,
    padding: UInt8 = 0,
    more: UInt8 = 0,
    part: UInt8 = 2,
    choice: UInt8 = 0,
    _ rest: [UInt8]
  ) -> [UInt8] {
    [target.rawValue, padding, more, part, choice] + rest
  }
}

/// Stops the run, so that libFuzzer keeps the input.
func require(_ condition: Bool, _ rule: String) {
  if !condition { fatalError(rule) }
}
