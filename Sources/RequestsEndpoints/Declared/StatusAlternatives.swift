import Requests

/// An output with a case for each successful status of an endpoint.
///
/// ```swift
/// enum Statistics: StatusAlternatives {
///     case ok([Week])         // 200, with a body
///     case accepted           // 202, without one
/// }
///
/// @GET("/statistics")  var statistics: Endpoint<Void, Statistics>
///
/// switch try await session.perform(api.request(\.statistics)) {
/// case .ok(let weeks): show(weeks)
/// case .accepted: tryLater()
/// }
/// ```
///
/// A case has the name of a status from 200 to 299, such as ``/Requests/HTTPStatus/created``. For other names and statuses,
/// set the coding keys: `enum CodingKeys: String, CodingKey { case ready = "200", computing = "202" }`.
///
/// The associated value is like the output of any endpoint: a body, or a type with wrappers. A case can have only one
/// associated value. The compiler makes the conformance to `Codable`; an enum must not replace it. A case that doesn't
/// name a status can't be sent, and `check()` can't find such a case.
///
/// If a response has a successful status without a case, decoding throws ``/Requests/RequestErrorCode/decodingFailed``. For
/// failed responses, see ``Endpoint/failures(_:as:)``.
public protocol StatusAlternatives: Codable, Sendable {}

/// The status of a case, by the case's coding key.
enum AlternativeKey {
    private static let names: [String: HTTPStatus] = [
        "ok": .ok, "created": .created, "accepted": .accepted, "noContent": .noContent,
        "resetContent": .resetContent, "partialContent": .partialContent,
    ]

    /// The statuses that cases can have.
    static let statuses = (200...299).map { HTTPStatus($0) }

    /// Returns the status that a key represents; `nil` if it doesn't represent a status.
    static func status(of key: some CodingKey) -> HTTPStatus? {
        if let status = names[key.stringValue] { return status }
        return statuses.first { String($0.code) == key.stringValue }
    }

    /// Returns the key of a status; `nil` if the key type has no key for the status.
    static func key<Key: CodingKey>(of status: HTTPStatus, _ type: Key.Type) -> Key? {
        if let key = Key(stringValue: String(status.code)) { return key }
        return names.first { $0.value == status }.flatMap { Key(stringValue: $0.key) }
    }
}
