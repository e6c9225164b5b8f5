/// What went wrong, as an API tells it in a common form: the problem details of RFC 9457.
///
/// ```swift
/// struct Bank: RequestProviding {
///     typealias Failure = Problem
///     …
/// }
///
/// } catch {
///     error.failure?.title                            // "You do not have enough credit."
///     let balance: Int? = error.failure?["balance"]   // a member of the API's own
/// }
/// ```
///
/// Any JSON object is a problem, of whatever media type: a member that is missing, unknown or of another type is left out
/// (RFC 9457, section 3.1).
public struct Problem: Hashable, Sendable {
    /// A URI that names the kind of problem; `about:blank` where the status says all.
    public var type: String

    /// A summary of the kind of problem, for people.
    public var title: String?

    /// The status, as the problem has it; that of the answer is ``RequestError/head``'s.
    public var status: HTTPStatus?

    /// What is special to this occurrence, for people.
    public var detail: String?

    /// A URI that names this occurrence.
    public var instance: String?

    /// The members of the API's own, by their names on the wire.
    private var members: [String: JSONNode] = [:]

    /// The type of a problem that has none.
    public static let blank = "about:blank"

    /// Makes a problem.
    public init(
        type: String = Problem.blank, title: String? = nil, status: HTTPStatus? = nil, detail: String? = nil,
        instance: String? = nil
    ) {
        self.type = type
        self.title = title
        self.status = status
        self.detail = detail
        self.instance = instance
    }
}

extension Problem {
    /// The names of the API's own members, as they stand in the answer, sorted.
    public var extensionNames: [String] { members.keys.sorted() }

    /// A member of the API's own (RFC 9457, section 3.2); `nil` where there is none, or one of another type.
    ///
    /// ```swift
    /// let balance: Int? = problem["balance"]
    /// problem["accounts", as: [String].self]
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name, as it stands in the answer.
    ///   - type: The type to decode.
    ///   - coding: How it is read.
    public subscript<Value: Decodable>(
        name: String, as type: Value.Type = Value.self, coding coding: Coding = .standard
    ) -> Value? {
        guard let node = members[name], let data = try? Coding.standard.jsonData(from: node) else { return nil }
        return try? coding.value(type, fromJSON: data)
    }

    /// Sets a member of the API's own; `nil` removes it.
    ///
    /// - Throws: What the encoder throws.
    public mutating func set<Value: Encodable>(_ name: String, _ value: Value?, coding: Coding = .standard) throws {
        members[name] = try value.map { try Coding.standard.value(JSONNode.self, fromJSON: coding.jsonData(from: $0)) }
    }
}

extension Problem: Codable {
    private static let standardNames: Set<String> = ["type", "title", "status", "detail", "instance"]

    /// Reads a problem from any JSON object.
    ///
    /// - Throws: `DecodingError` where it is none.
    public init(from decoder: any Decoder) throws {
        // As a dictionary names stay as they are on the wire, whatever the decoder does with keys.
        let nodes = try decoder.singleValueContainer().decode([String: JSONNode].self)
        self.init(
            type: nodes["type"]?.text ?? Problem.blank, title: nodes["title"]?.text,
            status: nodes["status"]?.integer.map { HTTPStatus($0) }, detail: nodes["detail"]?.text,
            instance: nodes["instance"]?.text
        )
        members = nodes.filter { !Self.standardNames.contains($0.key) }
    }

    /// Writes the members that are there.
    ///
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var nodes = members
        nodes["type"] = .text(type)
        nodes["title"] = title.map { .text($0) }
        nodes["status"] = status.map { .integer(Int64($0.code)) }
        nodes["detail"] = detail.map { .text($0) }
        nodes["instance"] = instance.map { .text($0) }
        var container = encoder.singleValueContainer()
        try container.encode(nodes)
    }
}
