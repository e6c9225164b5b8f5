import Foundation
import Testing

@Suite("Floors") struct FloorTests {
    /// The modules that have floors (those with more than 15 files in several folders), each with the number of files
    /// that may use each other in a ring.
    private static let modules = [
        ("RequestsCore", 10), ("Requests", 10), ("RequestsEndpoints", 6), ("RequestsTesting", 0),
        ("RequestsConformance", 2),
        ("RequestsOpenAPI", 6), ("RequestsCaching", 5), ("RequestsScaffold", 2),
    ]

    @Test(arguments: modules.map(\.0)) func `no file uses a type of a higher floor`(_ module: String) throws {
        let faults = try Floors.ofPage(module).faults(in: SourceFile.all(of: module))
        #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    }

    @Test(arguments: modules) func `few files use each other in a ring`(_ module: String, limit: Int) throws {
        let rings = try Owners.rings(of: SourceFile.all(of: module))
        #expect(rings.first?.count ?? 0 <= limit, "\(rings.first?.joined(separator: "\n") ?? "")")
    }

    @Test(arguments: modules.map(\.0)) func `the map names each folder once`(_ module: String) throws {
        let floors = try Floors.ofPage(module).folders
        #expect(Set(floors) == Set(try SourceFile.all(of: module).map(\.folder)))
        #expect(floors.count == Set(floors).count)
    }

    @Test func `every module with more than 15 files in folders has a map`() throws {
        let sources = Checkout.root.appending(path: "Sources")
        let large = try FileManager.default.contentsOfDirectory(atPath: sources.path).filter { module in
            let files = try SourceFile.all(of: module)
            return files.count > 15 && Set(files.map(\.folder)).count > 1
        }
        #expect(Set(large) == Set(Self.modules.map(\.0)))
    }

    /// Continuous integration tests the core only without traits, so it relies on this test.
    @Test(
        arguments: [
            "Sources/RequestsCore", "Sources/Requests", "Sources/RequestsEndpoints", "Sources/RequestsInspection",
            "Sources/RequestsTesting",
            "Sources/RequestsConformance",
            "Tests/RequestsCoreTests", "Tests/RequestsTests", "Tests/RequestsEndpointsTests",
            "Tests/RequestsTestingTests",
            "Tests/RequestsConformanceTests", "Tests/Support",
        ])
    func `no trait changes the core and its tests`(_ folder: String) throws {
        let traits = [
            "AsyncHTTPClient", "Compression", "Curl", "Digest", "Hummingbird", "Logging", "OpenCombine", "Telemetry",
            "XML",
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

    @Test func `names in interpolations count, but not those in comments and literals`() {
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
