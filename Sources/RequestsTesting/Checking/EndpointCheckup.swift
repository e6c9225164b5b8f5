import Requests
import RequestsEndpoints
import RequestsInspection

/// Finds problems in the declaration of an endpoint.
struct EndpointCheckup {
    let endpoint: any DescribedEndpoint
    let api: CheckedAPI

    private var findings: [String] = []

    /// Returns the problems of an endpoint.
    ///
    /// - Parameters:
    ///   - declared: The endpoint.
    ///   - api: The parts that all requests of the endpoint share.
    ///   - resolve: A function that makes the request of an example. It is not called if other problems were found
    ///     before.
    /// - Returns: A text for each problem.
    static func problems(
        of declared: DeclaredEndpoint, api: CheckedAPI, resolve: (any Encodable & Sendable) throws -> Void
    ) -> [String] {
        var checkup = EndpointCheckup(endpoint: declared.endpoint, api: api)
        checkup.checkAll(resolve: resolve)
        return checkup.findings.map { "\(declared.title): \($0)" }
    }

    private var scheme: PlacementScheme { endpoint.scheme }
    private var coding: Coding { api.coding }

    private mutating func add(_ finding: String) {
        // Several examples of an input can cause the same problem.
        if !findings.contains(finding) { findings.append(finding) }
    }

    private mutating func checkAll(resolve: (any Encodable & Sendable) throws -> Void) {
        checkHead()
        checkInput()
        for example in endpoint.documentation.examples where findings.isEmpty {
            guard let input = example.input else { continue }
            do {
                try resolve(input)
            } catch {
                add("the example `\(example.name)` can't be sent: \(ErrorText.developerText(of: error))")
            }
        }
        if let output = endpoint.outputType { checkOutput(output, status: endpoint.status) }
        let alternatives = endpoint.alternatives
        if let alternatives { checkAlternatives(alternatives) }
        let outputs = [endpoint.outputType] + (alternatives ?? []).map(\.type)
        for type in ([endpoint.inputType as (any Decodable.Type)?] + outputs).compactMap(\.self) {
            SchemaProblems(of: type).problems.forEach { add($0) }
        }
    }

    /// Checks the parts that all requests of the endpoint share.
    private mutating func checkHead() {
        if let problem = endpoint.template.problem {
            add("the path contains \(problem)")
        } else if let issue = endpoint.template.urlPath(filledBy: { _ in "a" }).issue,
            issue != .dotSegment || !api.allowsDotSegments
        {
            add(issue.message)
        }
        if let issue = endpoint.method.syntaxIssue ?? endpoint.header.syntaxIssue { add(issue.message) }
        checkStatus()
        if let element = endpoint.stream?.elementType as? any Decodable.Type {
            checkNestedNames(element, isMessage: false, of: "the output's ")
        }
    }

    /// Checks the statuses.
    private mutating func checkStatus() {
        for failure in endpoint.failures where failure.status.code < 400 {
            add("`failures` contains \(failure.status), but a failure has a status of 400 or above")
        }
        let status = endpoint.status
        if !(200..<1_000 ~= status.code) {
            add("the status must be from 200 to 999, but is \(status)")
        } else if status.forbidsContent, endpoint.stream != nil {
            add(contentless("the output", status))
        }
    }

    private func contentless(_ output: String, _ status: HTTPStatus) -> String {
        "a response with the status \(status) has no content, so \(output) would not be sent"
    }

    /// Checks the input with a made-up value or, if no value can be made, with the examples.
    private mutating func checkInput() {
        guard let type = endpoint.inputType else { return checkInput(nil) }
        do {
            checkInput(try endpoint.probedInput(type, coding: coding))
        } catch {
            let examples = endpoint.documentation.examples.compactMap { $0.input }
            if examples.isEmpty {
                add("the input `\(type)` can't be inspected, because \(error.reason): add an example of the input")
            }
            for example in examples { checkInput(endpoint.inputProperties(of: example, type, coding: coding)) }
        }
    }

    /// Checks the input; `nil` if the endpoint has no input.
    private mutating func checkInput(_ input: InputProperties?) {
        if let type = endpoint.inputType { checkNestedNames(type) }
        guard let input else { return endpoint.template.placeholders.forEach { add(unfilled($0)) } }
        let responseKeys = input.properties.filter { [.status, .failureBody].contains($0.place) }.map(\.key)
        for problem in input.problems where !responseKeys.contains(problem.key) { add(problem.error.message) }
        guard input.isKeyed else { return checkScalar() }
        checkPlaceholders(input)
        checkBodies(of: input.properties)
        checkNames(input.properties)
        for key in scheme.arrays.keys.sorted() where !input.queryLists.contains(key) {
            add("`arrays(_:of:)` contains `\(key)`, but `\(key)` isn't an array in the query")
        }
        for key in responseKeys { add("`\(key)` has a wrapper that only responses support") }
        input.mistakes.forEach { add($0) }
    }

    private func unfilled(_ placeholder: String) -> String {
        "there is no property for the placeholder `\(placeholder)`"
    }

    /// Checks an input without properties: it fills the only placeholder, or is the body.
    private mutating func checkScalar() {
        let count = endpoint.template.placeholders.count
        if count > 1 {
            add("an input that is a single value can't fill \(count) placeholders")
        } else if count == 0, scheme.others == .query || !api.allowsBody {
            add(PlacementScheme.unplacedValue)
        }
    }

    private mutating func checkPlaceholders(_ input: InputProperties) {
        var filled: Set<String> = []
        for property in input.properties where property.place == .path {
            // A property without a placeholder was already reported as a problem of the input.
            guard let name = scheme.placeholder(for: property.key, coding: coding) else { continue }
            filled.insert(name)
            if input.optionals.contains(property.key) {
                add("`\(property.key)` is optional, but the path requires a value")
            }
        }
        for name in endpoint.template.placeholders where !filled.contains(name) { add(unfilled(name)) }
    }

    private mutating func checkBodies(of properties: [InputProperties.Property]) {
        let bodies = properties.filter { $0.place == .body }
        let fields = properties.filter { $0.place == .bodyField }
        checkBodies(bodies.map(\.key), fields: fields.map(\.key))
        guard !api.allowsBody, let property = bodies.first ?? fields.first else { return }
        add("`\(property.key)` is in the body, but a \(endpoint.method) request has no body")
    }

    private mutating func checkBodies(_ bodies: [String], fields: [String]) {
        if bodies.count > 1 {
            let names = bodies.map { "`\($0)`" }.joined(separator: " and ")
            add("\(names) are declared as the whole body, but only one property can be the whole body")
        }
        if let body = bodies.first, let field = fields.first {
            add("`\(body)` is the whole body, so `\(field)` can't be a part of the body")
        }
    }

    /// Checks the cases of an output.
    private mutating func checkAlternatives(_ alternatives: [DescribedAlternative]) {
        let output = endpoint.resultType
        if endpoint.status != .ok {
            add("the cases of the output `\(output)` set the status, so `status(_:)` has no effect")
        }
        if alternatives.isEmpty {
            add("the output `\(output)` must be an enum, and each case must have the name of a status from 200 to 299")
        }
        for alternative in alternatives {
            if alternative.hasSeveral {
                let name = "the case of `\(output)` for the status \(alternative.status)"
                add("\(name) has several associated values: combine the values in one type")
            } else if let type = alternative.type {
                checkOutput(type, status: alternative.status)
            }
        }
    }

    /// Checks an output, as far as its type can be inspected.
    private mutating func checkOutput(_ type: any Decodable.Type, status: HTTPStatus) {
        let probe = InputProbe()
        _ = probe.value(type)
        for property in probe.properties where [.path, .query].contains(property.place) {
            add("the output's `\(property.key)` has a wrapper that only inputs support")
        }
        let bodies = probe.properties.filter { $0.place == .body }
        let fields = probe.properties.filter { $0.place == nil }
        checkBodies(bodies.map(\.key), fields: fields.map(\.key))
        let placed = probe.properties.map { InputProperties.Property($0.key, $0.place ?? .bodyField) }
        checkRepeatedNames(placed, of: "the output's ")
        checkNestedNames(type, of: "the output's ")
        // If a property contains the status, each output can set a different status.
        guard status.forbidsContent, !probe.properties.contains(where: { $0.place == .status }) else { return }
        if let property = (bodies + fields).first {
            add(contentless("the output's `\(property.key)`", status))
        } else if probe.properties.isEmpty {
            add(contentless("the output", status))
        }
    }
}

extension EndpointCheckup {
    private mutating func checkNames(_ properties: [InputProperties.Property]) {
        checkRepeatedNames(properties)
        for property in properties {
            if let name = wireName(of: property) { checkCommon(property, name) }
        }
    }

    /// Looks for properties that have the same name in the same place.
    private mutating func checkRepeatedNames(_ properties: [InputProperties.Property], of message: String = "") {
        var keys: [MessagePlace: [String: String]] = [:]
        for property in properties {
            guard let name = wireName(of: property) else { continue }
            let id = property.place == .header ? name.lowercased() : name
            if let other = keys[property.place, default: [:]].updateValue(property.key, forKey: id) {
                let title = Self.title(property.place, name)
                add("\(message)`\(other)` and `\(property.key)` both map to \(title)")
            }
        }
    }

    /// Looks for properties of nested types that have the same name.
    private mutating func checkNestedNames(
        _ type: any Decodable.Type, isMessage: Bool = true, of message: String = ""
    ) {
        for clash in NestedNames.clashes(in: type, isMessage: isMessage, keys: coding.keys) {
            add("\(message)\(clash)")
        }
    }

    /// Checks that a property's name can be sent, and isn't the name of a part that all requests share.
    private mutating func checkCommon(_ property: InputProperties.Property, _ name: String) {
        let key = property.key
        switch property.place {
        case .query where api.queryNames.contains(name):
            add("`\(key)` maps to \(Self.title(.query, name)), but every request already contains that query item")
        case .header where api.fields.contains(name.lowercased()):
            add("`\(key)` maps to \(Self.title(.header, name)), but every request already contains that field")
        case .header where ["host", "content-length", "transfer-encoding"].contains(name.lowercased()):
            add("`\(key)` maps to \(Self.title(.header, name)), but the transport sets that field")
        case .header where !name.isToken:
            add("`\(key)` isn't a valid header field name")
        case .cookie where !name.isToken:
            add("`\(key)` isn't a valid cookie name")
        case .cookie where api.fields.contains("cookie"):
            add("`\(key)` is a cookie, but every request already contains the header field Cookie")
        default: break
        }
    }

    private func wireName(of property: InputProperties.Property) -> String? {
        switch property.place {
        case .path: scheme.placeholder(for: property.key, coding: coding)
        case .header: WrapperName.field(property.key).rawValue
        case .query, .bodyField, .cookie: coding.keys.wireName(of: property.key)
        case .body, .status, .failureBody, .nested, .unsent: nil
        }
    }

    private static func title(_ place: MessagePlace, _ name: String) -> String {
        switch place {
        case .path: "the placeholder `\(name)`"
        case .query: "`\(name)` in the query"
        case .header: "the header field \(name)"
        case .cookie: "the cookie \(name)"
        default: "`\(name)` in the body"
        }
    }
}
