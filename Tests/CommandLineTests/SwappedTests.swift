import Foundation
import TestSupport
import Testing

/// Swapped coordinates on the command line.
@Suite(.timeLimit(.minutes(20))) struct SwappedTests {
  private let home = TemporaryDirectory()

  private func run(_ line: String) async throws -> Invocation.Outcome {
    try await Placefind.run(line, environment: ["HOME": home.path])
  }

  private func write(_ text: String, to name: String) throws -> String {
    let path = home.file(name)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test func `a point, a rectangle and a table inside the index only when swapped are refused`() async throws {
    let places = try write("id,name,lat,lng,category\na,A,47.0,8.0,cafe\nb,B,47.2,8.2,cafe\n", to: "a.csv")
    let index = home.file("a.pfx")
    #expect(try await run("index build \(places) -o \(index)").status == 0)
    let point = try await run("-c bank --at 8.1,47.1 -r 20km --index \(index)")
    #expect(point.status == 2 && point.output.isEmpty)
    #expect(point.errors.contains("8.1,47.1 is outside the bounds of the index."), "\(point.errors)")
    #expect(point.errors.contains("Then it is 47.1,8.1."), "\(point.errors)")
    let far = try await run("-c cafe --at 8.1,47.1 -r 1km --index \(index)")
    #expect(far.status == 0 && far.errors.contains("The area is outside the bounds of the source"), "\(far.errors)")
    #expect(far.errors.contains("Did you swap latitude and longitude? Then it is 47.1,8.1."), "\(far.errors)")
    let none = try await run("-c cafe --bbox 47.05,8.05,47.1,8.1 --index \(index)")
    #expect(none.status == 0 && none.errors.contains("Then it is 8.05,47.05,8.1,47.1."), "\(none.errors)")
    let box = try await run("-c cafe --bbox 47,8,47.1,8.1 --index \(index)")
    #expect(box.status == 2 && box.errors.contains("Then it is 8,47,8.1,47.1."), "\(box.errors)")
    let turned = try await run("-c cafe --bbox 8.1,46.9,7.9,47.1 --index \(index)")
    #expect(turned.status == 0 && turned.errors.contains("west and east? Then it is 7.9,46.9,8.1,47.1."), "\(turned)")
    let pacific = try await run("-c cafe --bbox 179,-20,-179,-10 --index \(index)")
    #expect(pacific.status == 0 && !pacific.errors.contains("Did you swap"), "\(pacific)")
    let outside = try await run("-c cafe --at 20,20 -r 1km --index \(index)")
    #expect(
      outside.status == 0 && outside.errors.contains("The area is outside the bounds of the source"),
      "\(outside.errors)"
    )

    let rows = try write("id,lat,lng\na,8.1,47.1\nb,47.1,8.1\nc,8.15,47.12\n", to: "rows.csv")
    let batch = try await run("batch \(rows) -c cafe -r 20km --index \(index)")
    let records = batch.output.split(separator: "\n")
    #expect(batch.status == 0 && records.count == 3)
    #expect(records[0].contains(#""status":"empty""#) && records[0].contains(#""complete":false"#), "\(records[0])")
    #expect(records[1].contains(#""status":"ok""#) && records[2].contains(#""status":"empty""#))
    #expect(batch.errors.contains("look swapped in 2 of the first 3 rows. Name the columns"), "\(batch.errors)")
    let joined = try await run("batch \(rows) --nearest cafe --index \(index)")
    #expect(joined.status == 0 && !joined.output.contains("invalid"), "\(joined)")
    #expect(joined.errors.contains("look swapped in 2 of the first 3 rows. Name the columns"), "\(joined.errors)")
    #expect(try await run("batch \(rows) -c cafe --index \(index) --dry-run").output.contains("invalid     0\n"))
    let swapped = try write("id,name,lat,lng,category\nc,C,8.1,47.1,cafe\nd,D,8.15,47.2,cafe\n", to: "b.csv")
    let warning = "Latitude and longitude look swapped in \(swapped)"
    for line in [
      "index add \(swapped) -o \(index)", "index build \(places) \(swapped) -o \(home.file("b.pfx"))",
      "index build \(swapped) -o \(home.file("c.pfx")) --covers 7,46,9,48",
    ] {
      let built = try await run(line)
      #expect(built.status == 0 && built.errors.contains(warning), "\(line): \(built.errors)")
      #expect(built.errors.split(separator: "look swapped").count == 2, "\(built.errors)")
    }
  }
}
