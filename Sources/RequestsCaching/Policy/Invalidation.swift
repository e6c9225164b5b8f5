import Foundation
import Requests

/// The entries that an unsafe request invalidates (RFC 9111, section 4.4).
enum Invalidation {
    /// Returns the keys that a response to an unsafe request invalidates.
    ///
    /// An error response invalidates nothing.
    static func keys(after head: ResponseHead, to key: CacheKey) -> [CacheKey] {
        guard 200..<400 ~= head.status.rawValue else { return [] }
        let others = [HeaderField.Name.location, .contentLocation].compactMap { target(of: $0, in: head, at: key) }
        return [key] + others.filter { $0 != key && $0.hasOrigin(of: key) }
    }

    /// Returns the key of the URL in a field, resolved against the URL of the request.
    static func target(of name: HeaderField.Name, in head: ResponseHead, at key: CacheKey) -> CacheKey? {
        guard let text = head.header[name] else { return nil }
        let resolved = ResponseHead(status: .ok, header: [HeaderField(.location, text)], urlText: key.url).location
        return resolved.map { CacheKey(url: $0.absoluteString) }
    }
}
