import Requests

/// The media type of a body that a declaration uses, among those that an operation allows.
struct BodyMedia {
    enum Form {
        case json, multipart, form, text, data, events, jsonLines

        /// The modifier of an endpoint whose requests have this form.
        var modifier: String? {
            switch self {
            case .multipart: ".body(.multipart)"
            case .form: ".body(.form)"
            default: nil
            }
        }
    }

    let form: Form
    let type: String
    let schema: JSONValue?
    /// The Encoding Objects of a form.
    let encoding: JSONValue?
    /// The media types that aren't used.
    let others: [String]

    /// Chooses from the media types of a body; `nil` if there are none.
    init?(_ content: JSONValue?, in document: Document) {
        let forms = (content.flatMap { document.resolved($0).object } ?? [:]).map {
            (type: $0.key, form: Self.form(of: $0.key), media: $0.value)
        }
        let order: [Form] = [.json, .multipart, .form, .events, .jsonLines, .text, .data]
        let best = order.lazy.compactMap { form in forms.first { $0.form == form } }.first
        guard let best else { return nil }
        (form, type) = (best.form, best.type)
        schema = best.media["itemSchema"] ?? best.media["schema"]
        encoding = best.media["encoding"]
        others = forms.map(\.type).filter { Self.essence(of: $0) != Self.essence(of: best.type) }
    }

    /// Indicates whether bodies are forms.
    var isForm: Bool { form == .form || form == .multipart }

    /// The media type that requests must declare; `nil` if it is the usual type of the form, or unknown.
    var declaredType: String? {
        let usual = [.text: "text/plain", .data: "application/octet-stream", .json: "application/json"][form]
        return isForm || [usual, "*/*"].contains(Self.essence(of: type)) ? nil : type
    }

    private static func essence(of type: String) -> String {
        type.lowercased().prefix { $0 != ";" }.filter { $0 != " " }
    }

    private static func form(of type: String) -> Form {
        let essence = essence(of: type)
        switch essence {
        case "application/json", "*/*": return .json
        case "multipart/form-data": return .multipart
        case "application/x-www-form-urlencoded": return .form
        case "text/event-stream": return .events
        case "application/jsonl", "application/x-ndjson", "application/ndjson", "application/x-jsonlines":
            return .jsonLines
        default: break
        }
        if essence.hasSuffix("+json") || essence == "text/json" { return .json }
        return essence.hasPrefix("text/") ? .text : .data
    }
}
