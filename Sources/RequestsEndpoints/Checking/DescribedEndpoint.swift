import Foundation
import Requests

/// An endpoint with its generic types erased.
package protocol DescribedEndpoint: Sendable {
    var method: HTTPMethod { get }
    var template: PathTemplate { get }
    var header: HeaderFields { get }
    /// The options of every request.
    var options: RequestOptions { get }
    var scheme: PlacementScheme { get }
    /// The method and the path.
    var route: String { get }
    /// The type of the input; `nil` without an input.
    var inputType: (any (Codable & Sendable).Type)? { get }
    /// The type of the output; `nil` if the output has no properties, or a case for each status.
    var outputType: (any Decodable.Type)? { get }
    /// The cases of an output with a case for each status; `nil` for other outputs.
    var alternatives: [DescribedAlternative]? { get }
    /// The status of a success.
    var status: HTTPStatus { get }
    /// The declared failures.
    var failures: [DeclaredFailure] { get }
    /// Returns an API's coding with the styles of the endpoint.
    func coding(of api: Coding) -> Coding
    /// Indicates whether the output is a stream of elements.
    var hasStream: Bool { get }
    /// The type of the output, with or without properties.
    var resultType: Any.Type { get }
    /// The documentation of the endpoint.
    var documentation: EndpointDocumentation { get }
    /// The elements of the output if it is a stream; otherwise `nil`.
    var stream: StreamDescription? { get }
    /// The format of request bodies.
    var bodyFormat: BodyFormat { get }
    /// The format of response bodies.
    var responseFormat: BodyFormat { get }
    /// Makes the request for an example's input.
    func resolve(example: any Encodable & Sendable, of api: some RequestProviding) throws
}

extension DescribedEndpoint {
    var examples: [EndpointExample] { documentation.examples }

    /// Converts a value of this type; returns `nil` for other values.
    fileprivate init?(any value: Any) {
        guard let endpoint = value as? Self else { return nil }
        self = endpoint
    }

    /// Returns whether another endpoint has the same route, input type and output type.
    func isSame(as other: any DescribedEndpoint) -> Bool {
        route == other.route && resultType == other.resultType
            && inputType.map(ObjectIdentifier.init) == other.inputType.map(ObjectIdentifier.init)
    }
}

extension Endpoint: DescribedEndpoint {
    package var route: String { description }
    package var inputType: (any (Codable & Sendable).Type)? { input.type }
    package var outputType: (any Decodable.Type)? { definition.output.type }
    package var alternatives: [DescribedAlternative]? {
        outputType == nil ? (Output.self as? any StatusAlternatives.Type)?.alternatives : nil
    }
    package var hasStream: Bool {
        outputType == nil && Output.self != Void.self && !(Output.self is any StatusAlternatives.Type)
    }
    package var resultType: Any.Type { Output.self }
    package var documentation: EndpointDocumentation { parts.values.documentation }
    package func coding(of api: Coding) -> Coding { parts.coding(of: api) }
    package var stream: StreamDescription? {
        // A stream is not `Decodable`, which `outputType` already shows.
        outputType == nil ? (Output.self as? any DescribedStream.Type)?.description : nil
    }

    package func resolve(example: any Encodable & Sendable, of api: some RequestProviding) throws {
        guard let input = example as? Input else { return }
        var request = api.request(to: .unfilled, using: method).receiving(decoder)
        write(input, to: &request.parts, coding: api.coding)
        _ = try request.resolve()
    }
}

/// A property wrapper of an endpoint.
protocol EndpointWrapper {
    associatedtype Wrapped: DescribedEndpoint

    var wrappedValue: Wrapped { get }
}

extension EndpointWrapper {
    /// Returns the endpoint in a wrapper of this type.
    fileprivate static func endpoint(of value: Any) -> (any DescribedEndpoint)? { (value as? Self)?.wrappedValue }
}

extension EndpointProperty: EndpointWrapper {}

/// An endpoint of an API, with its name in the API.
package struct DeclaredEndpoint {
    /// The names of the properties that lead to the endpoint, such as `all` or `lists.all`.
    package let name: String
    package let endpoint: any DescribedEndpoint

    /// Returns the endpoints that a value stores: declared with `@GET` and similar wrappers, as a `let`, or in a stored struct.
    package static func all(in value: Any) -> [DeclaredEndpoint] {
        var found: [DeclaredEndpoint] = []
        collect(Mirror(reflecting: value), "", depth: 0, &found)
        return found
    }

    private static func collect(_ mirror: Mirror, _ path: String, depth: Int, _ found: inout [DeclaredEndpoint]) {
        if let parent = mirror.superclassMirror, depth < 4 { collect(parent, path, depth: depth + 1, &found) }
        for child in mirror.children {
            guard let label = child.label else { continue }
            // Casting the type is much faster than casting the value.
            if let type = type(of: child.value) as? any DescribedEndpoint.Type,
                let endpoint = type.init(any: child.value)
            {
                found.append(DeclaredEndpoint(name: path + label, endpoint: endpoint))
            } else if let type = type(of: child.value) as? any EndpointWrapper.Type,
                let endpoint = type.endpoint(of: child.value)
            {
                // The name of a wrapper's storage begins with an underscore.
                found.append(DeclaredEndpoint(name: path + label.dropFirst(), endpoint: endpoint))
            } else if depth < 4, case let inner = Mirror(reflecting: child.value), inner.displayStyle == .struct {
                collect(inner, path + label + ".", depth: depth + 1, &found)
            }
        }
    }
}

/// The parts that all requests of an endpoint share, for any input.
struct CheckedAPI {
    let coding: Coding
    /// The names of the header fields that all requests contain, in lower case.
    let fields: [String]
    /// The names of the query items that all requests contain.
    let queryNames: [String]
    /// Indicates whether requests may have a body although their method has none by convention.
    let allowsBody: Bool
    /// Indicates whether segments of the path may be `.` or `..`.
    let allowsDotSegments: Bool

    /// - Parameters:
    ///   - coding: The coding of the API.
    ///   - endpoint: The endpoint, whose header fields all requests contain.
    ///   - baseURL: The base URL, whose query all requests contain.
    ///   - header: The fields that the API adds to all requests.
    ///   - query: The query items that the API adds to all requests.
    ///   - options: The options that the API sets for all requests.
    init(
        coding: Coding, endpoint: any DescribedEndpoint, baseURL: URL?, header: HeaderFields, query: [QueryItem],
        options: RequestOptions
    ) {
        self.coding = endpoint.coding(of: coding)
        var options = options
        options.take(over: endpoint.options)
        allowsBody = endpoint.method.definesContent || options.allowsBody
        allowsDotSegments = options.allowsDotSegments
        fields = (Array(header) + Array(endpoint.header)).map { $0.name.rawValue.lowercased() }
        let baseItems = PercentEncoding.items(ofQuery: baseURL?.query(percentEncoded: true) ?? "")
        queryNames = (baseItems + endpoint.template.queryItems).map(\.name) + query.map(\.name)
    }
}
