#if XML
import Foundation
import RequestsCore
public import XMLCoder

extension XMLEncoder {
    /// Makes an encoder that follows a coding.
    convenience init(coding: Coding) {
        self.init()
        if !coding.hasVerbatimKeys {
            keyEncodingStrategy = .custom { path in
                // XMLCoder uses the empty name for an element's text.
                guard let key = path.last, !key.stringValue.isEmpty else { return WireKey("") }
                return coding.keys.wireKey(of: key)
            }
        }
        dateEncodingStrategy = .custom { date, encoder in
            try encoder.encode(single: XMLWriter.text(at: encoder.codingPath, of: date) { try coding.text(of: date) })
        }
        dataEncodingStrategy = .custom { data, encoder in
            try encoder.encode(single: XMLWriter.text(at: encoder.codingPath, of: data) { try coding.text(of: data) })
        }
        // A parser converts carriage returns to line feeds. In attributes, it converts line breaks and tabs to spaces
        // (XML 1.0, sections 2.11 and 3.3.3).
        charactersEscapedInElements.append(("\r", "&#13;"))
        charactersEscapedInAttributes += [("\r", "&#13;"), ("\n", "&#10;"), ("\t", "&#9;")]
    }
}

extension XMLDecoder {
    /// Makes a decoder that follows a coding, except for the names of properties, and keeps strings unchanged.
    convenience init(coding: Coding) {
        self.init(trimValueWhitespaces: false, removeWhitespaceElements: true)
        dateDecodingStrategy = .custom { try $0.text(as: Date.self, coding.date(of:)) }
        dataDecodingStrategy = .custom { try $0.text(as: Data.self, coding.data(of:)) }
    }
}

/// XMLCoder would only read the first element of an unknown sequence type.
extension Set: @retroactive XMLDecodableSequence {}

extension Encoder {
    fileprivate func encode(single text: String) throws {
        var container = singleValueContainer()
        try container.encode(text)
    }
}

extension Decoder {
    /// Reads a value from a text, without surrounding whitespace.
    fileprivate func text<Value>(as type: Value.Type, _ read: (String) throws -> Value) throws -> Value {
        let text = try singleValueContainer().decode(String.self).trimmingCharacters(in: .whitespacesAndNewlines)
        do {
            return try read(text)
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath, debugDescription: "not \(type)", underlyingError: error)
            )
        }
    }
}
#endif
