import Foundation
import Requests

/// The encoded values of an enum with raw values.
enum EnumValues {
    /// Returns the JSON of all cases; `nil` if the type doesn't list cases with raw values, or if it isn't `Encodable`.
    static func all(of type: Any.Type, coding: Coding) -> [JSONValue]? {
        guard let type = type as? any CaseIterable.Type, type is any RawRepresentable.Type else { return nil }
        return cases(of: type, coding: coding)
    }

    private static func cases<Value: CaseIterable>(of type: Value.Type, coding: Coding) -> [JSONValue]? {
        var values: [JSONValue] = []
        for value in Value.allCases {
            guard let value = value as? any Encodable, let json = try? JSONValue(encoding: value, coding: coding) else {
                return nil
            }
            values.append(json)
        }
        return values.isEmpty ? nil : values
    }

    static func schema(of values: [JSONValue]) -> JSONValue {
        let types = values.map(SampleSchema.kind)
        guard let type = types.first, types.allSatisfy({ $0 == type }) else { return ["enum": .array(values)] }
        return ["type": .string(type), "enum": .array(values)]
    }
}
