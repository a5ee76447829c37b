// The C library declares the environment as a variable, which this program never changes.
@unsafe @preconcurrency import System

/// Reads the names of all environment variables.
///
/// Only for messages, because decoding all of them is slow.
enum EnvironmentNames {
  static func all() -> [String] {
    #if canImport(Darwin)
      guard let variables = unsafe _NSGetEnviron().pointee else { return [] }
    #else
      let variables = unsafe environ
    #endif
    var names: [String] = []
    var index = 0
    while let entry = unsafe variables[index] {
      let text = unsafe String(cString: entry)
      names.append(String(text.prefix { $0 != "=" }))
      index += 1
    }
    return names
  }
}
