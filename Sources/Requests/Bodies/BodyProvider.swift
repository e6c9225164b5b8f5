import Foundation

/// Makes the body of a request when it is resolved, and the fields that describe it.
///
/// ```swift
/// api.post(.json(NewIssue(title: "Broken")), to: "/issues")
/// api.put(.file(url, contentType: "image/png"), to: "/avatar")
/// ```
///
/// A provider of your own is a static member that wraps a function. It may throw, and sets the fields it needs, such as
/// Content-Type; a field of the same name that the request has beats it.
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
    /// `nil` for no body, so that a request without one calls nothing.
    private let provide: (@Sendable (inout HeaderFields, Coding) throws -> RequestBody)?

    /// Makes a provider of a function.
    ///
    /// - Parameter provide: Given the fields of the body, empty at first, and the coding of the API, returns the body. What it
    ///   throws becomes the underlying error of ``RequestErrorCode/bodyEncodingFailed``.
    public init(_ provide: @escaping @Sendable (inout HeaderFields, Coding) throws -> RequestBody) {
        self.provide = provide
    }

    private init() {
        provide = nil
    }

    /// No body.
    public static let none = BodyProvider()

    /// Whether this is ``none``.
    var isNone: Bool { provide == nil }

    /// Makes the body, adding its fields where the header has none of their name.
    func body(addingTo header: inout HeaderFields, coding: Coding) throws(RequestError<Never>) -> RequestBody {
        guard let provide else { return .none }
        var fields = HeaderFields()
        let body: RequestBody
        do {
            body = try provide(&fields, coding)
        } catch let error as RequestError<Never> {
            throw error
        } catch {
            throw RequestError(
                code: .bodyEncodingFailed,
                message: "the body could not be made: \(ErrorText.developerText(of: error))",
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
        }
        return body
    }

    /// Checks that a Content-Type of the request says how the parts of the body are told apart.
    private static func checkBoundary(
        of field: HeaderField, against header: HeaderFields
    ) throws(RequestError<Never>) {
        guard let boundary = MediaType(field.value)?.parameter("boundary") else { return }
        if MediaType(header[.contentType] ?? "")?.parameter("boundary") == boundary { return }
        throw RequestError(
            code: .bodyEncodingFailed,
            message: """
                the Content-Type of the request does not have the boundary of the body: remove it, or give both the same
                """
        )
    }
}

extension BodyProvider: CustomStringConvertible, CustomReflectable {
    /// Whether there is a body.
    ///
    /// What it is, is known only once the request is resolved.
    public var description: String { isNone ? "no body" : "a body" }

    /// What `dump` shows: whether there is a body.
    public var customMirror: Mirror { Mirror(self, children: ["body": description], displayStyle: .struct) }
}
