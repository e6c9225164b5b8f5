import Foundation
import Requests

extension ServingError {
    /// Makes the error for an input that can't be read.
    ///
    /// The error's message never contains the value.
    init(_ problem: InputIssue) {
        let place =
            switch problem.place {
            case .path: "path value"
            case .query: "query value"
            case .header: "header value"
            case .cookie: "cookie"
            default: "body value"
            }
        let message =
            switch (problem.key, problem.cause) {
            case (let key?, let cause?): "\(place) `\(key)` \(Self.text(of: cause, problem.type))"
            case (let key?, nil): "expected \(place) `\(key)`"
            case (nil, let cause?):
                "the \(Self.whole(problem.place)) \(Self.text(of: cause, problem.type))\(Self.detail(of: cause))"
            case (nil, nil): "expected a body"
            }
        self.init(.badRequest, message)
    }

    private static func whole(_ place: MessagePlace) -> String {
        switch place {
        case .query: "query"
        case .nested: "request"
        default: "body"
        }
    }

    /// Describes a problem with a multipart form.
    ///
    /// The description may contain names that the sender chose.
    private static func detail(of cause: any Error) -> String {
        guard case .dataCorrupted(let context) = cause as? DecodingError,
            let problem = context.underlyingError as? MultipartError
        else { return "" }
        return ": \(problem)"
    }

    /// Describes why a value is invalid.
    private static func text(of cause: any Error, _ wanted: Any.Type?) -> String {
        switch cause as? DecodingError {
        case .typeMismatch(_, let context) where context.debugDescription.hasPrefix("Invalid number of keys"):
            // The compiler generates this description for enums with associated values.
            return "must be an object with exactly one of the known keys"
        case .typeMismatch(let type, _), .valueNotFound(let type, _):
            return type is FileValue.Type ? "is not a file" : WireTypeName.mismatch(type)
        case .dataCorrupted(let context):
            switch context.underlyingError {
            case let problem as KeyValueDecodingError: return problem.wireText
            case let problem as BoundIssue: return problem.text
            case let problem as JSONError:
                if let type = problem.numberType { return WireTypeName.outOfRange(type) }
                if problem.kind == .text { return "is malformed JSON: \(problem)" }
            default: break
            }
            // JSON decoding uses this description for a date anywhere in the body.
            if [ISO8601.problem, ISO8601.zoneProblem].contains(context.debugDescription) {
                return "is \(context.debugDescription)"
            }
            return wanted.flatMap(text(ofWanted:)) ?? "is malformed"
        default: return "is malformed"
        }
    }

    /// Describes which values a type accepts; `nil` if there is no specific description.
    private static func text(ofWanted type: Any.Type) -> String? {
        if let optional = type as? any OptionalType.Type { return text(ofWanted: optional.wrappedType) }
        switch type {
        case is UUID.Type, is URL.Type: return WireTypeName.mismatch(type)
        case is Data.Type: return "is not base64"
        case let type as any RawRepresentable.Type:
            let texts = (type as? any CaseIterable.Type).map { rawTexts(of: $0) } ?? []
            // Nobody would read a longer list.
            guard 1...16 ~= texts.count else { return "isn't one of the known values" }
            return "isn't one of \(texts.map { "`\($0)`" }.joined(separator: ", "))"
        default: return nil
        }
    }

    private static func rawTexts<Value: CaseIterable>(of type: Value.Type) -> [String] {
        type.allCases.prefix(17).compactMap { value in
            (value as? any RawRepresentable).map { "\($0.rawValue)" }
        }
    }
}
