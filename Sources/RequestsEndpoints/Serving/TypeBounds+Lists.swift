import Foundation
import Requests

// Lists that are too long, found without decoding them.
extension TypeBounds {
    /// The names of the properties in a body, in their order, by type.
    private typealias WireNames = [ObjectIdentifier: [[UInt8]]]

    /// Finds the first list in a body that has too many elements.
    ///
    /// - Parameters:
    ///   - body: The body, in JSON.
    ///   - keys: The names of the properties in the body.
    /// - Returns: The violation; `nil` if there is none, or if it can be found only by decoding.
    func longList(in body: Data, keys: Coding.KeyStyle) -> Violation? {
        guard hasListLimits else { return nil }
        // Once for the body, because a list may have many elements of a type.
        let names = forms.mapValues { form in
            guard case .properties(let properties) = form else { return [[UInt8]]() }
            return properties.map { Array(keys.wireName(of: $0.key).utf8) }
        }
        var found: Violation?
        func begin(_ body: UnsafeBufferPointer<UInt8>) {
            var scan = ListScan(body)
            if case .properties(let properties)? = forms[root],
                let property = properties.first(where: { $0.place == .body })
            {
                _ = search(&scan, property, names, &found)
            } else {
                _ = search(&scan, root, names, &found)
            }
        }
        body.withUnsafeBytes { $0.withMemoryRebound(to: UInt8.self, begin) }
        return found
    }

    /// Reads a value of a type; returns `false` at a list that is too long, and at malformed JSON.
    private func search(
        _ scan: inout ListScan, _ type: ObjectIdentifier, _ names: WireNames, _ found: inout Violation?
    ) -> Bool {
        var violation: Violation?
        let goesOn: Bool
        switch (scan.peek(), forms[type]) {
        case (UInt8(ascii: "["), .elements(let element)):
            goesOn = scan.list { scan, index in
                let goesOn = search(&scan, element, names, &violation)
                violation = violation?.below(WireKey("\(index)", intValue: index))
                return goesOn
            }
        case (UInt8(ascii: "{"), .members(let types)):
            goesOn = scan.object { scan, name in
                guard let type = types.first else { return scan.skip() }
                let goesOn = search(&scan, type, names, &violation)
                violation = violation?.below(WireKey(String(decoding: name, as: UTF8.self)))
                return goesOn
            }
        case (UInt8(ascii: "{"), .properties(let properties)):
            let known = names[type] ?? []
            goesOn = scan.object { scan, name in
                guard let index = known.firstIndex(where: { $0.elementsEqual(name) }) else { return scan.skip() }
                return search(&scan, properties[index], names, &violation)
            }
        default:
            return scan.skip()
        }
        found = violation
        return goesOn
    }

    private func search(
        _ scan: inout ListScan, _ property: Property, _ names: WireNames, _ found: inout Violation?
    ) -> Bool {
        guard let type = property.type else { return scan.skip() }
        guard let range = property.bounds?.itemCount, scan.peek() == UInt8(ascii: "[") else {
            let goesOn = search(&scan, type, names, &found)
            found = found?.inside(property)
            return goesOn
        }
        var violation: Violation?
        let element = if case .elements(let element)? = forms[type] { element } else { nil as ObjectIdentifier? }
        let goesOn = scan.list { scan, index in
            if index >= range.upperBound, let issue = BoundIssue(index + 1, 0...range.upperBound, "element") {
                violation = Violation(path: [], property: (property.key, property.place), issue: issue)
                return false
            }
            guard let element else { return scan.skip() }
            var inner: Violation?
            let goesOn = search(&scan, element, names, &inner)
            violation = inner?.below(WireKey("\(index)", intValue: index)).inside(property)
            return goesOn
        }
        found = violation
        return goesOn
    }
}
