import Foundation
import Requests
import RequestsEndpoints

extension RequestComparison {
    mutating func compareBodies(_ request: RecordedRequest, _ recorded: RecordedRequest) {
        guard case .data(let data) = request.body else { return }
        let type = request.header[.contentType].flatMap { MediaType($0) }
        let oldType = recorded.header[.contentType].flatMap { MediaType($0) } ?? type
        switch recorded.body {
        case .missing: break
        case .items(let items):
            compareItems(Self.items(of: data, type) ?? [], items, "the form field")
        case .ambiguous(let old, let bytes):
            if data != bytes { compare(data, type, old, oldType) }
        case .data(let old):
            if data != old { compare(data, type, old, oldType) }
        }
    }

    private mutating func compare(_ data: Data, _ type: MediaType?, _ old: Data, _ oldType: MediaType?) {
        guard !data.isEmpty, !old.isEmpty else {
            return add(
                data.isEmpty
                    ? "the body is empty, but was recorded with \(old.count) bytes"
                    : "the body has \(data.count) bytes, but was recorded as empty", 3)
        }
        if let items = Self.items(of: data, type), let others = Self.items(of: old, oldType) {
            return compareItems(items, others, "the form field")
        }
        if let value = try? JSONValue.repairing(data).value, let old = try? JSONValue.repairing(old).value {
            return compare(value, old, at: [])
        }
        guard let text = ContentText.text(of: data, type), let other = ContentText.text(of: old, oldType) else {
            let place = zip(data, old).enumerated().first { $1.0 != $1.1 }?.offset ?? min(data.count, old.count)
            let counts = data.count == old.count ? "" : " (\(data.count) bytes instead of the recorded \(old.count))"
            return add("the body differs from the recorded body, starting at byte \(place)\(counts)", 3)
        }
        if Placeholder.matches(text, other) { return }
        add("the body is \(show("", text)), but \(show("", other)) was recorded", 3)
    }

    /// Returns the items of a form; `nil` for other types.
    private static func items(of data: Data, _ type: MediaType?) -> [RecordedItem]? {
        guard let type else { return nil }
        if type.matches(.form), let text = String(utf8: data) {
            return ContentText.items(of: text).map { RecordedItem($0.name, $0.value) }
        }
        guard type.matches(.multipartForm) else { return nil }
        let bytes = Array(data)
        return (try? ReceivedPart.parts(in: bytes, contentType: type))?.map { part in
            RecordedItem(part.name, Data(bytes[part.content]))
        }
    }

    // MARK: - JSON

    private mutating func compare(_ value: JSONValue, _ old: JSONValue, at path: [String]) {
        switch (value, old) {
        case (.object(let members), .object(let olds)):
            let names = Set(members.map(\.key)).union(olds.map(\.key)).sorted()
            for name in names where !ignores(name) && !ignores((path + [name]).joined(separator: ".")) {
                let path = path + [name]
                switch (members[name], olds[name]) {
                case (let value?, let old?): compare(value, old, at: path)
                case (let value?, nil): addDifference(of: Self.place(path), shown(value, path), nil)
                case (nil, let old?): addDifference(of: Self.place(path), nil, shown(old, path))
                case (nil, nil): break
                }
            }
        case (.array(let values), .array(let olds)):
            for (index, pair) in zip(values, olds).enumerated() { compare(pair.0, pair.1, at: path + [String(index)]) }
            if values.count != olds.count {
                add("\(Self.place(path)) has \(values.count) elements, but was recorded with \(olds.count)", 1)
            }
        default:
            if !Self.areEqual(value, old) {
                addDifference(of: Self.place(path), shown(value, path), shown(old, path))
            }
        }
    }

    /// Returns whether two scalars are equal; numbers are compared by value.
    private static func areEqual(_ value: JSONValue, _ old: JSONValue) -> Bool {
        switch (value, old) {
        case (_, .string(Redaction.placeholder)): true
        case (.string(let value), .string(let old)): Placeholder.matches(value, old)
        default: value == old
        }
    }

    private static func place(_ path: [String]) -> String {
        path.isEmpty ? "the body" : "\(title(path.joined(separator: "."))) in the body"
    }

    private func shown(_ value: JSONValue, _ path: [String]) -> String {
        switch value {
        case .string(let text): show(path.last ?? "", text)
        case .number(let number): show(path.last ?? "", Data(number.text.utf8)).filter { $0 != "\"" }
        case .null, .bool: value.description
        case .array, .object: value.kind
        }
    }
}
