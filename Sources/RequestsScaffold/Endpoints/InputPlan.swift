import Requests
import RequestsEndpoints

/// The input of one operation.
struct InputPlan {
    let operation: Operation
    private let planner: EndpointPlanner
    private let base: String
    /// The name of the endpoint.
    private let name: String
    var properties: [PlannedProperty] = []
    /// The type of the body, if it is the whole input.
    var wholeBody: SwiftType?
    var modifiers: [String] = []
    /// The parameters whose lists have a different style from the other parameters.
    private(set) var otherArrays: [ArrayStyle: [String]] = [:]

    init(_ operation: Operation, planner: EndpointPlanner, base: String, name: String) {
        self.name = name
        self.operation = operation
        self.planner = planner
        arrays = planner.style
        self.base = base
    }

    var types: TypePlanner { planner.types }
    var document: Document { planner.document }
    var site: Site { Site(name: base, isInput: true, isOutput: false, family: inputName) }
    private var inputName: String { base + "Input" }

    /// The style of arrays: that of the API, unless the operation has a different style.
    private(set) var arrays: ArrayStyle

    /// Indicates whether plain properties are in the query by convention.
    private var isQueryMethod: Bool { ["GET", "HEAD", "DELETE"].contains(operation.method) }

    mutating func plan() {
        let body = operation.content["requestBody"].map(document.resolved)
        let media = body.flatMap { BodyMedia($0["content"], in: document) }
        let isInQuery = isQueryMethod && media == nil
        chooseArrays(besides: media)
        addPath()
        for parameter in operation.parameters { add(parameter, isInQuery: isInQuery) }
        guard let body, let media else {
            if body != nil { types.omit("the request body, because it has no media type") }
            return
        }
        if !media.others.isEmpty {
            types.omit("\(media.others.map(SwiftText.line).joined(separator: ", ")) request bodies")
        }
        add(media, isRequired: body["required"] == true)
        if isQueryMethod { modifiers.append(".input(in: .body)") }
    }

    /// Chooses the style of arrays in the form, or else in the query.
    private mutating func chooseArrays(besides media: BodyMedia?) {
        let form = media.flatMap { $0.isForm ? $0 : nil }
        let own = form.map { ArrayStyle(ofForm: $0.schema ?? [:], $0.encoding, in: document) }
        let pathStyle = operation.parameters.contains { isPathList($0) } ? ArrayStyle.commaSeparated : nil
        guard let own = own ?? ArrayStyle(of: [operation], in: document) ?? pathStyle, own != arrays else {
            return
        }
        // In the default style, the brackets can be a part of the name, so the operation needs no style.
        if form != nil, own == .brackets, arrays == .repeated { return }
        arrays = own
        modifiers.append(".arrays(.\(own.rawValue))")
    }

    /// Returns whether a parameter is a list in the path, whose elements are separated by commas.
    private func isPathList(_ parameter: JSONValue.Object) -> Bool {
        parameter["in"] == "path" && ["simple", nil].contains(parameter["style"]?.string)
            && parameter["schema"].map { MergedSchema($0, document).type } == "array"
    }

    /// Returns the type of the input, and declares it if necessary; `nil` without an input.
    func declaredType() -> SwiftType? {
        if let wholeBody { return wholeBody }
        if properties.isEmpty { return nil }
        // A single simple value fills the only placeholder.
        if properties.count == 1, let only = properties.first, operation.path.contains("{"), only.place == .plain,
            operation.path.contains("{\(only.wireName)}"), !only.type.isOptional, isSimple(only.type), modifiers.isEmpty
        {
            return only.type
        }
        let name = types.names.unique(inputName)
        let words = "The input of `\(self.name)`."
        types.declare(TypeDeclaration(name: name, form: .object(properties), words: words, family: name))
        return .named(name)
    }

    private func isSimple(_ type: SwiftType) -> Bool {
        guard case .named(let name) = type else { return false }
        if SwiftType.numbers.union(["String", "UUID", "Bool"]).contains(name) { return true }
        if types.declarations[name] == nil { types.finish() }
        switch types.declarations[name]?.form {
        case .closed?, .open?: return true
        default: return false
        }
    }

    // MARK: - Parameters

    /// Adds the parameters for the placeholders, in the order of the path.
    private mutating func addPath() {
        for part in operation.path.split(separator: "{").dropFirst(operation.path.hasPrefix("{") ? 0 : 1) {
            let name = String(part.prefix { $0 != "}" })
            let parameter = operation.parameters.first { $0["in"] == "path" && $0["name"]?.string == name }
            let type = type(of: parameter ?? [:], name, "the path parameter \(SwiftText.line(name))")
            properties.append(
                PlannedProperty(wireName: name, type: type, words: parameter?["description"]?.string ?? ""))
        }
    }

    private mutating func add(_ parameter: JSONValue.Object, isInQuery: Bool) {
        guard let name = parameter["name"]?.string, let place = parameter["in"]?.string else { return }
        let label = "the \(SwiftText.line(place)) parameter \(SwiftText.line(name))"
        switch place {
        case "path":
            if !operation.path.contains("{\(name)}") { types.omit("\(label), because the path doesn't contain it") }
        case "query": addQuery(parameter, name, label, isInQuery ? .plain : .query)
        case "header":
            // The library sets these fields itself.
            if ["accept", "content-type", "authorization"].contains(name.lowercased()) { return }
            add(parameter, name, type(of: parameter, name, label), .header)
        case "cookie": add(parameter, name, type(of: parameter, name, label), .cookie)
        default: types.omit(label)
        }
    }

    private func type(of parameter: JSONValue.Object, _ name: String, _ label: String) -> SwiftType {
        guard let schema = parameter["schema"] else { return .string }
        let isObject = MergedSchema(schema, document).types == ["object"]
        return singleText(isObject ? .json : self.type(of: schema, name), of: parameter, label)
    }

    private func type(of schema: JSONValue, _ name: String) -> SwiftType {
        let merged = MergedSchema(schema, document)
        if types.isSimpleChoice(merged, at: site) { return .string }
        if let items = merged.items, types.isSimpleChoice(MergedSchema(items, document), at: site) {
            return .array(.string)
        }
        return types.type(of: schema, at: site.part(Words(name).typeName)).wrapped
    }

    /// Returns the type of a value that is sent as a single string.
    private func singleText(_ type: SwiftType, of parameter: JSONValue.Object, _ label: String) -> SwiftType {
        guard case .array = type else {
            if isText(type), type != .data { return type }
            if type != .string, type != .data { types.omit("the type of \(label), replaced by String") }
            return .string
        }
        // The library separates the values of a field itself (RFC 9110, section 5.6.1).
        let isList = parameter["in"] == "header" || arrays == .commaSeparated && isPathList(parameter)
        if isList, isText(type) { return type }
        types.omit("the elements of \(label), because the list is sent as text")
        return .string
    }

    private mutating func addQuery(
        _ parameter: JSONValue.Object, _ name: String, _ label: String, _ place: PlannedProperty.Place
    ) {
        guard parameter["content"] == nil, let schema = parameter["schema"] else {
            return omit(parameter, label, "isn't described by a schema", name, place)
        }
        let merged = MergedSchema(schema, document)
        // A list with a single element is sent like the element.
        if let list = merged.alternatives.first(where: { MergedSchema($0, document).type == "array" }) {
            var parameter = parameter
            parameter["schema"] = list
            return addQuery(parameter, name, label, place)
        }
        if merged.type == "array" {
            guard let own = ArrayStyle(of: parameter) else {
                return omit(parameter, label, "has an unknown list style", name, place)
            }
            let wireName = own == .brackets ? String(name.dropLast(2)) : name
            let type = type(of: schema, wireName)
            if own != arrays { otherArrays[own, default: []].append(wireName) }
            if !isText(type) { types.omit("the elements of \(label), because they aren't simple values") }
            return add(parameter, wireName, isText(type) ? type : .array(.string), place)
        }
        let isExploded = ["form", nil].contains(parameter["style"]?.string) && parameter["explode"] != false
        if isExploded, merged.types == ["object"] {
            return addProperties(of: merged, parameter, label, place)
        }
        if name.contains("[") { return omit(parameter, label, "has brackets in the name", name, place) }
        let type = type(of: schema, name)
        if isText(type) || parameter["style"] == "deepObject" { return add(parameter, name, type, place) }
        omit(parameter, label, "isn't a simple value", name, place)
    }

    /// Adds the properties of an object as separate parameters: the object's name isn't sent (OpenAPI 3.1.1, section
    /// 4.8.12.4).
    private mutating func addProperties(
        of object: MergedSchema, _ parameter: JSONValue.Object, _ label: String, _ place: PlannedProperty.Place
    ) {
        if object.properties.isEmpty || ![nil, false].contains(object.additional) {
            let properties = object.properties.isEmpty ? "properties" : "additional properties"
            types.omit("the \(properties) of \(label), because their names are unknown")
        }
        for (name, schema) in object.properties {
            let part = "the property \(SwiftText.line(name)) of \(label)"
            let merged = MergedSchema(schema, document)
            // Neither OpenAPI nor RFC 6570 defines how to send an object inside an object.
            if merged.types == ["object"] || !merged.alternatives.isEmpty {
                types.omit("\(part), because it isn't a simple value")
                continue
            }
            var own: JSONValue.Object = ["name": .string(name), "schema": schema]
            own["description"] = .string(merged.words)
            own["required"] = .bool(parameter["required"] == true && object.required.contains(name))
            addQuery(own, name, part, place)
        }
    }

    /// Returns whether a query can contain a value, or a list of such values.
    private func isText(_ type: SwiftType) -> Bool {
        switch type {
        case .array(let element): isText(element.wrapped) && !element.isOptional
        case .named("Date"), .named("URL"), .named("Data"): true
        default: isSimple(type)
        }
    }

    /// Omits an optional parameter; declares a required parameter as a string.
    private mutating func omit(
        _ parameter: JSONValue.Object, _ label: String, _ reason: String, _ name: String, _ place: PlannedProperty.Place
    ) {
        guard parameter["required"] == true, !name.contains("[") else {
            return types.omit("\(label), because it \(reason)")
        }
        types.omit("the type of \(label), because it \(reason)")
        add(parameter, name, .string, place)
    }

    private mutating func add(
        _ parameter: JSONValue.Object, _ name: String, _ type: SwiftType, _ place: PlannedProperty.Place
    ) {
        let isRequired = parameter["required"] == true
        let isTaken = properties.contains { other in
            // Upper and lower case don't matter in the names of header fields.
            place == .header
                ? other.place == .header && other.wireName.lowercased() == name.lowercased()
                : other.place != .header && other.wireName == name
        }
        if isTaken {
            return types.omit("a second parameter named \(SwiftText.line(name))")
        }
        var property = PlannedProperty(
            wireName: name, type: isRequired ? type : type.orNil, words: parameter["description"]?.string ?? "",
            isDeprecated: parameter["deprecated"] == true, place: place)
        if let schema = parameter["schema"] {
            types.setLimits(of: &property, MergedSchema(schema, document), at: site)
        }
        properties.append(property)
    }
}
