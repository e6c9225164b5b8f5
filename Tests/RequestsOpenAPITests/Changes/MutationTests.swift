import Foundation
import Requests
import Testing

@testable import RequestsOpenAPI

/// Changes of each part of a document in turn: the rules must find all of them.
@Suite("Changes of each part of a document") struct MutationTests {
    private func document(_ name: String) throws -> JSONValue.Object {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try OpenAPI(contentsOf: folder.appending(path: "Documents/\(name)")).content
    }

    @Test func `each changed value and each removed member is found`() throws {
        let content = try document("Shop-3.2.json")
        let original = OpenAPI(content: content)
        var missed: [String] = []
        let mutants = Self.mutants(of: .object(content))
        // Every third mutant is tested, because there are many: the others are similar.
        for (path, mutant) in mutants.enumerated().filter({ $0.offset.isMultiple(of: 3) }).map(\.element) {
            guard case .object(let content) = mutant, !Self.isDefault(path) else { continue }
            let changed = OpenAPI(content: content)
            if changed.changes(since: original).isEmpty { missed.append(path) }
        }
        #expect(missed == [])
        #expect(mutants.count > 500)
    }

    @Test func `the same document has no changes`() throws {
        let content = try document("Shop-3.1.json")
        #expect(OpenAPI(content: content).changes(since: OpenAPI(content: content)) == [])
        // Documents in a different order are compared part by part.
        let reversed = OpenAPI.sample(Self.reversed(.object(content)))
        #expect(String(decoding: reversed.data, as: UTF8.self).contains("Shop"))
        #expect(reversed.changes(since: OpenAPI(content: content)) == [])
    }

    @Test(arguments: [.null, 7, [7], ["$ref": "#"], ["$ref": "#/components/schemas/Book"]] as [JSONValue])
    func `a document with a part of another form is read and compared, or is an error`(part: JSONValue) throws {
        let content = try document("Shop-3.2.json")
        let original = OpenAPI(content: content)
        var notes = 0
        var changes = 0
        // Only some of the mutants are tested, because there are many.
        for (index, (_, mutant)) in Self.mutants(of: .object(content), replacing: part).enumerated()
        where index.isMultiple(of: 16) {
            guard let document = try? OpenAPI(checking: mutant) else { continue }
            notes += document.notes.count
            changes += document.changes(since: original).count + original.changes(since: document).count
        }
        #expect(notes > 10 && changes > 100)
    }

    /// Returns whether a change or a removal has no effect, because the member is a default or means nothing.
    private static func isDefault(_ path: String) -> Bool {
        let removed = ["-style", "-explode", "-required", "-type", "-properties"]
        // A path parameter is always required, and `deepObject` has only one form.
        let changed = path.contains("{") && path.hasSuffix("/0/required") || path.hasSuffix("parameters/4/explode")
        // A change of the version only changes the patch version.
        return changed || path == "/openapi" || removed.contains(where: path.hasSuffix)
    }

    private static func reversed(_ value: JSONValue) -> JSONValue {
        guard case .object(let members) = value else { return value }
        return .object(.init(members.reversed().map { (key: $0.key, value: reversed($0.value)) }))
    }

    /// Returns mutants of the value: in each, one part is changed or removed, or one member is replaced by the given
    /// part.
    private static func mutants(
        of value: JSONValue, _ path: String = "", replacing part: JSONValue? = nil
    ) -> [(path: String, value: JSONValue)] {
        var result: [(path: String, value: JSONValue)] = []
        switch value {
        case .null: result.append((path, "null"))
        case .bool(let bool): result.append((path, .bool(!bool)))
        case .number(let number): result.append((path, .number(number == .init(1) ? .init(2) : .init(1))))
        case .string(let text): result.append((path, .string(text + "x")))
        case .array(let elements):
            for index in elements.indices {
                for mutant in mutants(of: elements[index], "\(path)/\(index)", replacing: part) {
                    var copy = elements
                    copy[index] = mutant.value
                    result.append((mutant.path, .array(copy)))
                }
            }
            if !elements.isEmpty { result.append(("\(path)/-\(elements.count)", .array(elements.dropLast()))) }
        case .object(let members):
            for (key, value) in members {
                for mutant in mutants(of: value, "\(path)/\(key)", replacing: part) {
                    var copy = members
                    copy[key] = mutant.value
                    result.append((mutant.path, .object(copy)))
                }
                var without = members
                without[key] = part
                result.append(("\(path)/-\(key)", .object(without)))
            }
        }
        return result
    }
}
