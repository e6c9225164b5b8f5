import Requests
import RequestsEndpoints

extension InputPlan {
    mutating func add(_ media: BodyMedia, isRequired: Bool) {
        if let format = media.form.modifier { modifiers.append(format) }
        addType(of: media)
        switch media.form {
        case .text: return setBody(.string, isRequired: isRequired)
        case .data: return setBody(.data, isRequired: isRequired)
        case .events, .jsonLines:
            types.omit("the element type of the request body")
            return setBody(.data, isRequired: isRequired)
        case .json, .form, .multipart: break
        }
        guard let schema = media.schema else { return setBody(.json, isRequired: isRequired) }
        var site = site
        if media.isForm {
            site.isForm = true
            site.hasFiles = media.form == .multipart
            site.form = FormSite(isMultipart: site.hasFiles, encoding: media.encoding, arrays: arrays)
        }
        let merged = MergedSchema(schema, document)
        let isReference = TypePlanner.onlyReference(in: schema) != nil
        let isFlat = merged.isObject && !merged.isNullable && (!isReference || media.form != .json)
        let names = Set(properties.map(\.wireName))
        // Only the parts of a flat form can be files.
        if isFlat, isRequired || media.form != .json, names.isDisjoint(with: merged.names) {
            properties += types.properties(of: merged, at: site)
            for omission in merged.omissions { types.omit(omission) }
            return
        }
        site.name += "Body"
        if site.hasFiles, !merged.alternatives.isEmpty {
            types.omit("file and JSON parts in the `oneOf` or `anyOf` schemas of the request body")
        }
        // Other operations may use the component in JSON, so the form needs a separate type.
        var type = site.isForm ? types.type(of: merged, at: site) : types.type(of: schema, at: site)
        // A plain optional would be left out if it is `nil`, but the body is required.
        if isRequired, !site.isForm, type.isOptional { type = .nullable(type.wrapped) }
        // A body that is a String or Data is sent unchanged, without the quotes of JSON.
        setBody([.string, .data].contains(type.wrapped) ? .json : type, isRequired: isRequired)
    }

    /// Declares the media type of a body, if the library doesn't send it anyway.
    private mutating func addType(of media: BodyMedia) {
        guard let type = media.declaredType else { return }
        // The document doesn't contain the final type: the sender chooses a type from a range, and adds the boundary.
        guard MediaType(type) != nil, !type.contains("*"), !type.lowercased().hasPrefix("multipart/") else {
            return types.omit("the media type \(SwiftText.line(type)) of the request body")
        }
        modifiers.append(".adding(headerField: .contentType(\(SwiftText.literal(type))))")
    }

    private mutating func setBody(_ type: SwiftType, isRequired: Bool) {
        let type = isRequired ? type : type.orNil
        if properties.isEmpty, !operation.path.contains("{"), !type.isOptional, !type.isNullable {
            return wholeBody = type
        }
        let taken = Set(properties.map(\.wireName))
        let name = ["body", "content", "payload"].first { !taken.contains($0) } ?? "bodyOfRequest"
        properties.append(PlannedProperty(wireName: name, type: type, words: "The body.", place: .body))
    }
}
