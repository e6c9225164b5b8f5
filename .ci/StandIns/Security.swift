// A substitute for the parts of Security that the library uses. Nothing in it runs.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AppleFoundation

public final class SecTrust {}

public final class SecCertificate {}

public typealias CFData = NSData
public typealias CFArray = NSArray
public typealias CFError = NSError

public func SecCertificateCreateWithData(_ allocator: AnyObject?, _ data: CFData) -> SecCertificate? { nil }

public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData { NSData() }

@discardableResult
public func SecTrustSetAnchorCertificates(_ trust: SecTrust, _ anchorCertificates: CFArray?) -> Int32 { 0 }

public func SecTrustEvaluateWithError(
    _ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?
) -> Bool { false }

public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? { nil }

public let errSecSuccess: Int32 = 0

extension URLProtectionSpace {
    public var serverTrust: SecTrust? { nil }
}

extension URLCredential {
    public convenience init(trust: SecTrust) { self.init(user: "", password: "", persistence: .none) }
}
