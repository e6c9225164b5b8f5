import Requests
import RequestsEndpoints
import RequestsInspection

/// The problems of the keys and keywords in the `propertySchemas` of a type, and of all types inside it.
struct SchemaProblems {
    private(set) var problems: [String] = []
    private var visited: Set<ObjectIdentifier> = []

    init(of type: any Decodable.Type) { visit(type) }

    private mutating func visit(_ type: any Decodable.Type) {
        guard visited.insert(ObjectIdentifier(type)).inserted else { return }
        let probe = InputProbe()
        _ = probe.value(type)
        switch probe.form {
        case .single(let other)?, .elements(let other)?: visit(other)
        case .keyed?:
            let properties = probe.properties.filter { probe.hasOpenKeys || !$0.isInGroup }
            if !probe.hasOpenKeys, let provider = type as? any PropertySchemaProviding.Type {
                check(provider, properties)
            }
            for property in properties {
                if let key = (property.type as? any AnyDictionary.Type)?.unnamedKey {
                    problems.append(
                        "`\(type).\(property.key)` has keys of the type `\(key)`, which JSON doesn't support: "
                            + "conform `\(key)` to CodingKeyRepresentable")
                }
                visit(property.type)
            }
        case nil: break
        }
    }

    private mutating func check(_ type: any PropertySchemaProviding.Type, _ properties: [TypeShape.Property]) {
        for (key, _) in type.propertySchemas {
            let name = "`\(type).propertySchemas`"
            guard let property = properties.first(where: { $0.key == key }) else {
                problems.append("\(name) contains `\(key)`, which isn't a property")
                continue
            }
            for (keyword, _) in type.keywords(of: key) ?? [:] {
                guard let problem = SchemaKeywords.problem(of: keyword, on: property.type) else { continue }
                problems.append("\(name) contains `\(keyword)` for `\(key)`, but `\(keyword)` \(problem)")
            }
        }
    }
}
