import Foundation
import Testing

@Suite("Floors") struct FloorTests {
    @Test func `no file of the library names a type of a higher floor`() throws {
        let faults = try Floors.ofPage().faults(in: SourceFile.all(of: "Requests"))
        #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    }

    @Test func `at most ten files use each other in a ring`() throws {
        let rings = try Owners.rings(of: SourceFile.all(of: "Requests"))
        #expect(rings.first?.count ?? 0 <= 10, "\(rings.first?.joined(separator: "\n") ?? "")")
    }

    @Test func `the map names each folder once`() throws {
        let floors = try Floors.ofPage().folders
        #expect(Set(floors) == Set(try SourceFile.all(of: "Requests").map(\.folder)))
        #expect(floors.count == Set(floors).count)
    }

    /// Continuous integration relies on it: it tests the core without traits only.
    @Test(
        arguments: ["Sources/Requests", "Sources/RequestsTesting", "Tests/RequestsTests", "Tests/RequestsTestingTests"])
    func `no trait changes the core and its tests`(_ folder: String) throws {
        let traits = [
            "AsyncHTTPClient", "Compression", "Digest", "Hummingbird", "Logging", "OpenCombine", "Telemetry", "XML",
            "YAML",
        ]
        let folder = Checkout.root.appending(path: folder)
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(".swift") {
            let lines = try String(contentsOf: folder.appending(path: path), encoding: .utf8).split(separator: "\n")
            for line in lines where line.contains("#if") || line.contains("#elseif") {
                #expect(!traits.contains { line.contains($0) }, "\(path): \(line)")
            }
        }
    }

    @Test func `a reference to a higher floor is found, with its file, its type and both floors`() throws {
        let files = [
            SourceFile(path: "Low/A.swift", text: "struct A {\n let b: [B] // C\n let text = \"C \\(D.self)\"\n}"),
            SourceFile(
                path: "High/B.swift", text: "struct B { struct Inner {}\n let a: A }\nprivate final class Inner {}"),
            SourceFile(path: "High/Deep/C.swift", text: "enum C {}"), SourceFile(path: "D.swift", text: "class D {}"),
        ]
        let faults = Floors(folders: ["Low", "High"]).faults(in: files)
        #expect(
            faults == [
                "the folder . is on no floor",
                "Low/A.swift:2 (floor 1) names B of High/B.swift (floor 2)",
            ])
        #expect(
            Floors(folders: ["Low", "High", "."]).faults(in: files).last
                == "Low/A.swift:3 (floor 1) names D of D.swift (floor 3)")
        #expect(Owners.rings(of: files) == [["High/B.swift", "Low/A.swift"]])
    }

    @Test func `comments and literals name nothing, interpolations do`() {
        let text = """
            // A
            /* B /* C */ D */
            let x = "E \\(F(g: "H")) I" + #"J \\(K) \\#(L)"# + \"\"\"
                M "N" \\(O)
                \"\"\"
            let p = P<Q>(); #if R
            """
        let file = SourceFile(path: "x.swift", text: text)
        #expect(file.named.keys.sorted() == ["F", "L", "O", "P", "Q", "R"])
        #expect(file.named["P"] == 6)
    }
}
