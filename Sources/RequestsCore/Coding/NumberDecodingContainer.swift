/// A single-value container that reads all integer types with one function, and all floating-point types with another.
package protocol NumberDecodingContainer: SingleValueDecodingContainer {
    func integer<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws -> Number
    func float<Number: BinaryFloatingPoint & LosslessStringConvertible & Decodable>(
        _ type: Number.Type
    ) throws -> Number
}

extension NumberDecodingContainer {
    package func decode(_ type: Double.Type) throws -> Double { try float(type) }
    package func decode(_ type: Float.Type) throws -> Float { try float(type) }
    package func decode(_ type: Int.Type) throws -> Int { try integer(type) }
    package func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
    package func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
    package func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
    package func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
    package func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
    package func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
    package func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
    package func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
    package func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
    package func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
    package func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }
}
