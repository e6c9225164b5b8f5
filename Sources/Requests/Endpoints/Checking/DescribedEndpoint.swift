import Foundation

/// An endpoint, whatever its types.
protocol DescribedEndpoint: Sendable {
    var method: HTTPMethod { get }
    var path: EndpointPath { get }
    var header: HeaderFields { get }
    var scheme: PlacementScheme { get }
    /// Method and path.
    var route: String { get }
    /// `nil` where nothing goes in.
    var inputType: (any (Codable & Sendable).Type)? { get }
    /// `nil` where nothing comes out that has properties.
    var outputType: (any Decodable.Type)? { get }
    /// The status of a success.
    var status: HTTPStatus { get }
    /// Indicates whether elements come out, one after the other.
    var hasStream: Bool { get }
    /// The type of what comes out, whatever it is.
    var resultType: Any.Type { get }
}

extension DescribedEndpoint {
    /// Returns whether another endpoint has the same route, the same input and the same output.
    func isSame(as other: any DescribedEndpoint) -> Bool {
        route == other.route && resultType == other.resultType
            && inputType.map(ObjectIdentifier.init) == other.inputType.map(ObjectIdentifier.init)
    }
}

extension Endpoint: DescribedEndpoint {
    var route: String { description }
    var inputType: (any (Codable & Sendable).Type)? { input.type }
    var outputType: (any Decodable.Type)? { Output.self as? any Decodable.Type }
    var hasStream: Bool { outputType == nil && Output.self != Void.self }
    var resultType: Any.Type { Output.self }
}

/// An endpoint of an API, and what it is called there.
struct DeclaredEndpoint {
    /// The names that lead to it: `all`, `lists.all`.
    let name: String
    let endpoint: any DescribedEndpoint

    /// The endpoints that a value stores: by `@GET` and its kin, as a `let`, or in a struct that is stored.
    static func all(in value: Any) -> [DeclaredEndpoint] {
        var found: [DeclaredEndpoint] = []
        collect(Mirror(reflecting: value), "", depth: 0, &found)
        return found
    }

    private static func collect(_ mirror: Mirror, _ path: String, depth: Int, _ found: inout [DeclaredEndpoint]) {
        if let parent = mirror.superclassMirror, depth < 4 { collect(parent, path, depth: depth + 1, &found) }
        for child in mirror.children {
            guard let label = child.label else { continue }
            if let endpoint = child.value as? any DescribedEndpoint {
                found.append(DeclaredEndpoint(name: path + label, endpoint: endpoint))
                continue
            }
            let inner = Mirror(reflecting: child.value)
            let wrapped = label.hasPrefix("_") ? inner.descendant("wrappedValue") as? any DescribedEndpoint : nil
            if let wrapped {
                found.append(DeclaredEndpoint(name: path + label.dropFirst(), endpoint: wrapped))
            } else if depth < 4, inner.displayStyle == .struct {
                collect(inner, path + label + ".", depth: depth + 1, &found)
            }
        }
    }
}

/// What all requests of an endpoint have, whatever the input.
struct CheckedAPI {
    let coding: Coding
    /// The names of the fields that all have, in lower case.
    let fields: [String]
    /// The names of the items of the query that all have.
    let queryNames: [String]
    /// Whether requests of methods without content may have one all the same.
    let allowsBody: Bool

    /// - Parameters:
    ///   - coding: The coding of the API.
    ///   - endpoint: The endpoint, whose fields all have.
    ///   - baseURL: The base URL, whose query all have.
    ///   - header: What the API adds to all.
    ///   - query: What the API adds to all.
    ///   - options: What the API says of all.
    init(
        coding: Coding, endpoint: any DescribedEndpoint, baseURL: URL?, header: HeaderFields, query: [QueryItem],
        options: RequestOptions
    ) {
        self.coding = coding
        allowsBody = endpoint.method.definesContent || options.allowsBody
        fields = (Array(header) + Array(endpoint.header)).map { $0.name.rawValue.lowercased() }
        let texts = [baseURL?.query(percentEncoded: true), endpoint.path.query]
        let literal = texts.compactMap(\.self).flatMap { $0.split(separator: "&") }.map { pair in
            let name = pair.prefix { $0 != "=" }
            return name.removingPercentEncoding ?? String(name)
        }
        queryNames = literal + query.map(\.name)
    }
}
