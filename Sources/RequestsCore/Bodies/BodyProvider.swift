import Foundation

/// A provider that makes the body of a request, and the body's header fields, when the request is resolved.
///
/// ```swift
/// api.post(.json(NewIssue(title: "Broken")), to: "/issues")
/// api.put(.file(url, contentType: "image/png"), to: "/avatar")
/// ```
///
/// To make a custom provider, wrap a function in a static member. The function returns the body, and sets the body's
/// fields, such as Content-Type. It may throw. A field of the request overrides the body's field of the same name.
///
/// ```swift
/// extension BodyProvider {
///     static func csv(_ rows: [[String]]) -> BodyProvider {
///         BodyProvider { header, _ in
///             header[.contentType] = "text/csv"
///             return .data(Data(rows.map { $0.joined(separator: ",") }.joined(separator: "\r\n").utf8))
///         }
///     }
/// }
/// ```
public struct BodyProvider: Sendable {
    /// The function that makes the body; `nil` for no body, so that no function is called.
    private let provide: (@Sendable (inout HeaderFields, Coding) throws -> RequestBody)?

    /// Makes a provider from a function.
    ///
    /// - Parameter provide: Returns the body. It receives the body's fields, empty at first, and the API's coding. An error that
    ///   it throws becomes the underlying error of ``RequestErrorCode/bodyEncodingFailed``; a ``TransportError`` keeps its code.
    public init(_ provide: @escaping @Sendable (inout HeaderFields, Coding) throws -> RequestBody) {
        self.provide = provide
    }

    private init() {
        provide = nil
    }

    /// The provider without a body.
    public static let none = BodyProvider()

    /// Indicates whether there is no body.
    package var isNone: Bool { provide == nil }

    /// Returns a provider that writes the same body with the given styles instead of the request's styles.
    ///
    /// ```swift
    /// api.post(.form(filter).with(coding: .standard), to: "/search").receiving(.json([Item].self))
    /// ```
    ///
    /// - Parameter coding: The styles.
    /// - Returns: The provider.
    public func with(coding: Coding) -> BodyProvider {
        guard let provide else { return self }
        return BodyProvider { header, _ in try provide(&header, coding) }
    }

    /// Makes the body, and adds the body's fields that the header doesn't contain yet.
    func body(addingTo header: inout HeaderFields, coding: Coding) throws(TransportError) -> RequestBody {
        guard let provide else { return .none }
        var fields = HeaderFields()
        let body: RequestBody
        do {
            body = try provide(&fields, coding)
        } catch let error as TransportError {
            throw error
        } catch {
            throw RequestError(
                code: .bodyEncodingFailed,
                message: "the body could not be created: \(ErrorText.developerText(of: error))",
                underlyingError: error
            )
        }
        let given = header
        for field in fields {
            guard given.contains(field.name) else {
                header.append(field)
                continue
            }
            if field.name == .contentType { try Self.checkBoundary(of: field, against: given) }
            if field.name == .contentEncoding { try Self.checkCodings(of: field, against: given) }
        }
        return body
    }

    /// Returns a provider that changes the body and the fields of this provider.
    ///
    /// The function is not called if there is no body.
    package func changing(
        _ change: @escaping @Sendable (RequestBody, inout HeaderFields) throws -> RequestBody
    ) -> BodyProvider {
        guard let provide else { return self }
        return BodyProvider { header, coding in
            let body = try provide(&header, coding)
            return body.isNone ? body : try change(body, &header)
        }
    }

    /// Checks that a Content-Encoding of the request contains the codings of the body.
    private static func checkCodings(of field: HeaderField, against header: HeaderFields) throws(TransportError) {
        let given = header[values: .contentEncoding].flatMap(codings)
        if codings(in: field.value).allSatisfy(given.contains) { return }
        throw RequestError(
            code: .bodyEncodingFailed,
            message:
                "the body is encoded as \(field.value.escapedForDisplay), but the request's Content-Encoding doesn't "
                + "contain this coding: remove the field Content-Encoding, or add the coding to the field"
        )
    }

    private static func codings(in value: String) -> [String] {
        value.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
    }

    /// Checks that a Content-Type of the request contains the boundary of the body.
    private static func checkBoundary(
        of field: HeaderField, against header: HeaderFields
    ) throws(TransportError) {
        guard let boundary = MediaType(field.value)?.parameter("boundary") else { return }
        if MediaType(header[.contentType] ?? "")?.parameter("boundary") == boundary { return }
        throw RequestError(
            code: .bodyEncodingFailed,
            message: """
                the request's Content-Type doesn't contain the body's boundary: remove the field, or use the same \
                boundary in both
                """
        )
    }
}

extension BodyProvider: RedactedDescription {
    /// The string "a body" or "no body".
    ///
    /// The body itself is known only after the request is resolved.
    public var description: String { isNone ? "no body" : "a body" }
}
