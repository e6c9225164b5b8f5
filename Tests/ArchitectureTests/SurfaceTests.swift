import Foundation
import Testing

/// The number of public declarations of each product.
///
/// Readers must learn them, so the number grows only by a deliberate decision.
///
/// Unavailable declarations, with which the compiler explains mistakes, are counted apart.
@Suite("The public surface") struct SurfaceTests {
    private static let counts = [
        ("RequestsCore", 671), ("Requests", 181), ("RequestsEndpoints", 169), ("RequestsInspection", 0),
        ("RequestsTesting", 76),
        ("RequestsConformance", 39),
        ("RequestsOpenAPI", 77), ("RequestsCaching", 8), ("RequestsAsyncHTTPClient", 5), ("RequestsCombine", 8),
        ("RequestsCompression", 2), ("RequestsCurl", 12), ("RequestsDigest", 1), ("RequestsHummingbird", 3),
        ("RequestsLogging", 1), ("RequestsScaffold", 0), ("RequestsScaffoldPlugin", 0), ("RequestsScaffoldTool", 0),
        ("RequestsTelemetry", 2), ("RequestsXML", 5), ("RequestsYAML", 2),
    ]

    /// The numbers of unavailable declarations; the other products have none.
    private static let hints = ["RequestsCore": 36, "Requests": 9, "RequestsEndpoints": 8]

    @Test(arguments: counts) func `a product has a known number of public declarations`(
        _ product: String, count: Int
    ) throws {
        let areHints = try Self.declarations(of: product)
        #expect(areHints.count { !$0 } == count)
        #expect(areHints.count { $0 } == Self.hints[product] ?? 0)
    }

    @Test func `every product is counted`() throws {
        let sources = try FileManager.default.contentsOfDirectory(
            atPath: Checkout.root.appending(path: "Sources").path)
        #expect(Set(sources.filter { $0.hasPrefix("Requests") }) == Set(Self.counts.map(\.0)))
    }

    @Test(arguments: [
        ("    public static func a()", true), ("@inlinable public var a: Int", true),
        ("public import Foundation", false),
        ("@available(*, unavailable, message: \"a\") public init()", true), ("// public a", false),
        ("package func a()", false), ("@_exported public import Requests", false),
    ]) func `a declaration is a line that begins with public`(_ line: String, isCounted: Bool) {
        #expect(Self.isPublicDeclaration(line) == isCounted)
    }

    /// Returns whether each public declaration of a product is unavailable.
    private static func declarations(of product: String) throws -> [Bool] {
        let folder = Checkout.root.appending(path: "Sources/\(product)")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        return try paths.flatMap { path in
            var isHint = false
            return try String(contentsOf: folder.appending(path: path), encoding: .utf8).split(separator: "\n")
                .compactMap { line -> Bool? in
                    if line.contains("*, unavailable") { isHint = true }
                    if line.contains("extension ") { isHint = false }
                    guard isPublicDeclaration(line) else { return nil }
                    defer { isHint = false }
                    return isHint
                }
        }
    }

    /// Returns whether a line begins with `public`, after any attributes, and isn't an import.
    private static func isPublicDeclaration(_ line: some StringProtocol) -> Bool {
        var rest = line.drop { $0 == " " }
        while rest.hasPrefix("@") {
            rest = rest.dropFirst().drop { $0.isLetter || $0 == "_" }
            if rest.hasPrefix("(") { rest = rest.drop { $0 != ")" }.dropFirst() }
            rest = rest.drop { $0 == " " }
        }
        return rest.hasPrefix("public ") && !rest.hasPrefix("public import ")
    }
}
