/// The paths of an origin to which the same credentials are sent (RFC 9110, section 11.5).
package struct ProtectionSpace: Hashable, Sendable {
    private let paths: [String]

    /// Makes the space of Basic: the folder of the message, and everything below it (RFC 7617, section 2.2).
    init(folderOf request: OutgoingRequest) {
        let path = Self.path(of: request.target)
        paths = [String(path[...(path.lastIndex(of: "/") ?? path.startIndex)])]
    }

    /// Makes the space of Digest from the server's list (RFC 7616, section 3.3, `domain`).
    ///
    /// - Parameters:
    ///   - domain: The URLs, separated by spaces; `nil` or empty for the whole origin. URLs of other origins are
    ///     ignored.
    ///   - request: The message that the server refused.
    package init(domain: String?, of request: OutgoingRequest) {
        let list = domain?.split(separator: " ") ?? []
        let origin = Array(request.urlText.utf8)
        let listed: [String] = list.compactMap { text in
            guard let url = URLReference(String(text))?.resolved(against: request.urlText),
                URLText.haveSameOrigin(Array(url.utf8), origin)
            else { return nil }
            return String(Self.path(of: OutgoingRequest(urlText: url).target))
        }
        paths = list.isEmpty ? ["/"] : listed
    }

    /// Returns the length in bytes of the longest path that contains the message; `nil` if the message is outside the space.
    package func depth(of request: OutgoingRequest) -> Int? {
        let path = Self.path(of: request.target).utf8
        return paths.map(\.utf8).filter { space in
            guard path.starts(with: space) else { return false }
            return space.last == UInt8(ascii: "/") || path.count == space.count
                || path.dropFirst(space.count).first == UInt8(ascii: "/")
        }
        .map(\.count).max()
    }

    private static func path(of target: String) -> Substring {
        target[..<(target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex)]
    }
}
