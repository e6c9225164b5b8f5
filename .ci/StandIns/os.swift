// A substitute for the parts of the module os that the library uses. Nothing in it runs.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public struct Logger: Sendable {
    public func log(level: OSLogType, _ message: OSLogMessage) {}
}

public struct OSLogType: Equatable, RawRepresentable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let `default` = OSLogType(rawValue: 0)
    public static let info = OSLogType(rawValue: 1)
    public static let debug = OSLogType(rawValue: 2)
    public static let error = OSLogType(rawValue: 16)
}

public struct OSLogMessage: ExpressibleByStringInterpolation {
    public struct StringInterpolation: StringInterpolationProtocol {
        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: String) {}
        public mutating func appendInterpolation(_ text: @autoclosure @escaping () -> String, privacy: OSLogPrivacy) {}
    }

    public init(stringInterpolation: StringInterpolation) {}
    public init(stringLiteral: String) {}
}

public struct OSLogPrivacy: Sendable {
    public static var `public`: OSLogPrivacy { OSLogPrivacy() }
}

public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    public init(uncheckedState: State) {}
    public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R { fatalError() }
}
