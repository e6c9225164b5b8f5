import Requests
import RequestsEndpoints

extension Explainer {
    var headerParts: [Part] {
        let header = message?.header ?? parts.bare.header
        var remaining = layers.map { (source: $0.source, fields: Array($0.header)) }
        var found: [Part] = header.map { field in
            Part(place: .header, text: field.description, source: source(of: field, &remaining))
        }
        if isTemplate {
            found += (parts.endpoint?.properties ?? []).compactMap { property in
                switch property.place {
                case .header: part("\(WrapperName.field(property.key)): {\(property.key)}", property)
                case .cookie:
                    part("Cookie: \(parts.coding.keys.wireName(of: property.key))={\(property.key)}", property)
                default: nil
                }
            }
            found += templateContentType
        }
        if let agent = parts.options.userAgent, !header.contains(.userAgent) {
            found.append(Part(place: .header, text: HeaderField(.userAgent, agent).description, source: .transport))
        }
        return found
    }

    private func part(_ text: String, _ property: ExplainedEndpoint.Property) -> Part {
        Part(place: .header, text: text, source: .property(property.key))
    }

    private func source(
        of field: HeaderField, _ remaining: inout [(source: Source, fields: [HeaderField])]
    ) -> Source {
        if differs(field.name, withBody, withCredentials) || isCredential(field.name) { return .credentials }
        if differs(field.name, withCredentials, message) { return .hook }
        for index in remaining.indices {
            let place = remaining[index].fields.firstIndex { $0.name == field.name && $0.value == field.value }
            guard let place else { continue }
            remaining[index].fields.remove(at: place)
            return remaining[index].source
        }
        if parts.header.contains(field.name) { return property(ofField: field.name) ?? parts.rest("header") }
        switch field.name {
        case .cookie: return cookieSource
        case .userAgent: return source { $0.userAgent }
        case let name where parts.decoderHeader.contains(name): return .decoder
        default: return .body
        }
    }

    private func isCredential(_ name: HeaderField.Name) -> Bool {
        guard withCredentials != nil, case .field(name, _)? = parts.credentials.place else { return false }
        return parts.options.authentication != .none
    }

    private func property(ofField name: HeaderField.Name) -> Source? {
        parts.endpoint?.properties.first { $0.place == .header && WrapperName.field($0.key) == name }
            .map { .property($0.key) }
    }

    /// The sources of the cookies, which share one field.
    private var cookieSource: Source {
        var properties: [String] = []
        var others: [Source] = []
        for cookie in parts.cookies {
            let property = parts.endpoint?.properties.first { property in
                property.place == .cookie && parts.coding.keys.wireName(of: property.key) == cookie.name
            }
            if let property {
                properties.append(property.key)
            } else if let layer = layers.first(where: { $0.cookies.contains(cookie) }) {
                others.append(layer.source)
            } else if let list = parts.endpoint?.properties.first(where: { $0.place == .cookie }) {
                properties.append(list.key)
            } else {
                others.append(parts.rest("cookies"))
            }
        }
        // An explained field has only one source, preferably the input's properties.
        return properties.isEmpty ? others.last ?? .chain : .properties(properties)
    }
}
