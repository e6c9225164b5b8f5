/// A description of a failure in the standard format for APIs, the problem details of RFC 9457.
///
/// ```swift
/// struct Bank: RequestProviding {
///     typealias Failure = ProblemDetails
///     …
/// }
///
/// } catch {
///     error.failure?.title                            // "You do not have enough credit."
///     let balance: Int? = error.failure?["balance"]   // a member of the API's own
/// }
/// ```
///
/// Any JSON object can be decoded as a problem, regardless of its media type. A standard member of the wrong type is treated as
/// missing (RFC 9457, section 3.1).
public struct ProblemDetails: Hashable, Sendable {
    /// A URI that identifies the kind of problem; `about:blank` if the status is sufficient.
    public var type: String

    /// A human-readable summary of the kind of problem.
    public var title: String?

    /// The status in the body; the status of the response is in ``RequestError/head``.
    public var status: HTTPStatus?

    /// A human-readable explanation of this occurrence.
    public var detail: String?

    /// A URI that identifies this occurrence.
    public var instance: String?

    /// The additional members of the API, by name on the wire.
    private var members: [String: JSONValue] = [:]

    /// The type of a problem without a `type` member.
    @usableFromInline
    static let blank = "about:blank"

    /// Makes a problem.
    public init(
        type: String = ProblemDetails.blank, title: String? = nil, status: HTTPStatus? = nil, detail: String? = nil,
        instance: String? = nil
    ) {
        self.type = type
        self.title = title
        self.status = status
        self.detail = detail
        self.instance = instance
    }
}

extension ProblemDetails {
    /// An additional member of the API (RFC 9457, section 3.2); `nil` if it is missing or can't be decoded as the type.
    ///
    /// ```swift
    /// let balance: Int? = problem["balance"]
    /// problem["accounts", as: [String].self]
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name, exactly as in the response.
    ///   - type: The type to decode.
    ///   - coding: The styles for reading the value.
    public subscript<Value: Decodable>(
        name: String, as type: Value.Type = Value.self, coding coding: Coding = .standard
    ) -> Value? {
        try? members[name]?.decode(type, coding: coding)
    }

    /// Sets an additional member of the API; `nil` removes it.
    ///
    /// - Throws: The error of the encoder.
    public mutating func set<Value: Encodable>(_ name: String, _ value: Value?, coding: Coding = .standard) throws {
        members[name] = try value.map { try JSONValue(encoding: $0, coding: coding) }
    }
}

extension ProblemDetails: Codable {
    private static let standardNames: Set<String> = ["type", "title", "status", "detail", "instance"]

    /// Decodes a problem from any JSON object.
    ///
    /// - Throws: `DecodingError` if the JSON is not an object.
    public init(from decoder: any Decoder) throws {
        // In a dictionary, names are as on the wire, regardless of the decoder's key strategy.
        let values = try decoder.singleValueContainer().decode([String: JSONValue].self)
        self.init(
            type: values["type"]?.string ?? ProblemDetails.blank, title: values["title"]?.string,
            status: values["status"]?.integer.map { HTTPStatus($0) }, detail: values["detail"]?.string,
            instance: values["instance"]?.string
        )
        members = values.filter { !Self.standardNames.contains($0.key) }
    }

    /// Encodes the members that have a value.
    ///
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var values = members
        values["type"] = .string(type)
        values["title"] = title.map { .string($0) }
        values["status"] = status.map { JSONValue($0.code) }
        values["detail"] = detail.map { .string($0) }
        values["instance"] = instance.map { .string($0) }
        var container = encoder.singleValueContainer()
        try container.encode(values)
    }
}
