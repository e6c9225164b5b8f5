import Requests
import RequestsEndpoints
import RequestsInspection

/// The endpoint of an explained request.
struct ExplainedEndpoint {
    /// A property of the input.
    struct Property {
        let key: String
        let place: MessagePlace
        /// The placeholder that the property fills.
        let placeholder: String?
        /// The type; `nil` if only a value is available.
        var type: (any Decodable.Type)?
        /// Indicates whether the query may have several items with the property's name.
        var isList = true
    }

    /// The name of the endpoint's property or request type; for any other endpoint, its method and path.
    let name: String
    let template: PathTemplate
    let header: HeaderFields
    let options: RequestOptions
    /// The timeout in seconds; `nil` for the API's timeout.
    let timeout: Double?
    let bodyFormat: BodyFormat
    private(set) var properties: [Property] = []
    /// Indicates whether the input has no known properties.
    private(set) var isWhole = false
    /// Indicates whether an input without properties is the body.
    let hasWholeBody: Bool

    private init(_ endpoint: any DescribedEndpoint, name: String) {
        self.name = name
        template = endpoint.template
        header = endpoint.header
        options = endpoint.options
        timeout = endpoint.timeoutInterval
        bodyFormat = endpoint.bodyFormat
        hasWholeBody = endpoint.scheme.others == .bodyField && endpoint.scheme.onlyPlaceholder == nil
    }

    /// Makes an endpoint with the properties of its input type.
    init(_ endpoint: any DescribedEndpoint, name: String, coding: Coding) {
        self.init(endpoint, name: name)
        guard let type = endpoint.inputType else { return }
        guard case .object(let properties)? = try? TypeShape(of: type) else {
            isWhole = true
            return
        }
        self.properties = properties.map { property in
            let place = property.place ?? endpoint.scheme.place(of: property.key, property.type, coding: coding)
            let type = (property.type as? any OptionalType.Type)?.wrappedType ?? property.type
            return Property(
                key: property.key, place: place,
                placeholder: place == .path ? endpoint.scheme.placeholder(for: property.key, coding: coding) : nil,
                type: property.type, isList: type != String.self && type is any Collection.Type)
        }
    }

    /// Makes an endpoint with the properties that an input encodes.
    init(_ endpoint: any DescribedEndpoint, name: String, input: some Codable, coding: Coding) {
        self.init(endpoint, name: name)
        properties = endpoint.inputProperties(of: input, coding: coding).properties.map { property in
            Property(
                key: property.key, place: property.place,
                placeholder: property.place == .path
                    ? endpoint.scheme.placeholder(for: property.key, coding: coding) : nil)
        }
        isWhole = properties.isEmpty && endpoint.inputType != nil
    }

    /// Returns the source of a placeholder.
    func source(of placeholder: String) -> RequestExplanation.Source {
        properties.first { $0.placeholder == placeholder }.map { .property($0.key) } ?? .input
    }

    /// Returns the percent-encoded values of the placeholders in a path; empty if the template doesn't match.
    func values(in path: Substring) -> [String: String] {
        let segments = path.split(separator: "/").map(String.init)
        var values: [String: String] = [:]
        let restCount = segments.count - template.segments.count + 1
        guard restCount >= 1 else { return [:] }
        var index = 0
        for segment in template.segments {
            guard index < segments.count else { return [:] }
            switch segment {
            case .literal: index += 1
            case .value(let name):
                values[name] = segments[index]
                index += 1
            case .rest(let name):
                guard index + restCount <= segments.count else { return [:] }
                values[name] = segments[index..<(index + restCount)].joined(separator: "/")
                index += restCount
            case .pattern:
                for value in segment.values(in: segments[index]) ?? [] { values[value.name] = value.text }
                index += 1
            }
        }
        return values.filter { name, value in !value.hasPrefix("%7B\(name)") && !value.hasPrefix("{\(name)") }
    }
}
