import Foundation
import TestSupport

/// A page in headless Chromium, controlled with the DevTools protocol over a pair of named pipes.
final class PageBrowser {
  /// A failure of the browser itself.
  struct Failure: Error { let what: String }

  /// The path of an installed Chromium; `nil` if there is none.
  static let path = ["chromium", "chromium-browser", "google-chrome"].lazy
    .flatMap { name in ["/usr/bin/", "/usr/local/bin/", "/snap/bin/"].map { $0 + name } }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  // More at once would exceed the time limits of the tests.
  private static let running = ObservedValue(0)
  private static let maximumRunning = 3

  /// All console messages of the page, including errors and blocked loads.
  private(set) var console: [String] = []
  private let writing: Int32
  private let reading: Int32
  private var buffer = Data()
  private var lastIdentifier = 0
  private var session: String?
  private let deadline = ContinuousClock.now + .seconds(100)

  /// Passes a page to some work on a separate thread.
  ///
  /// The directory is for the pipes and the browser's own files. The window size is in CSS pixels.
  static func show<Result: Sendable>(
    _ page: String,
    in directory: TemporaryDirectory,
    width: Int = 1_280,
    height: Int = 800,
    isDark: Bool = false,
    hasForcedColors: Bool = false,
    textSize: Int = 16,
    hasScript: Bool = true,
    _ work: @escaping @Sendable (PageBrowser) throws -> Result
  ) async throws -> Result {
    guard let path else { throw Failure(what: "no browser") }
    while !running.update({ count in
      let hasRoom = count < maximumRunning
      if hasRoom { count += 1 }
      return hasRoom
    }) { await running.wait { $0 < maximumRunning } }
    defer { running.update { $0 -= 1 } }
    let pipes = [directory.file("to-browser"), directory.file("from-browser")]
    for pipe in pipes { guard unsafe mkfifo(pipe, 0o600) == 0 else { throw Failure(what: "mkfifo \(errno)") } }
    let settings = #"{"webkit":{"webprefs":{"default_font_size":\#(textSize)}}}"#
    try FileManager.default.createDirectory(
      atPath: directory.file("profile/Default"),
      withIntermediateDirectories: true
    )
    try directory.write(settings, to: "profile/Default/Preferences")
    // Opened for reading and writing, so that neither side waits for the other.
    let ends = pipes.map { unsafe open($0, O_RDWR | O_CLOEXEC) }
    defer { for end in ends { close(end) } }
    let line =
      "exec \"$0\" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --remote-debugging-pipe "
      + "--user-data-dir=\"$1\" --window-size=\(width),\(height) about:blank 3<\"$2\" 4>\"$3\""
    var browser = Invocation(
      "/bin/sh",
      ["-c", line, path, directory.file("profile"), pipes[0], pipes[1]],
      environment: ["PATH": "/usr/bin:/bin", "HOME": directory.path]
    )
    browser.limit = .seconds(110)
    async let ended = browser.run()
    let result = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let shown = PageBrowser(writing: ends[0], reading: ends[1])
        let result = Swift.Result {
          let features = [
            ("prefers-color-scheme", isDark ? "dark" : "light"), ("forced-colors", hasForcedColors ? "active" : "none"),
          ]
          try shown.begin(page, width: width, height: height, features: features, hasScript: hasScript)
          return try work(shown)
        }
        shown.send("Browser.close", [:], inSession: false)
        continuation.resume(returning: result)
      }
    }
    _ = try await ended
    return try result.get()
  }

  private init(writing: Int32, reading: Int32) {
    self.writing = writing
    self.reading = reading
  }

  private func begin(
    _ page: String,
    width: Int,
    height: Int,
    features: [(name: String, value: String)],
    hasScript: Bool
  ) throws {
    let target = try call("Target.createTarget", ["url": "about:blank"], inSession: false)
    let attached = try call(
      "Target.attachToTarget",
      ["targetId": target["targetId"] ?? "", "flatten": true],
      inSession: false
    )
    session = attached["sessionId"] as? String
    for domain in ["Runtime", "Log", "Page"] { _ = try call("\(domain).enable", [:]) }
    // A window is at least 500 pixels wide, but a phone's screen may be narrower.
    let screen: [String: Any] = ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500]
    _ = try call("Emulation.setDeviceMetricsOverride", screen)
    let media = features.map { ["name": $0.name, "value": $0.value] }
    _ = try call("Emulation.setEmulatedMedia", ["features": media])
    _ = try call("Emulation.setScriptExecutionDisabled", ["value": !hasScript])
    _ = try call("Page.navigate", ["url": URL(filePath: page).absoluteString])
    try wait(until: "document.readyState === 'complete' && !!document.getElementById('places')")
    if hasScript { try wait(until: "!!document.getElementById('status').textContent") }
  }

  // MARK: - Test actions

  /// Returns the value of a JavaScript expression, as JSON.
  @discardableResult
  func value(of expression: String) throws -> Any? {
    let response = try call("Runtime.evaluate", ["expression": expression, "returnByValue": true])
    if let problem = response["exceptionDetails"] { throw Failure(what: "\(expression): \(problem)") }
    return (response["result"] as? [String: Any])?["value"]
  }

  /// Returns the text of an element; `nil` if it doesn't exist.
  func text(of selector: String) throws -> String? {
    try value(of: "document.querySelector('\(selector)')?.textContent") as? String
  }

  /// Waits for a condition on a page.
  ///
  /// While the page loads, the expression has no value.
  func wait(until expression: String) throws {
    while ContinuousClock.now < deadline {
      if (try? value(of: expression)) as? Bool == true { return }
      usleep(10_000)
    }
    throw Failure(what: "never true: \(expression)")
  }

  /// Clicks on a point of the page.
  func click(_ x: Double, _ y: Double) throws {
    for type in ["mouseMoved", "mousePressed", "mouseReleased"] {
      _ = try call("Input.dispatchMouseEvent", ["type": type, "x": x, "y": y, "button": "left", "clickCount": 1])
    }
  }

  /// Clicks in the centre of an element.
  func click(on selector: String) throws {
    let box =
      "(() => { const b = document.querySelector(\"\(selector)\").getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()"
    guard let point = try value(of: box) as? [Double] else { throw Failure(what: "no \(selector)") }
    try click(point[0], point[1])
  }

  /// Returns the names and descriptions of the elements with a role, as a screen reader hears them.
  func heard(_ role: String) throws -> [[String]] {
    let nodes = try call("Accessibility.getFullAXTree", [:])["nodes"] as? [[String: Any]] ?? []
    return nodes.filter {
      ($0["role"] as? [String: Any])?["value"] as? String == role && $0["ignored"] as? Bool != true
    }
    .map { node in ["name", "description"].map { (node[$0] as? [String: Any])?["value"] as? String ?? "" } }
  }

  func press(_ key: String) throws {
    for type in ["keyDown", "keyUp"] {
      var parameters: [String: Any] = ["type": type, "key": key]
      if key.count == 1, type == "keyDown" { parameters["text"] = key }
      // Tab moves the focus only with the code of its key.
      if key == "Tab" { parameters["windowsVirtualKeyCode"] = 9 }
      _ = try call("Input.dispatchKeyEvent", parameters)
    }
  }

  /// Types text at the cursor.
  func type(_ text: String) throws { _ = try call("Input.insertText", ["text": text]) }

  /// Moves two fingers apart or together horizontally, centred on a point.
  func pinch(_ x: Double, _ y: Double, from first: Double, to last: Double) throws {
    func touch(_ type: String, _ distances: [Double]) throws {
      let points = distances.enumerated().map { ["x": x + $1, "y": y, "id": Double($0)] }
      _ = try call("Input.dispatchTouchEvent", ["type": type, "touchPoints": points])
    }
    try touch("touchStart", [-first])
    try touch("touchStart", [-first, first])
    for step in 1...4 {
      let distance = first + (last - first) * Double(step) / 4
      try touch("touchMove", [-distance, distance])
    }
    try touch("touchEnd", [])
  }

  /// Prints the page and returns the PDF document in base 64.
  func print() throws -> String { try call("Page.printToPDF", [:])["data"] as? String ?? "" }

  /// Prints the page and returns the number of sheets.
  func printedPageCount() throws -> Int {
    let text = String(decoding: Data(base64Encoded: try print()) ?? Data(), as: UTF8.self)
    return text.components(separatedBy: "/Type /Page").dropFirst().count { !$0.hasPrefix("s") }
  }

  /// Switches the page to its print style.
  func showAsPrinted() throws { _ = try call("Emulation.setEmulatedMedia", ["media": "print"]) }

  // MARK: - The protocol

  private func send(_ method: String, _ parameters: [String: Any], inSession: Bool) {
    lastIdentifier += 1
    var message: [String: Any] = ["id": lastIdentifier, "method": method, "params": parameters]
    if inSession, let session { message["sessionId"] = session }
    guard let data = try? JSONSerialization.data(withJSONObject: message) else { return }
    let bytes = [UInt8](data) + [0]
    _ = unsafe bytes.withUnsafeBytes { unsafe write(writing, $0.baseAddress, $0.count) }
  }

  private func call(_ method: String, _ parameters: [String: Any], inSession: Bool = true) throws -> [String: Any] {
    send(method, parameters, inSession: inSession)
    let identifier = lastIdentifier
    while true {
      let message = try nextMessage()
      note(message)
      guard message["id"] as? Int == identifier else { continue }
      if let error = message["error"] { throw Failure(what: "\(method): \(error)") }
      return message["result"] as? [String: Any] ?? [:]
    }
  }

  private func note(_ message: [String: Any]) {
    switch message["method"] as? String {
    case "Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded":
      console.append("\(message["params"] ?? "")")
    default: break
    }
  }

  private func nextMessage() throws -> [String: Any] {
    var searched = 0
    while true {
      // Foundation searches, because a loop of a debug build takes seconds for the megabytes of a printed page.
      if let end = buffer.range(of: Data([0]), in: searched..<buffer.count) {
        let data = buffer[..<end.lowerBound]
        buffer = Data(buffer[end.upperBound...])
        return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
      }
      searched = buffer.count
      var polled = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
      guard ContinuousClock.now < deadline, unsafe poll(&polled, 1, 1_000) >= 0 else {
        throw Failure(what: "the browser does not answer")
      }
      guard polled.revents != 0 else { continue }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = unsafe read(reading, &chunk, chunk.count)
      guard count > 0 else { throw Failure(what: "the browser is gone") }
      unsafe buffer.append(chunk, count: count)
    }
  }
}
