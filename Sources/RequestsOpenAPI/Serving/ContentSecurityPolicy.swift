import Foundation
import Requests

/// The policy of a page, which lists everything that a browser may load for it (Content Security Policy Level 3).
struct ContentSecurityPolicy {
    let text: String

    /// Makes the policy of a page that loads a viewer's files, runs one inline script, and sends requests.
    ///
    /// - Parameters:
    ///   - viewer: The viewer.
    ///   - scriptHash: The hash of the script.
    ///   - servers: The servers to which the page may send requests, besides its own.
    init(viewer: OpenAPI.Viewer, scriptHash: String, servers: [OpenAPI.Server]) {
        var origins: [String] = []
        for origin in servers.compactMap({ Self.origin(of: $0.url) }) where !origins.contains(origin) {
            origins.append(origin)
        }
        text = [
            "default-src 'none'", "script-src '\(scriptHash)' \(Self.source(of: viewer.script))",
            "style-src \(Self.source(of: viewer.style))",
            // The viewer uses data: URLs for its icons, and blob: URLs for images in responses.
            "img-src 'self' data: blob:", "connect-src \((["'self'"] + origins).joined(separator: " "))",
            "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        ].joined(separator: "; ")
    }

    /// Returns the origin of an http or https URL, such as `https://example.com:8443`; `nil` for other URLs.
    static func origin(of url: URL) -> String? {
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.host(percentEncoded: true), !host.isEmpty,
            host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"'\";,*".utf8.contains($0) })
        else { return nil }
        let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        return "\(scheme)://\(name)" + (url.port.map { ":\($0)" } ?? "")
    }

    /// Returns the expression that allows only the URL of a file.
    private static func source(of file: String) -> String {
        guard let url = URL(string: file), origin(of: url) != nil else { return "'self'" }
        // These characters end an expression or a directive; browsers decode paths before they compare them.
        return file.replacing(";", with: "%3B").replacing(",", with: "%2C")
    }
}
