import Requests

extension DocumentComparison {
    /// Compares the request bodies of two operations.
    mutating func compareBodies(of first: FoundOperation, _ second: FoundOperation) {
        let (old, new) = (first.content["requestBody"], second.content["requestBody"])
        let before = old.flatMap { self.old.resolved($0).object }
        let after = new.flatMap { self.new.resolved($0).object }
        switch (before, after) {
        case (nil, nil): return
        case (nil, let after?):
            note(after["required"] == true ? "required-body-added" : "optional-body-added", "body")
        case (_?, nil): note("body-removed", "body")
        case (let before?, let after?):
            let isRequired = (before["required"] == true, after["required"] == true)
            if isRequired == (false, true) { note("body-required", "body") }
            if isRequired == (true, false) { note("body-optional", "body") }
            compareWords(before, after, "body-words-changed", "body", names: ["description"])
            compareContent(before, after, "body", .input)
            compareOthers(before, after, known: ["required", "description", "content"], "body")
        }
    }

    /// Compares the formats of two request or response bodies.
    mutating func compareContent(
        _ old: JSONValue.Object, _ new: JSONValue.Object, _ place: String, _ direction: SchemaSite.Direction
    ) {
        let (before, after) = (old["content"]?.object ?? [:], new["content"]?.object ?? [:])
        if direction == .output, before.isEmpty != after.isEmpty {
            return note(after.isEmpty ? "response-body-removed" : "response-body-added", place)
        }
        compareMedia(before, after, place, direction)
    }

    mutating func compareMedia(
        _ old: JSONValue.Object, _ new: JSONValue.Object, _ place: String, _ direction: SchemaSite.Direction
    ) {
        let kind = direction == .input ? "body" : "response"
        var matched: Set<String> = []
        for (type, media) in old {
            guard let other = mediaType(type, in: new, direction), let counterpart = new[other] else {
                note("\(kind)-content-type-removed", place, old: .string(type))
                continue
            }
            matched.insert(other)
            var one = self.old.resolved(media).object ?? [:]
            let two = self.new.resolved(counterpart).object ?? [:]
            // A client declares nothing about the content of text and bytes.
            let isText = [nil, Self.bytes, ["type": "string"]].contains(one["schema"])
            if isLenient, isText, !Self.essence(of: type).hasSuffix("json") { continue }
            let isForm = Self.isForm(type)
            if isLenient, isForm {
                let isMultipart = type.hasPrefix("multipart/")
                one = compareParts(of: one, with: two, "\(place) \(other)", isMultipart: isMultipart)
            }
            compareMedia(one, two, "\(place) \(other)", kind, direction, isText: isForm)
        }
        for (type, _) in new where !matched.contains(type) {
            note("\(kind)-content-type-added", place, new: .string(type))
        }
    }

    private mutating func compareMedia(
        _ old: JSONValue.Object, _ new: JSONValue.Object, _ location: String, _ kind: String,
        _ direction: SchemaSite.Direction, isText: Bool
    ) {
        for name in ["schema", "itemSchema"] {
            // The schema of bytes adds nothing to the media type. It is missing in documents that were converted from
            // 3.0.
            let before = old[name] == Self.bytes ? nil : old[name]
            let after = new[name] == Self.bytes ? nil : new[name]
            if before == nil && after == nil || isLenient && (before == nil || after == nil) { continue }
            let place = name == "schema" ? location : "\(location) elements"
            compareSchemas(before ?? [:], after ?? [:], SchemaSite(place, direction, isText: isText))
        }
        compareExamples(old, new, "\(kind)-examples-changed", location)
        let encodings = ["encoding", "prefixEncoding", "itemEncoding"]
        for name in encodings where !isLenient && old[name] != new[name] {
            note("\(kind)-encoding-changed", location)
        }
        compareOthers(
            old, new, known: Set(encodings + ["schema", "itemSchema", "example", "examples"]), location)
    }

    private static let bytes: JSONValue = ["type": "string", "format": "binary"]

    private static func isForm(_ type: String) -> Bool {
        type.hasPrefix("multipart/") || type.hasPrefix("application/x-www-form-urlencoded")
    }

    /// Returns the name of the member for a media type: the same type, with the same or different parameters, or a
    /// range.
    private func mediaType(
        _ type: String, in content: JSONValue.Object, _ direction: SchemaSite.Direction
    ) -> String? {
        if content[type] != nil { return type }
        let wanted = Self.essence(of: type)
        let names = content.map { (name: $0.key, type: Self.essence(of: $0.key)) }
        if let same = names.first(where: { $0.type == wanted }) { return same.name }
        if isLenient, wanted == "application/json", let like = names.first(where: { $0.type.hasSuffix("+json") }) {
            return like.name
        }
        if isLenient, direction == .output, let other = names.first(where: { Self.canRead($0.type, as: wanted) }) {
            return other.name
        }
        let range = wanted.prefix { $0 != "/" } + "/*"
        return (names.first { $0.type == range } ?? names.first { $0.type == "*/*" })?.name
    }

    /// Returns whether a client that declares bytes or text can read a format.
    private static func canRead(_ type: String, as wanted: String) -> Bool {
        switch wanted {
        case MediaType.octetStream.rawValue: true
        case "text/plain": type.hasPrefix("text/") || type.hasSuffix("xml") || type.hasSuffix("yaml")
        default: false
        }
    }

    private static func essence(of type: String) -> String {
        type.lowercased().prefix { $0 != ";" }.filter { $0 != " " }
    }
}
