#if XML
import Foundation
import RequestsCore
import XMLCoder

/// Encodes a value as a document.
struct XMLWriter {
    let coding: Coding
    let root: String?
    let configure: (@Sendable (XMLEncoder) -> Void)?

    /// Encodes a value as the bytes of a document.
    ///
    /// - Throws: ``RequestErrorCode/bodyEncodingFailed`` with the path of the value that can't be encoded.
    func data(from value: any Encodable) throws -> Data {
        let root = try rootName(of: value)
        let encoder = XMLEncoder(coding: coding)
        configure?(encoder)
        do {
            let shape = try XMLCheck(keys: coding.keys, userInfo: encoder.userInfo).shape(of: value)
            let header = XMLHeader(version: 1.0, encoding: "UTF-8")
            // For a document with a scalar, XMLCoder would end the process.
            guard case .scalar = shape else {
                return try encoder.encode(value, withRootKey: root, header: header)
            }
            return try encoder.encode(XMLScalar(value: value), withRootKey: root, header: header)
        } catch let problem as XMLIssue {
            throw problem.error
        } catch let error as EncodingError {
            throw TransportError(
                code: .bodyEncodingFailed,
                message: "the body could not be encoded as XML: \(XMLIssue.text(of: error))", underlyingError: error
            )
        }
    }

    private func rootName(of value: any Encodable) throws -> String {
        if let root {
            guard XMLCheck.isName(root) else {
                throw XMLIssue.error("the name \(root.escapedForDisplay) of the root element isn't valid in XML")
            }
            return root
        }
        let type = "\((value as? any StandIn)?.representedType ?? Swift.type(of: value))"
        let name = coding.keys.wireName(of: type.prefix(1).lowercased() + type.dropFirst())
        guard XMLCheck.isName(name) else {
            throw XMLIssue.error("the name of the root element can't be inferred from \(type): pass `root:`")
        }
        return name
    }

    /// Returns the text for a value in the coding's style.
    static func text(at path: [any CodingKey], of value: Any, _ text: () throws -> String) throws -> String {
        do {
            return try text()
        } catch {
            throw EncodingError.invalidValue(
                value, .init(codingPath: path, debugDescription: "\(error)", underlyingError: error)
            )
        }
    }
}

/// A value that is encoded as the text of the outermost element.
private struct XMLScalar: Encodable {
    let value: any Encodable

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: WireKey.self)
        try container.encode(value, forKey: WireKey(""))
    }
}

/// The reason why a value can't be encoded.
struct XMLIssue: Error {
    let problem: String
    let path: [any CodingKey]

    init(_ problem: String, _ path: [any CodingKey]) {
        self.problem = problem
        self.path = path
    }

    var error: TransportError {
        let subject = path.isEmpty ? "the value" : "the value of `\(Self.text(of: path))`"
        return Self.error("\(subject) \(problem)")
    }

    /// Returns the error for a problem that concerns no single value.
    static func error(_ message: String) -> TransportError {
        TransportError(code: .bodyEncodingFailed, message: message)
    }

    static func text(of path: [any CodingKey]) -> String { path.map(\.stringValue).joined(separator: ".") }

    /// Returns XMLCoder's message, without the value.
    static func text(of error: EncodingError) -> String {
        // The path of a document's only value is an empty key.
        guard case .invalidValue(_, let context) = error, case let path = text(of: context.codingPath), !path.isEmpty
        else { return "a value can't be encoded" }
        return "the value of `\(path)` can't be written"
    }
}
#endif
