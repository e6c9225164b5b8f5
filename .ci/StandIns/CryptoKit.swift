// A substitute for the parts of CryptoKit that the library uses. Nothing in it runs.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Foundation

public protocol Digest: Sequence, Sendable where Element == UInt8 {}

public protocol HashFunction: Sendable {
    associatedtype Digest: CryptoKit.Digest

    init()
    func finalize() -> Digest
}

extension HashFunction {
    public mutating func update(data: some DataProtocol) {}
}

public enum Insecure {
    public struct MD5: HashFunction {
        public init() {}
        public func finalize() -> MD5Digest { MD5Digest() }
    }

    public struct MD5Digest: Digest {
        public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
    }
}

public struct SHA256: HashFunction {
    public init() {}
    public func finalize() -> SHA256Digest { SHA256Digest() }
}

public struct SHA256Digest: Digest {
    public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
}
