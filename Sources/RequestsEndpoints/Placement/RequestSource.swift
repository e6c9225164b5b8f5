import Foundation
import Requests

/// A request from which an input is read.
final class RequestSource {
    let pathTexts: PathTexts
    let header: HeaderFields
    let scheme: PlacementScheme
    let coding: Coding
    let data: Data
    /// The base URL of the served API.
    let baseURL: URL
    /// The format of the body.
    var format = BodyFormat.json
    let checkedTypes: (any CheckedTypes)?
    private let queryText: String
    private(set) lazy var cookies = WebCookie.list(in: header[values: .cookie])

    /// The error of listing keys, stored until it can be thrown, because `allKeys` can't throw.
    let names = AllKeysErrors()

    init(
        pathTexts: PathTexts, query: String, header: HeaderFields, data: Data, scheme: PlacementScheme,
        coding: Coding, baseURL: URL, checking types: (any CheckedTypes)? = nil
    ) {
        checkedTypes = types
        self.baseURL = baseURL
        self.pathTexts = pathTexts
        self.queryText = query
        self.header = header
        self.data = data
        self.scheme = scheme
        self.coding = coding
    }

    /// The reason why the body can't be read.
    var bodyError: (any Error)?

    /// Returns whether the values of a place are named like the values in a query or form.
    func isForm(at place: MessagePlace) -> Bool {
        switch place {
        case .query: true
        case .body, .bodyField: format.matches(.form) || format.matches("multipart/form-data")
        default: false
        }
    }

    private lazy var plainQuery = PlainQuery(queryText, coding: coding)

    private lazy var queryDecoder: Result<KeyValueDecoder, any Error> = Result {
        try KeyValueDecoder(ofQuery: queryText, coding: coding)
    }
}

extension RequestSource: MessageSource {
    var unreadableBody: (any Error)? { bodyError.map { InputIssue(place: .body, key: nil, cause: $0) } }

    func place(of wrapper: any PlacedProperty.Type) -> MessagePlace? { wrapper.place }

    func query() throws -> KeyValueDecoder { try queryDecoder.get() }

    func queryValue(named name: String) throws -> KeyValueSource? {
        switch plainQuery?.value(named: name) {
        case .value(let value): value
        case .nothing: nil
        case .unclear, nil: try query().source.child(named: name)
        }
    }

    func cookies(as type: Any.Type, _ key: any CodingKey) -> Any? {
        type == [WebCookie].self || type == [WebCookie]?.self && !cookies.isEmpty ? cookies : nil
    }

    func text(of place: MessagePlace, _ key: any CodingKey) -> TextParameter? {
        let name = key.stringValue
        switch place {
        case .path:
            let text = scheme.placeholder(for: name, coding: coding).flatMap { pathTexts[$0] }
            return text.map { TextParameter($0, key, coding: coding) }
        case .header:
            let field = scheme.field(name)
            let text = TextParameter(field: field, in: header, key, coding: coding)
            guard RegisteredField.isDateCondition(field) else { return text }
            // A server ignores a condition that is not a date (RFC 9110, sections 13.1.3 and 13.1.4).
            return text.flatMap { HTTPDate.date(of: $0.text) == nil ? nil : $0 }
        case .cookie:
            let name = coding.keys.wireName(of: name)
            return cookies.first { $0.name == name }.map { TextParameter($0.value, key, coding: coding) }
        default:
            return nil
        }
    }

    func failureBody<Value: Decodable>(_ type: Value.Type, _ key: any CodingKey) throws -> Value {
        guard let absent = Value.absentValue else { throw missing(.failureBody, key) }
        return absent
    }

    func present<Value>(_ read: () throws -> Value) throws -> Value? {
        do {
            return try names.checked(read)
        } catch let problem as InputIssue where problem.cause == nil {
            return nil
        }
    }

    func noteMissing() {}

    func missing(_ place: MessagePlace, _ key: any CodingKey) -> any Error {
        InputIssue(place: place, key: name(of: key, at: place), cause: nil)
    }

    func missingBody() -> any Error { InputIssue(place: .body, key: nil, cause: nil) }

    func problem(
        _ error: any Error, at place: MessagePlace, _ key: (any CodingKey)?, _ type: Any.Type?,
        in decoder: () throws -> (any Decoder)?
    ) -> any Error {
        if place == .nested || InputIssue.isFinal(error) { return error }
        guard let key else { return InputIssue(place: place, key: nil, cause: error) }
        var error = error
        // The error for a number in JSON doesn't include the number's position.
        if place == .body || place == .bodyField, let type = type as? any Decodable.Type {
            error = JSONError.located(error, type, in: decoder)
        }
        let name = name(of: key, at: place)
        guard let error = error as? DecodingError else { return InputIssue(place: place, key: name, cause: error) }
        return InputIssue(error, place: place, key: name, of: type, coding: coding, isInForm: isForm(at: place))
    }
}
