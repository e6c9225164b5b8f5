import Foundation
import Requests
import RequestsEndpoints

extension RecordingRedactor {
    /// Returns a body with its secrets redacted; without secrets, every byte stays the same.
    mutating func redacted(_ data: Data, _ type: MediaType?, isRequest: Bool) -> Data {
        if data.isEmpty { return data }
        if type?.isJSON ?? true || Self.looksLikeJSON(data), let text = redactedJSON(data, isRequest: isRequest) {
            return Data(text.utf8)
        }
        if let type, type.matches(.form), let text = String(utf8: data) {
            return Data(redactedForm(text).utf8)
        }
        if let type, type.matches(.multipartForm), let form = redactedParts(data, type, isRequest: isRequest) {
            return form
        }
        guard let text = ContentText.text(of: data, type) else { return hide(data) }
        let lines = type.map(Self.hasLines) == true ? redactedLines(text, isRequest: isRequest) : text
        let shown = hide(text.contains("://") ? urls(lines) : lines)
        guard !shown.utf8.elementsEqual(text.utf8) else { return data }
        return ContentText.encoded(shown, type) ?? hide(data)
    }

    // MARK: - JSON

    /// Returns whether a body begins like a JSON object or array.
    ///
    /// Servers also send JSON with the media types of text.
    private static func looksLikeJSON(_ data: Data) -> Bool {
        let first = data.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    /// Returns the text of JSON with its secrets redacted; `nil` for invalid JSON.
    private mutating func redactedJSON(_ data: Data, isRequest: Bool) -> String? {
        guard let text = String(utf8: data),
            let (value, isRepaired) = try? JSONValue.repairing(data)
        else { return nil }
        var shown = value
        redact(&shown, isRequest: isRequest)
        // A repaired part, such as a duplicate member, has not been searched.
        return shown == value && !isRepaired ? text : shown.description
    }

    private mutating func redact(_ value: inout JSONValue, isRequest: Bool) {
        switch value {
        case .string(let text): value = .string(hide(text.contains("://") ? urls(text) : text))
        case .number(let number): if hide(number.text) != number.text { hideAll(&value, isRequest: isRequest) }
        case .array(var values):
            for index in values.indices { redact(&values[index], isRequest: isRequest) }
            value = .array(values)
        case .object(let members):
            var shown = JSONValue.Object()
            for (name, var member) in members {
                if isSecret(name, member.scalarText, isRequest: isRequest) {
                    hideAll(&member, isRequest: isRequest)
                } else {
                    redact(&member, isRequest: isRequest)
                }
                shown[hide(name)] = member
            }
            value = .object(shown)
        case .null, .bool: break
        }
    }

    /// Redacts all strings and numbers of a value; in a response, numbers stay numbers, so that decoding still works.
    private mutating func hideAll(_ value: inout JSONValue, isRequest: Bool) {
        switch value {
        case .string(let text):
            note(text)
            if !text.isEmpty { value = .string(Redaction.placeholder) }
        case .number(let number):
            note(number.text)
            value = isRequest ? .string(Redaction.placeholder) : 0
        case .array(var values):
            for index in values.indices { hideAll(&values[index], isRequest: isRequest) }
            value = .array(values)
        case .object(let members):
            var shown = JSONValue.Object()
            for (name, var member) in members {
                hideAll(&member, isRequest: isRequest)
                shown[hide(name)] = member
            }
            value = .object(shown)
        case .null, .bool: break
        }
    }

    // MARK: - Lines

    /// Returns whether a type has one JSON value per line.
    private static func hasLines(_ type: MediaType) -> Bool {
        let subtype = type.subtype.lowercased()
        return type.matches(.eventStream) || ["jsonl", "x-ndjson", "x-jsonlines", "jsonlines"].contains(subtype)
    }

    private mutating func redactedLines(_ text: String, isRequest: Bool) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard let start = line.firstIndex(where: { $0 == "{" || $0 == "[" }) else { return String(line) }
            let end = line.lastIndex { !$0.isWhitespace }.map(line.index(after:)) ?? line.endIndex
            let value = Data(line[start..<max(start, end)].utf8)
            guard let shown = redactedJSON(value, isRequest: isRequest) else { return String(line) }
            return line[..<start] + shown + line[max(start, end)...]
        }
        .joined(separator: "\n")
    }

    // MARK: - Forms

    private mutating func redactedForm(_ text: String) -> String {
        let pairs = text.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            let item = ContentText.items(of: pair).first ?? ("", "")
            guard let equals = pair.firstIndex(of: "="), !item.value.isEmpty else {
                return Self.escaped(hide(String(pair)))
            }
            if isSecret(item.name, item.value, isRequest: true) {
                note(item.value)
                return pair[...equals] + Placeholder.inURL
            }
            return Self.escaped(hide(String(pair)))
        }
        return pairs.joined(separator: "&")
    }

    /// Returns a multipart form with its secrets redacted; `nil` if it can't be read.
    private mutating func redactedParts(_ data: Data, _ type: MediaType, isRequest: Bool) -> Data? {
        let bytes = Array(data)
        guard let parts = try? ReceivedPart.parts(in: bytes, contentType: type) else { return nil }
        var (form, start) = (Data(), 0)
        for part in parts where part.content.lowerBound >= start {
            form += bytes[start..<part.content.lowerBound]
            let content = Data(bytes[part.content])
            let text = String(utf8: content)
            if let text, !text.isEmpty, isSecret(part.name, text, isRequest: isRequest) {
                note(text)
                form += Data(Redaction.placeholder.utf8)
            } else {
                form += redacted(content, part.contentType ?? .plainText, isRequest: isRequest)
            }
            start = part.content.upperBound
        }
        return hide(form + bytes[start...])
    }
}

extension JSONValue {
    /// The text of a string or number; empty for other values.
    fileprivate var scalarText: String {
        switch self {
        case .string(let text): text
        case .number(let number): number.text
        default: ""
        }
    }
}
