import Foundation
public import Requests

extension RequestProviding {
    /// Compares the declared endpoints with the document of the API's provider.
    ///
    /// ```swift
    /// try GitHub.live.check(against: OpenAPI(contentsOf: file))
    /// ```
    ///
    /// Only declarations are compared: the operation, its parameters, required properties, types and statuses. The provider's
    /// document may have more, and more limits. If it lists alternatives, one of them must fit.
    ///
    /// - Parameter document: The document of the provider.
    /// - Throws: ``OpenAPIDifferences`` with the declarations that the document contradicts; ``OpenAPIProblems`` if the API can't be
    ///   described.
    public func check(against document: OpenAPI) throws {
        // Only 3.2 describes the elements of streams.
        let version = document.content["openapi"]?.text?.hasPrefix("3.2") == true ? OpenAPI.Version.v3_2 : .v3_1
        let declared = try OpenAPI(self, info: .init(title: "\(Self.self)", version: "1"), version: version)
        let changes = DriftCheck(declared: declared.content, provided: document.content).changes()
        guard !changes.isEmpty else { return }
        throw OpenAPIDifferences(
            "The declarations of \(Self.self) differ from the document of the provider. “Removed” is missing there.",
            changes)
    }
}

/// Compares declarations with the document of a provider.
private struct DriftCheck {
    let declared: JSONValue.Object
    let provided: JSONValue.Object

    func changes() -> [OpenAPI.Change] {
        var comparison = DocumentComparison(old: declared, new: provided, isLenient: true)
        let paths = ProvidedPaths(provided, comparison.new)
        let bases = ProvidedPaths.basePaths(of: declared) + [""]
        for (path, item) in declared["paths"]?.members ?? [:] {
            for (method, operation) in FoundOperation.all(in: item.members ?? [:], path: path) {
                let found = bases.lazy.compactMap { paths.operation(method, $0 + path) }.first
                comparison.within(operation.name) { comparison in
                    guard let found else { return comparison.note("operation-removed", "") }
                    comparison.compare(operation, found)
                }
            }
        }
        return comparison.changesOfComponents()
    }
}

/// The paths of a provider, with and without those of its servers.
private struct ProvidedPaths {
    private var items: [String: (path: String, item: JSONValue.Object)] = [:]
    /// The paths by their number of segments, for those that are declared with texts in the place of placeholders.
    private var templates: [Int: [(segments: [Substring], key: String)]] = [:]

    init(_ document: JSONValue.Object, _ references: DocumentReferences) {
        let bases = Self.basePaths(of: document) + [""]
        for (path, value) in document["paths"]?.members ?? [:] {
            guard let item = references.resolved(value).members else { continue }
            for base in bases {
                let key = DocumentComparison.pattern(of: base + path)
                if items[key] != nil { continue }
                items[key] = (path, item)
                guard key.contains("{}") else { continue }
                let segments = key.split(separator: "/", omittingEmptySubsequences: false)
                templates[segments.count, default: []].append((segments, key))
            }
        }
    }

    /// Returns the operation of a path: of the same path, or of one that has placeholders for its texts.
    func operation(_ method: String, _ path: String) -> FoundOperation? {
        let pattern = DocumentComparison.pattern(of: path)
        if let found = items[pattern].flatMap({ operation(method, $0) }) { return found }
        let segments = pattern.split(separator: "/", omittingEmptySubsequences: false)
        return templates[segments.count]?.lazy.compactMap { template in
            let fits = zip(template.segments, segments).allSatisfy { $0 == $1 || $0 == "{}" }
            return fits ? items[template.key].flatMap { operation(method, $0) } : nil
        }.first
    }

    private func operation(_ method: String, _ found: (path: String, item: JSONValue.Object)) -> FoundOperation? {
        FoundOperation.all(in: found.item, path: found.path).first { $0.method == method }?.operation
    }

    /// The paths of the servers of a document, without a slash at the end.
    static func basePaths(of document: JSONValue.Object) -> [String] {
        (document["servers"]?.elements ?? []).compactMap { server in
            var text = server["url"]?.text ?? ""
            for (name, variable) in server["variables"]?.members ?? [:] {
                text = text.replacing("{\(name)}", with: variable["default"]?.text ?? "")
            }
            // The path begins behind the authority.
            let rest = text.firstRange(of: "://").map { text[$0.upperBound...] } ?? text[...]
            let start = text.hasPrefix("/") ? text.startIndex : rest.firstIndex(of: "/")
            let path = start.map { text[$0...] } ?? ""
            return String(path.hasSuffix("/") ? path.dropLast() : path)
        }
    }
}
