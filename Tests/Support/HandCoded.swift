import Foundation

/// A value that is coded by hand, with every kind of container.
package struct HandCoded: Codable, Hashable, Sendable {
    package var least = Int128.min
    package var most = UInt128.max
    package var single = WideInteger(least: .min)
    package var numbers = WidePair()
    package var holes: [Int?] = [nil, 1]
    package var point = HandPoint(x: 2)
    package var row = HandPoint(x: 3)
    package var rest = [4]
    package var last = WideInteger(least: -5)
    package var parent = HandPoint(x: 6)
    package var base = HandPoint(x: 7)
    package var hasNothing = true
    package var isTagged = false

    /// A key of the user info; if the user info contains a value for it, the tag is also coded.
    package static let tag = CodingUserInfoKey(rawValue: "HandCoded.tag")

    private enum Key: String, CodingKey {
        case least, most, single, numbers, holes, point, rows, base, nothing, tag
    }

    package init() {}

    package init(from decoder: any Decoder) throws {
        let root = try decoder.container(keyedBy: Key.self)
        try WrongPath.check(root.codingPath, decoder.codingPath)
        least = try root.decode(Int128.self, forKey: .least)
        most = try root.decode(UInt128.self, forKey: .most)
        single = try root.decode(WideInteger.self, forKey: .single)
        numbers = try root.decode(WidePair.self, forKey: .numbers)
        var list = try root.nestedUnkeyedContainer(forKey: .holes)
        holes = []
        while !list.isAtEnd { holes.append(try list.decodeNil() ? nil : list.decode(Int.self)) }
        let nested = try root.nestedContainer(keyedBy: HandPoint.CodingKeys.self, forKey: .point)
        point = HandPoint(x: try nested.decode(Int.self, forKey: .x))
        var rows = try root.nestedUnkeyedContainer(forKey: .rows)
        row = HandPoint(
            x: try rows.nestedContainer(keyedBy: HandPoint.CodingKeys.self).decode(Int.self, forKey: .x))
        var inner = try rows.nestedUnkeyedContainer()
        rest = []
        while !inner.isAtEnd { rest.append(try inner.decode(Int.self)) }
        last = try WideInteger(from: rows.superDecoder())
        parent = try HandPoint(from: root.superDecoder())
        base = try HandPoint(from: root.superDecoder(forKey: .base))
        hasNothing = try root.decodeNil(forKey: .nothing)
        isTagged = try Self.isAsked(by: decoder.userInfo) && root.decode(Bool.self, forKey: .tag)
    }

    package func encode(to encoder: any Encoder) throws {
        var root = encoder.container(keyedBy: Key.self)
        try WrongPath.check(root.codingPath, encoder.codingPath)
        try root.encode(least, forKey: .least)
        try root.encode(most, forKey: .most)
        try root.encode(single, forKey: .single)
        try root.encode(numbers, forKey: .numbers)
        var list = root.nestedUnkeyedContainer(forKey: .holes)
        for hole in holes { if let hole { try list.encode(hole) } else { try list.encodeNil() } }
        var nested = root.nestedContainer(keyedBy: HandPoint.CodingKeys.self, forKey: .point)
        try nested.encode(point.x, forKey: .x)
        var rows = root.nestedUnkeyedContainer(forKey: .rows)
        var first = rows.nestedContainer(keyedBy: HandPoint.CodingKeys.self)
        try first.encode(row.x, forKey: .x)
        var inner = rows.nestedUnkeyedContainer()
        for number in rest { try inner.encode(number) }
        try last.encode(to: rows.superEncoder())
        try parent.encode(to: root.superEncoder())
        try base.encode(to: root.superEncoder(forKey: .base))
        if hasNothing { try root.encodeNil(forKey: .nothing) }
        if Self.isAsked(by: encoder.userInfo) { try root.encode(isTagged, forKey: .tag) }
    }

    private static func isAsked(by userInfo: [CodingUserInfoKey: Any]) -> Bool {
        tag.flatMap { userInfo[$0] } != nil
    }
}

/// A value with one property.
package struct HandPoint: Codable, Hashable, Sendable {
    package enum CodingKeys: CodingKey { case x }

    package var x: Int
}

/// An integer of 128 bits, coded as a single value.
package struct WideInteger: Codable, Hashable, Sendable {
    package var least: Int128

    package init(least: Int128) { self.least = least }

    package init(from decoder: any Decoder) throws {
        least = try decoder.singleValueContainer().decode(Int128.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(least)
    }
}

/// An unsigned integer of 128 bits, coded as a single value.
package struct WideCount: Codable, Hashable, Sendable {
    package var most: UInt128

    package init(most: UInt128) { self.most = most }

    package init(from decoder: any Decoder) throws {
        most = try decoder.singleValueContainer().decode(UInt128.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(most)
    }
}

/// Two integers of 128 bits, coded as an array.
package struct WidePair: Codable, Hashable, Sendable {
    package var least = Int128.min
    package var most = UInt128.max

    package init() {}

    package init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        try WrongPath.check(list.codingPath, decoder.codingPath)
        least = try list.decode(Int128.self)
        most = try list.decode(UInt128.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try WrongPath.check(list.codingPath, encoder.codingPath)
        try list.encode(least)
        try list.encode(most)
    }
}

/// The error for a container whose path differs from the expected one.
private struct WrongPath: Error {
    static func check(_ path: [any CodingKey], _ expected: [any CodingKey]) throws {
        guard path.map(\.stringValue) == expected.map(\.stringValue) else { throw WrongPath() }
    }
}
