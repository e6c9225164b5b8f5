import Foundation
package import Requests

/// A way to put a field into the header of a message.
package struct HeaderEntrance: Sendable {
    package typealias Plain = Request<AnonymousProvider, Void>

    package let name: String
    /// Makes a request with a field whose value is or contains the text; `nil` if the value is fixed.
    package var setValue: (@Sendable (String) -> any RequestConvertible)?
    /// Makes a request with a field of the given name; `nil` if the name is fixed.
    package var setName: (@Sendable (HeaderField.Name) -> any RequestConvertible)?

    private static let plain = AnonymousProvider("https://h").post(to: "/n")

    package static let all: [HeaderEntrance] = [
        field("adding a field") { plain.adding(headerField: $0) },
        field("adding a name and a value") { plain.adding(headerField: $0.name, $0.value) },
        field("adding an enum") { plain.adding(headerField: $0.name, AnyText(rawValue: $0.value)) },
        field("adding fields") { plain.adding(headerFields: [.accept(.json), $0]) },
        field("adding some fields") { plain.adding(headerFields: [.accept(.json), $0]) },
        field("setting a field") { plain.setting(headerField: $0) },
        field("setting a name and a value") { plain.setting(headerField: $0.name, $0.value) },
        field("a sensitive field") { plain.adding(headerField: $0.name, $0.value, isSensitive: true) },
        field("the whole header") { plain.with(header: [$0]) },
        field("the default of an API") { Defaulting(field: $0).post(to: "/n") },
        field("a request type's header") { Typed(header: [$0]) },
        field("a request type's adapt") { Typed(adapted: $0) },
        field("the fields of a body") { field in
            plain.sending(
                BodyProvider { header, _ in
                    header.append(field); return .none
                })
        },
        field("an API key") { plain.authenticated(with: .apiKey($0.value, inHeader: $0.name)) },
        field("custom credentials") { field in
            plain.authenticated(with: AuthenticationProvider { $0.header.append(field) })
        },
        field("a hook") { field in plain.adapting { $0.header.append(field) } },
        field("a hook, by subscript") { field in plain.adapting { $0.header[field.name] = field.value } },
        value("the media type of a body") {
            plain.sending(.data(Data(), contentType: MediaType("text", "x", parameters: ["a": $0])))
        },
        value("a media type, literal") {
            plain.adding(headerField: .contentType(MediaType(stringLiteral: "text/" + $0)))
        },
        value("the media type of a decoder") { text in
            plain.receiving(ResponseDecoder(accept: MediaType("text", text)) { _, data, _ in data })
        },
        value("a cookie") { plain.adding(headerField: "Cookie", "id=" + $0) },
        value("a user agent") { plain.adding(headerField: .userAgent, "A/" + $0) },
        value("an idempotency key") { plain.adding(headerField: .idempotencyKey, $0) },
        value("a language") { plain.adding(headerField: .acceptLanguage, "de, " + $0) },
    ]

    private static func field(
        _ name: String, _ request: @escaping @Sendable (HeaderField) -> any RequestConvertible
    ) -> HeaderEntrance {
        HeaderEntrance(
            name: name, setValue: { request(HeaderField("X-Test", $0)) }, setName: { request(HeaderField($0, "1")) }
        )
    }

    private static func value(
        _ name: String, _ request: @escaping @Sendable (String) -> any RequestConvertible
    ) -> HeaderEntrance {
        HeaderEntrance(name: name, setValue: request)
    }
}

private struct AnyText: RawRepresentable, Encodable {
    package var rawValue: String
}

private struct Defaulting: RequestProviding {
    package let field: HeaderField
    package var baseURL: URL { URL("https://h") }

    package func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<Defaulting, Void> {
        Request(api: self, endpoint: endpoint, method: method).adding(headerField: field)
    }
}

private struct Typed: RequestConvertible {
    package typealias Resource = Void
    package var header = HeaderFields()
    package var adapted: HeaderField?
    package var baseURL: URL { URL("https://h") }
    package var endpoint: URLPath { "/n" }
    package var method: HTTPMethod { .post }

    package func adapt(_ request: inout OutgoingRequest) throws {
        if let adapted { request.header.append(adapted) }
    }
}
