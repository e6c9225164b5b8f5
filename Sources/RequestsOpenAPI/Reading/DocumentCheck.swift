import Requests

/// Checks an OpenAPI 3.0, 3.1 or 3.2 document, and converts 3.0 to the form of 3.1.
///
/// It stores the open objects in an array instead of recursing.
struct DocumentCheck {
    /// An object or a list that is still open.
    private struct Frame {
        let form: MemberForm
        /// The name or index in the container.
        let token: String
        let members: JSONValue.Object
        let elements: [JSONValue]
        let fields: DocumentGrammar.Fields
        let isList: Bool
        var position = 0
        /// The converted parts so far, for a document of version 3.0.
        var newMembers = JSONValue.Object()
        var newElements: [JSONValue] = []
    }

    /// Indicates whether the document has version 3.0.
    private let isOld: Bool
    private let ownAddress: String?
    private var mistakes: [DocumentMistake] = []
    /// The pointers of members that are left out.
    private var dropped: [JSONPointer] = []
    private var frames: [Frame] = []
    private var result: JSONValue?
    private var references = ReferenceCheck()

    private init(isOld: Bool, ownAddress: String?) {
        self.isOld = isOld
        self.ownAddress = ownAddress
    }

    /// Returns the document in the form of 3.1 or later.
    ///
    /// - Returns: The document, and the mistakes in its parts.
    /// - Throws: All mistakes, if at least one concerns the whole document.
    static func checked(
        _ document: JSONValue
    ) throws(OpenAPIProblems) -> (content: JSONValue.Object, mistakes: [DocumentMistake]) {
        guard case .object(let root) = document else { throw .one("", "an OpenAPI document must be a JSON object") }
        let isOld = try isVersion3_0(root)
        var check = DocumentCheck(isOld: isOld, ownAddress: root["$self"]?.string)
        check.walk(root)
        var content: JSONValue.Object =
            if isOld, case .object(let upgraded)? = check.result { upgraded } else { root }
        for place in check.dropped.reversed() { content = place.removed(from: content) }
        check.mistakes += check.references.mistakes(in: content, ownAddress: check.ownAddress)
        // A mistake at the root, or in the form of a top-level member, affects the whole document.
        guard !check.mistakes.contains(where: { $0.place.tokens.count < 2 && $0.effect != .harmless }) else {
            throw OpenAPIProblems(check.mistakes.filter { $0.effect != .harmless })
        }
        return (content, check.mistakes)
    }

    private static func isVersion3_0(_ root: JSONValue.Object) throws(OpenAPIProblems) -> Bool {
        guard let member = root["openapi"] else {
            if let swagger = root["swagger"] {
                let version = swagger.string ?? swagger.description
                let problem = "is \(version.shortened), but only OpenAPI 3 is supported: convert the document first"
                throw .one("/swagger", problem)
            }
            throw .one("", "the data isn't an OpenAPI document: the member `openapi` is missing")
        }
        guard let version = member.string else { throw .one("/openapi", "must be a string such as \"3.1.1\"") }
        switch version.split(separator: ".", omittingEmptySubsequences: false).prefix(2) {
        case ["3", "0"]: return true
        case ["3", "1"], ["3", "2"]: return false
        default: throw .one("/openapi", "is \(version.shortened), but only 3.0, 3.1 and 3.2 are supported")
        }
    }

    private mutating func note(
        _ place: JSONPointer, _ message: String, _ effect: DocumentMistake.Effect = .unreadable
    ) {
        mistakes.append(DocumentMistake(place: place, message: message, effect: effect))
    }

    /// Returns the pointer of a member of the innermost open object.
    private func place(_ token: String? = nil) -> JSONPointer {
        JSONPointer(frames.dropFirst().map(\.token) + (token.map { [$0] } ?? []))
    }
}

extension DocumentCheck {
    private mutating func walk(_ root: JSONValue.Object) {
        if !isOld || root["paths"] != nil {
            if root["paths"] == nil, root["components"] == nil, root["webhooks"] == nil {
                let names = "`paths`, `components` and `webhooks`"
                note(JSONPointer([]), "the document must have at least one of the members \(names)")
            }
        } else {
            note(JSONPointer([]), "the document must have the member `paths`")
        }
        if root["info"] == nil { note(JSONPointer([]), "the document must have the member `info`") }
        _ = open(.object(root), .node(.document), "")
        while let last = frames.indices.last {
            let position = frames[last].position
            guard position < (frames[last].isList ? frames[last].elements.count : frames[last].members.count) else {
                close()
                continue
            }
            frames[last].position += 1
            if frames[last].isList {
                visit(frames[last].elements[position], Self.elementForm(frames[last].form), "\(position)")
            } else {
                let (name, value) = frames[last].members[position]
                visit(value, form(ofMember: name), name)
            }
        }
    }

    private static func elementForm(_ form: MemberForm) -> MemberForm {
        if case .list(let kind) = form, kind != .other { .node(kind) } else { .any }
    }

    /// Returns the form of a member of the innermost open object.
    private mutating func form(ofMember name: String) -> MemberForm {
        guard let frame = frames.last else { return .any }
        switch frame.form {
        case .map(let kind): return kind == .other ? .any : .node(kind)
        case .node(let kind) where kind == .paths || kind == .responses || kind == .callback:
            if let form = DocumentGrammar.form(ofMember: name, in: kind) { return form }
            note(
                place(name),
                kind == .paths
                    ? "isn't a valid path: paths must begin with `/`"
                    : "must be `default`, a status such as `200` or a range such as `4XX`")
            return .any
        default: return frame.fields[name] ?? .any
        }
    }

    /// Opens a container; leaves any other value unchanged.
    private mutating func visit(_ value: JSONValue, _ form: MemberForm, _ token: String) {
        if !isOld, case (.bound, .bool) = (form, value) {
            note(place(token), "should be a number, but is a boolean, which is read as in OpenAPI 3.0", .harmless)
        } else if let problem = form.mismatch(value, isOld: isOld), isDispensable(token, form, value) {
            note(place(token), "\(problem): this member is ignored", .harmless)
            if isOld { return }
            dropped.append(place(token))
        } else if let problem = form.mismatch(value, isOld: isOld) {
            note(place(token), problem)
        } else if open(value, form, token) {
            return
        }
        keep(value, token)
    }

    /// Returns whether a member without the right form is left out.
    private func isDispensable(_ name: String, _ form: MemberForm, _ value: JSONValue) -> Bool {
        switch (name, form, value) {
        // Strings for human readers.
        case ("description", .string, _), ("summary", .string, _), ("title", .string, _): true
        // In draft 3 of JSON Schema, the schema of a property contains a boolean `required`.
        case ("required", .strings, .bool): true
        default: false
        }
    }

    private mutating func keep(_ value: JSONValue, _ token: String) {
        guard isOld, let last = frames.indices.last else { return }
        if frames[last].isList {
            frames[last].newElements.append(value)
        } else {
            frames[last].newMembers[token] = value
        }
    }

    /// Opens an object or a list whose parts must be visited; returns `false` for other values.
    private mutating func open(_ value: JSONValue, _ form: MemberForm, _ token: String) -> Bool {
        switch (form, value) {
        case (.node(let kind), .object(let members)):
            if kind.canBeReference, let target = members["$ref"] { return openReference(members, target, kind, token) }
            open(members, form, DocumentGrammar.fields(of: kind), token)
            check(members, kind)
            return true
        case (.map, .object(let members)):
            open(members, form, [:], token)
            return true
        case (.list(let kind), .array(let elements)) where kind != .other:
            frames.append(
                Frame(form: form, token: token, members: [:], elements: elements, fields: [:], isList: true))
            return true
        default: return false
        }
    }

    private mutating func open(
        _ members: JSONValue.Object, _ form: MemberForm, _ fields: DocumentGrammar.Fields, _ token: String
    ) {
        frames.append(
            Frame(form: form, token: token, members: members, elements: [], fields: fields, isList: false))
    }

    /// Notes a reference.
    ///
    /// The members next to the reference are used only in path items, and in schemas of 3.1 and later.
    private mutating func openReference(
        _ members: JSONValue.Object, _ target: JSONValue, _ kind: NodeKind, _ token: String
    ) -> Bool {
        let countsSiblings = kind == .pathItem || kind == .schema && !isOld
        if let text = target.string {
            references.note(text, kind, at: place(token))
        } else if !countsSiblings {
            note(JSONPointer(place(token).tokens + ["$ref"]), "must be a string, but is \(target.kindName)")
        }
        if countsSiblings {
            open(members, .node(kind), DocumentGrammar.fields(of: kind), token)
        } else if isOld {
            keep(.object(["$ref": target]), token)
        }
        return true
    }

    /// Checks the members of the innermost open object.
    private mutating func check(_ members: JSONValue.Object, _ kind: NodeKind) {
        // Tools that combine several files allow a reference in place of any object.
        if let text = members["$ref"]?.string, LocalReference.fragment(of: text, ownAddress: ownAddress) == nil {
            references.note(text, kind, at: place())
            return
        }
        for name in DocumentGrammar.required(in: kind) where members[name] == nil {
            note(place(), "must have the member `\(name)`")
        }
        if kind == .operation, isOld, members["responses"] == nil {
            note(place(), "must have the member `responses`")
        }
        if kind == .parameter, let location = members["in"]?.string,
            !["path", "query", "header", "cookie", "querystring"].contains(location)
        {
            let known = "`path`, `query`, `querystring`, `header` or `cookie`"
            note(place("in"), "must be \(known), but is \"\(location.shortened)\"")
        }
    }

    private mutating func close() {
        guard let frame = frames.popLast(), isOld else { return }
        let new: JSONValue
        switch frame.form {
        case .node(let kind): new = .object(SchemaUpgrade.upgraded(frame.newMembers, kind: kind))
        case .list: new = .array(frame.newElements)
        default: new = .object(frame.newMembers)
        }
        if frames.isEmpty { result = new } else { keep(new, frame.token) }
    }
}
