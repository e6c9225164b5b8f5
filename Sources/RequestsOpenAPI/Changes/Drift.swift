import Foundation
public import Requests

extension RequestProviding {
    /// Compares the declared endpoints with the API provider's document.
    ///
    /// ```swift
    /// try GitHub.live.check(against: OpenAPI(contentsOf: file))
    /// ```
    ///
    /// Only declarations are compared: operations, their parameters, required properties, types and statuses. The
    /// provider's document may contain more, and set more limits. If it lists alternatives for a value, one must match.
    /// Mistakes in the document are only reported for declared operations, and for the components that these use.
    ///
    /// - Parameter document: The provider's document.
    /// - Throws: ``OpenAPIDifferences`` with the declarations that the document contradicts; ``OpenAPIProblems`` with
    ///   the reported mistakes, or if the API can't be described.
    public func check(against document: OpenAPI) throws {
        let document = document.upgraded
        // Only OpenAPI 3.2 describes the elements of streams.
        let version = document.content["openapi"]?.string?.hasPrefix("3.2") == true ? OpenAPI.Version.v3_2 : .v3_1
        let declared = try OpenAPI(declarationsOf: self, version: version)
        var check = DriftCheck(declared: declared.content, provided: document.content)
        let changes = check.changes()
        let mistakes = document.mistakes.filter { $0.effect != .harmless && check.reached.contains($0.place) }
        guard mistakes.isEmpty else { throw OpenAPIProblems(mistakes) }
        guard !changes.isEmpty else { return }
        throw OpenAPIDifferences(
            "The declarations of \(Self.self) don't match the provider's document. “Removed” marks a declared part that is missing from the document.",
            changes)
    }
}

/// Compares declarations with a provider's document.
private struct DriftCheck {
    private let declared: JSONValue.Object
    private let provided: JSONValue.Object
    /// The parts of the provider's document that declarations use.
    private(set) var reached = ReachedParts()

    init(declared: JSONValue.Object, provided: JSONValue.Object) {
        self.declared = declared
        self.provided = provided
    }

    mutating func changes() -> [OpenAPI.Change] {
        var comparison = DocumentComparison(old: declared, new: provided, isLenient: true)
        let paths = ProvidedPaths(provided)
        let bases = ProvidedPaths.basePaths(of: declared) + [""]
        for (path, item) in declared["paths"]?.object ?? [:] {
            // A provider's document contains a fixed query in the path, or as parameters.
            let plain = String(path.prefix { $0 != "?" })
            let forms = plain == path ? [path] : [path, plain]
            let candidates = forms.flatMap { form in bases.flatMap { paths.candidates(for: $0 + form) } }
            for (method, operation) in FoundOperation.all(in: item.object ?? [:], path: path) {
                let found = find(method, candidates, comparison.new)
                comparison.within(operation.name) { comparison in
                    guard let found else { return comparison.note("operation-removed", "") }
                    comparison.compare(operation, found)
                }
            }
        }
        let changes = comparison.changesOfComponents()
        for pointer in comparison.new.used { reached.insert(pointer) }
        return changes
    }

    /// Returns the first operation with a method from some paths.
    private mutating func find(
        _ method: String, _ candidates: [ProvidedPaths.Candidate], _ references: DocumentReferences
    ) -> FoundOperation? {
        for (path, value) in candidates {
            for name in [method.lowercased(), "additionalOperations", "parameters", "$ref"] {
                reached.insert(JSONPointer(["paths", path, name]))
            }
            let operations = FoundOperation.all(in: references.resolved(value).object ?? [:], path: path)
            if let found = operations.first(where: { $0.method == method }) { return found.operation }
        }
        // The paths in the servers' URLs determine which operations match.
        reached.insert(JSONPointer(["servers"]))
        return nil
    }
}

/// The parts of a document that declarations use.
///
/// Only mistakes in these parts are reported.
private struct ReachedParts {
    private var parts: Set<[String]> = []
    private var containers: Set<[String]> = []

    mutating func insert(_ pointer: JSONPointer) {
        guard parts.insert(pointer.tokens).inserted else { return }
        for length in pointer.tokens.indices { containers.insert(Array(pointer.tokens.prefix(length))) }
    }

    /// Returns whether a pointer is inside one of the parts, or points to an object that contains such a part.
    func contains(_ place: JSONPointer) -> Bool {
        containers.contains(place.tokens)
            || (0...place.tokens.count).contains { parts.contains(Array(place.tokens.prefix($0))) }
    }
}

/// A provider's paths, with and without the paths in its servers' URLs.
private struct ProvidedPaths {
    typealias Candidate = (path: String, item: JSONValue)

    /// The paths by their patterns.
    ///
    /// Paths with the same pattern differ only in the names of their placeholders.
    private var items: [String: [Candidate]] = [:]
    /// The patterns with placeholders by their number of segments, for declarations with fixed segments instead.
    private var templates: [Int: [(segments: [Substring], key: String)]] = [:]

    init(_ document: JSONValue.Object) {
        let bases = Self.basePaths(of: document) + [""]
        for (path, item) in document["paths"]?.object ?? [:] {
            for base in bases {
                let key = DocumentComparison.pattern(of: base + path)
                items[key, default: []].append((path, item))
                guard key.contains("{}"), items[key]?.count == 1 else { continue }
                let segments = key.split(separator: "/", omittingEmptySubsequences: false)
                templates[segments.count, default: []].append((segments, key))
            }
        }
    }

    /// Returns the identical path, then paths with different placeholder names, then paths with placeholders instead of
    /// fixed segments.
    func candidates(for path: String) -> [Candidate] {
        let pattern = DocumentComparison.pattern(of: path)
        let segments = pattern.split(separator: "/", omittingEmptySubsequences: false)
        let others = (templates[segments.count] ?? []).filter { template in
            template.key != pattern && zip(template.segments, segments).allSatisfy { $0 == $1 || $0 == "{}" }
        }
        let same = items[pattern] ?? []
        return same.filter { path.hasSuffix($0.path) } + same.filter { !path.hasSuffix($0.path) }
            + others.flatMap { items[$0.key] ?? [] }
    }

    /// Returns the paths in the URLs of a document's servers, without a trailing slash.
    static func basePaths(of document: JSONValue.Object) -> [String] {
        (document["servers"]?.array ?? []).compactMap { server in
            var text = server["url"]?.string ?? ""
            for (name, variable) in server["variables"]?.object ?? [:] {
                text = text.replacing("{\(name)}", with: variable["default"]?.string ?? "")
            }
            // The path begins after the authority.
            let rest = text.firstRange(of: "://").map { text[$0.upperBound...] } ?? text[...]
            let start = text.hasPrefix("/") ? text.startIndex : rest.firstIndex(of: "/")
            let path = start.map { text[$0...] } ?? ""
            return String(path.hasSuffix("/") ? path.dropLast() : path)
        }
    }
}
