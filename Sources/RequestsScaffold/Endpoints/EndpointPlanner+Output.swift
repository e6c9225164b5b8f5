import Requests

extension EndpointPlanner {
    /// An output: its type in code, or `nil` if there is no content.
    struct Output {
        var text: String?
        var names: [String] = []
        let status: Int
    }

    /// A successful response.
    private struct Success {
        let status: Int
        /// Indicates whether the response is declared for a range of statuses.
        let isRange: Bool
        let content: JSONValue
        let media: BodyMedia?

        init(_ status: String, _ content: JSONValue, _ document: Document) {
            self.status = Int(status) ?? 200
            isRange = Int(status) == nil
            self.content = content
            media = HTTPStatus(self.status).forbidsContent ? nil : BodyMedia(content["content"], in: document)
        }
    }

    /// Returns the output of an operation: the output of its first success with content, or an output with a case for
    /// each success.
    func output(of operation: Operation, at site: Site, endpoint: String) throws(Impossible) -> Output {
        let responses = (operation.content["responses"]?.object ?? [:]).map { ($0.key, document.resolved($0.value)) }
        var successes = responses.filter { $0.0.hasPrefix("2") }.map { Success($0.0, $0.1, document) }
            .sorted { $0.status < $1.status }
        if successes.isEmpty {
            successes = responses.filter { $0.0 == "default" }.map { Success($0.0, $0.1, document) }
        }
        guard let first = successes.first else { throw Impossible("the operation has no successful response") }
        if operation.method != "HEAD", hasAlternatives(successes) {
            return alternatives(successes, at: site, endpoint: endpoint)
        }
        let media = successes.map(\.media)
        let chosen = media.firstIndex { $0 != nil }
        for (index, success) in successes.enumerated() where index != (chosen ?? 0) {
            types.omit("the \(success.status) response")
        }
        let success = chosen.map { successes[$0] } ?? first
        omitFields(of: success)
        guard operation.method != "HEAD", let chosen, let media = media[chosen] else {
            return Output(status: success.status)
        }
        omitOthers(of: media)
        return output(media, success.status, at: site)
    }

    private func omitFields(of success: Success) {
        // OpenAPI ignores definitions of the media type.
        let names = (success.content["headers"]?.object ?? [:]).map(\.key).filter { $0.lowercased() != "content-type" }
        let fields = names.map(SwiftText.line)
        if success.media == nil, success.content["content"]?.object?.isEmpty == false {
            types.omit("the content of the \(success.status) response, because this status forbids content")
        }
        if !fields.isEmpty { types.omit("the response header fields \(fields.joined(separator: ", "))") }
    }

    private func omitOthers(of media: BodyMedia) {
        if media.others.isEmpty { return }
        types.omit("\(media.others.map(SwiftText.line).joined(separator: ", ")) responses")
    }

    /// Returns whether successes have different bodies that an output with a case for each status can contain.
    private func hasAlternatives(_ successes: [Success]) -> Bool {
        let isPossible = successes.allSatisfy { success in
            let isStream = success.media?.form == .events || success.media?.form == .jsonLines
            return 200...299 ~= success.status && !success.isRange && !isStream
        }
        return isPossible
            && Set(successes.map { [$0.media?.schema, ($0.media?.type).map(JSONValue.string)] }).count > 1
    }

    private func alternatives(_ successes: [Success], at site: Site, endpoint: String) -> Output {
        let name = types.names.unique(site.name)
        let cases = successes.map { success in
            omitFields(of: success)
            if let media = success.media { omitOthers(of: media) }
            var part = site.part("\(success.status)")
            part.family = name
            return StatusCase(
                status: success.status, type: success.media.map { type(of: $0, at: part) },
                words: success.content["description"]?.string ?? "")
        }
        let words = "The output of `\(endpoint)`."
        types.declare(TypeDeclaration(name: name, form: .statuses(cases), words: words, family: name))
        return Output(text: name, names: [name], status: 200)
    }

    /// Returns the type of a body that isn't a stream.
    private func type(of media: BodyMedia, at site: Site) -> SwiftType {
        switch media.form {
        case .text: return .string
        case .data: return .data
        case .json, .form, .multipart, .events, .jsonLines:
            guard let schema = media.schema else { return .json }
            if MergedSchema(schema, document).format == "binary" { return .data }
            let type = types.type(of: schema, at: site)
            // A String or Data as the output would contain the bytes of the body unchanged, including the quotes of
            // JSON.
            if type.wrapped == .string {
                let text = types.text(at: site)
                return type.isOptional ? text.orNil : text
            }
            return type.wrapped == .data ? types.opaque("the response is a Base64 string in JSON", site) : type
        }
    }

    private func output(_ media: BodyMedia, _ status: Int, at site: Site) -> Output {
        switch media.form {
        case .text, .json, .form, .multipart, .data:
            let type = type(of: media, at: site)
            return Output(text: type.text, names: type.names, status: status)
        case .events:
            let type = payload(of: media).map { types.type(of: $0, at: site.part("Event")).wrapped } ?? .string
            return Output(
                text: "ElementStream<ServerSentEvent<\(type.text)>>", names: type.names, status: status)
        case .jsonLines:
            let type = media.schema.map { types.type(of: $0, at: site.part("Element")).wrapped } ?? .string
            guard case .named(let name) = type, type == .string || isStreamable(name) else {
                types.omit("the type of the stream elements")
                return Output(text: "ElementStream<String>", status: status)
            }
            types.streamElements.insert(name)
            return Output(text: "ElementStream<\(name)>", names: [name], status: status)
        }
    }

    /// Returns the schema of the data in an event; `nil` if the data is text.
    private func payload(of media: BodyMedia) -> JSONValue? {
        guard let schema = media.schema else { return nil }
        // A document may describe the fields of an event (OpenAPI 3.2.0, section 4.14.5).
        let fields = MergedSchema(schema, document).properties
        guard let data = fields.first(where: { $0.name == "data" })?.schema,
            fields.allSatisfy({ ["event", "data", "id", "retry"].contains($0.name) })
        else { return schema }
        let merged = MergedSchema(data, document)
        if let schema = merged.contentSchema { return schema }
        // A plain `nil` would be JSON's `null`.
        return merged.type == "string" ? Optional.none : data
    }

    /// Returns whether a type is declared, and can conform to the protocol of elements.
    private func isStreamable(_ name: String) -> Bool {
        !SwiftType.numbers.union(["JSONValue", "Bool"]).contains(name)
    }
}
