import Foundation
import Requests
import RequestsEndpoints

/// An endpoint with its generic types erased.
package protocol DescribedEndpoint: Sendable {
    var method: HTTPMethod { get }
    var template: PathTemplate { get }
    var header: HeaderFields { get }
    /// The options of every request.
    var options: RequestOptions { get }
    /// The idle timeout of every request in seconds; `nil` for the API's timeout.
    var timeoutInterval: Double? { get }
    var scheme: PlacementScheme { get }
    /// The type of the input; `nil` without an input.
    var inputType: (any (Codable & Sendable).Type)? { get }
    /// The type of the output; `nil` for `Void`, streams and ``StatusAlternatives``.
    var outputType: (any Decodable.Type)? { get }
    /// The status of a success.
    var status: HTTPStatus { get }
    /// The declared failures.
    var failures: [DeclaredFailure] { get }
    /// Returns an API's coding with the styles of the endpoint.
    func coding(of api: Coding) -> Coding
    /// The type of the output, even if ``outputType`` is `nil`.
    var resultType: Any.Type { get }
    /// The documentation of the endpoint.
    var documentation: EndpointDocumentation { get }
    /// The format of request bodies.
    var bodyFormat: BodyFormat { get }
    /// The format of response bodies.
    var responseFormat: BodyFormat { get }
    /// Resolves the request for an example's input; throws an error if the request can't be sent.
    func resolve(example: any Encodable & Sendable, of api: some RequestProviding) throws
}

extension DescribedEndpoint {
    /// The method and the path.
    package var route: String { "\(method.rawValue) \(template.text)" }

    /// The cases of an output that is one of ``StatusAlternatives``; `nil` for other outputs.
    package var alternatives: [DescribedAlternative]? {
        outputType == nil ? (resultType as? any StatusAlternatives.Type)?.alternatives : nil
    }

    /// The elements of the output if it is a stream; otherwise `nil`.
    package var stream: (mediaType: MediaType, elementType: Any.Type)? {
        // A stream isn't `Decodable`, so its `outputType` is `nil`.
        outputType == nil ? (resultType as? any DescribedStream.Type)?.elements : nil
    }
}

extension Endpoint: DescribedEndpoint {}

/// A stream of any element type.
private protocol DescribedStream {
    static var elements: (mediaType: MediaType, elementType: Any.Type) { get }
}

extension ElementStream: DescribedStream where Element: StreamElement {
    fileprivate static var elements: (mediaType: MediaType, elementType: Any.Type) {
        (Element.streamFormat.contentType, Element.self)
    }
}

/// An endpoint, or its property wrapper.
private protocol StoredEndpoint {
    var endpoint: any DescribedEndpoint { get }
    static var isWrapper: Bool { get }
}

extension StoredEndpoint {
    /// Returns the endpoint in a value of this type.
    static func endpoint(of value: Any) -> (any DescribedEndpoint)? { (value as? Self)?.endpoint }
}

extension Endpoint: StoredEndpoint {
    fileprivate var endpoint: any DescribedEndpoint { self }
    fileprivate static var isWrapper: Bool { false }
}

extension EndpointProperty: StoredEndpoint {
    fileprivate var endpoint: any DescribedEndpoint { wrappedValue }
    fileprivate static var isWrapper: Bool { true }
}

/// An endpoint of an API, with its name in the API.
package struct DeclaredEndpoint {
    /// The names of the properties that lead to the endpoint, such as `all` or `lists.all`.
    package let name: String
    package let endpoint: any DescribedEndpoint

    package init(name: String, endpoint: any DescribedEndpoint) {
        self.name = name
        self.endpoint = endpoint
    }

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
            if let type = type(of: child.value) as? any StoredEndpoint.Type,
                let endpoint = type.endpoint(of: child.value)
            {
                // The name of a wrapper's storage begins with an underscore.
                let name = path + label.dropFirst(type.isWrapper ? 1 : 0)
                found.append(DeclaredEndpoint(name: name, endpoint: endpoint))
            } else if depth < 4, case let inner = Mirror(reflecting: child.value), inner.displayStyle == .struct {
                collect(inner, path + label + ".", depth: depth + 1, &found)
            }
        }
    }
}
