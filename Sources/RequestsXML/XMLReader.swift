#if XML
import Foundation
import RequestsCore
import XMLCoder

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Reads a document with XMLCoder, after a scan has found it harmless.
struct XMLReader {
    let configure: (@Sendable (XMLDecoder) -> Void)?

    func read(_ body: BodyReading) throws {
        let document = try XMLDocument(body.data, contentType: body.contentType)
        let decoder = XMLDecoder(coding: body.coding)
        let naming = XMLNaming(document.hasPrefixes ? body.coding.keys.ignoringPrefixes : body.coding.keys)
        naming.prepare(decoder)
        configure?(decoder)
        let rules = naming.rules(of: decoder, checking: body.checkedTypes)
        if let key = XMLReadingKey.key { decoder.userInfo[key] = XMLReadingContext(body: body, rules: rules) }
        // Whitespace in an empty array would be read as an element.
        let isEmptyArray = document.isBlank && body.type is any XMLDecodableSequence.Type
        let data = isEmptyArray ? Data("<root/>".utf8) : document.data
        do {
            try decode(body.type, from: data, by: decoder)
        } catch let error as DecodingError {
            throw XMLPath.corrected(error)
        } catch let error as NSError where error.domain == XMLParser.errorDomain {
            throw Self.malformed(document, error)
        }
    }

    private func decode<Value: Decodable>(_ type: Value.Type, from data: Data, by decoder: XMLDecoder) throws {
        _ = try decoder.decode(XMLReading<Value>.self, from: data)
    }

    /// Returns the error for data that is not XML, with the position of the error.
    private static func malformed(_ document: XMLDocument, _ error: NSError) -> any Error {
        // libxml2 reports an "internal error", because Foundation passes it all the data at once.
        if error.code == 1, document.data.count > 10_000_000 {
            return XMLDocument.problem("the data is larger than 10 MB, the limit of Foundation's XML parser on Linux")
        }
        let parser = XMLParser(data: document.data)
        _ = parser.parse()
        let place = document.hasLines ? "line \(parser.lineNumber), column \(parser.columnNumber), " : ""
        return XMLDocument.problem("the data is not well-formed XML: \(place)parser error \(error.code)")
    }
}

/// Passes the decoder to the function that reads the body.
private struct XMLReading<Value: Decodable>: Decodable, XMLStandIn {
    static var representedType: any Decodable.Type { Value.self }

    init(from decoder: any Decoder) throws {
        guard let context = XMLReadingContext(of: decoder) else { return }
        try context.body.read(from: context.rules.map { WrappedDecoder(base: decoder, rules: $0) } ?? decoder)
    }
}

extension XMLReading: DynamicNodeDecoding where Value: DynamicNodeDecoding {
    static func nodeDecoding(for key: any CodingKey) -> XMLDecoder.NodeDecoding {
        Value.nodeDecoding(for: key.ofProperty)
    }
}

/// The body that is read from a document, and the rules by which its values are read; `nil` if XMLCoder needs no rules.
struct XMLReadingContext {
    let body: BodyReading
    let rules: DecodingRules?
}

extension XMLReadingContext {
    init?(of decoder: any Decoder) {
        guard let key = XMLReadingKey.key, let context = decoder.userInfo[key] as? XMLReadingContext else { return nil }
        self = context
    }
}

private enum XMLReadingKey {
    static let key = CodingUserInfoKey(rawValue: "Requests.XMLReading")
}

/// Corrects the paths in XMLCoder's errors so that they match those of the other decoders.
private enum XMLPath {
    static func corrected(_ error: DecodingError) -> DecodingError {
        switch error {
        case .keyNotFound(let key, let context):
            // XMLCoder also appends the key to the path.
            let isDouble = context.codingPath.last?.stringValue == key.stringValue
            return .keyNotFound(key, corrected(context, path: context.codingPath.dropLast(isDouble ? 1 : 0)))
        case .valueNotFound(let type, let context):
            return .valueNotFound(type, corrected(context, path: context.codingPath[...]))
        case .typeMismatch(let type, let context):
            return .typeMismatch(type, corrected(context, path: context.codingPath[...]))
        case .dataCorrupted(let context):
            return .dataCorrupted(corrected(context, path: context.codingPath[...]))
        @unknown default:
            return error
        }
    }

    /// Removes the second copy of each array index, because XMLCoder's path contains each index twice.
    private static func corrected(
        _ context: DecodingError.Context, path: ArraySlice<any CodingKey>
    ) -> DecodingError.Context {
        var result: [any CodingKey] = []
        var isSecond = false
        for key in path {
            isSecond = !isSecond && key.intValue != nil && result.last?.intValue == key.intValue
            if !isSecond { result.append(key) }
        }
        return .init(
            codingPath: result, debugDescription: context.debugDescription, underlyingError: context.underlyingError)
    }
}
#endif
