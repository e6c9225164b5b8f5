import Requests

extension EndpointPlanner {
    /// An output: its type in code, which is `nil` without content.
    struct Output {
        var text: String?
        var names: [String] = []
        let status: Int
    }

    /// Returns the output of an operation: that of its first success with content.
    func output(of operation: Operation, at site: Site) throws(Impossible) -> Output {
        let responses = (operation.content["responses"]?.members ?? [:]).map { ($0.key, document.resolved($0.value)) }
        var successes = responses.filter { $0.0.hasPrefix("2") }
            .map { (status: Int($0.0) ?? 200, content: $0.1) }
            .sorted { $0.status < $1.status }
        if successes.isEmpty { successes = responses.filter { $0.0 == "default" }.map { (200, $0.1) } }
        let media = successes.map { BodyMedia(content: $0.content["content"]?.members ?? [:]) }
        guard let first = successes.first else {
            throw Impossible("it has no successful response")
        }
        let chosen = media.firstIndex { $0 != nil }
        for (index, success) in successes.enumerated() where index != (chosen ?? 0) {
            types.omit("the response \(success.status)")
        }
        let success = chosen.map { successes[$0] } ?? first
        let fields = (success.content["headers"]?.members ?? [:]).map { SwiftText.line($0.key) }
        if !fields.isEmpty { types.omit("the response fields \(fields.joined(separator: ", "))") }
        guard operation.method != "HEAD", let chosen, let media = media[chosen] else {
            return Output(status: success.status)
        }
        if !media.others.isEmpty {
            types.omit("responses as \(media.others.map(SwiftText.line).joined(separator: ", "))")
        }
        return output(media, success.status, at: site)
    }

    private func output(_ media: BodyMedia, _ status: Int, at site: Site) -> Output {
        switch media.form {
        case .text: return Output(text: "String", status: status)
        case .json, .form, .multipart:
            guard let schema = media.schema else { return Output(text: "JSONValue", status: status) }
            if MergedSchema(schema, document).format == "binary" { return Output(text: "Data", status: status) }
            let type = types.type(of: schema, at: site)
            // An output that is a String or Data has the bytes of the body, with the quotes of JSON.
            if [.string, .data].contains(type.wrapped) {
                types.omit("the type of the response, a string in JSON")
                return Output(text: "JSONValue", status: status)
            }
            return Output(text: type.text, names: type.names, status: status)
        case .data: return Output(text: "Data", status: status)
        case .events:
            let type = media.schema.map { types.type(of: $0, at: site.part("Event")).wrapped } ?? .string
            return Output(
                text: "ElementStream<ServerSentEvent<\(type.text)>>", names: type.names, status: status)
        case .jsonLines:
            let type = media.schema.map { types.type(of: $0, at: site.part("Element")).wrapped } ?? .string
            guard case .named(let name) = type, type == .string || isStreamable(name) else {
                types.omit("the type of the elements")
                return Output(text: "ElementStream<String>", status: status)
            }
            types.streamElements.insert(name)
            return Output(text: "ElementStream<\(name)>", names: [name], status: status)
        }
    }

    /// Returns whether a type is declared, and can conform to the protocol of elements.
    private func isStreamable(_ name: String) -> Bool {
        name != "JSONValue" && !["Int", "Double", "Bool"].contains(name)
    }
}
