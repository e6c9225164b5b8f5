public import Foundation
import Requests
import RequestsEndpoints

extension OpenAPI {
    /// A program that shows a document in a page, with the URL of its files.
    public struct Viewer: Hashable, Sendable {
        /// The URL of the script.
        let script: String
        let scriptIntegrity: String?
        /// The URL of the style sheet.
        let style: String
        let styleIntegrity: String?

        /// Swagger UI 5.33.1 from jsDelivr, a public content delivery network.
        ///
        /// The browser checks the hashes of the script and the style sheet (Subresource Integrity), and loads no other files.
        public static let swaggerUI = Viewer.swaggerUI(
            // To change the version, take the hashes of the two files from their npm release:
            // openssl dgst -sha384 -binary swagger-ui-bundle.js | base64 -w0
            // Also change the version of the PyPI package in `.ci/full`, whose files must have the same hashes.
            at: URL("https://cdn.jsdelivr.net/npm/swagger-ui-dist@5.33.1"),
            scriptIntegrity: "sha384-ZPehFMQommnnuaZ4rpxgkgTT2DKFVp4hZC/7pLit+9Lek9T1YGSo23eHFbvNkXkw",
            styleIntegrity: "sha384-Ov4/wv3j2bmct8cDc5X4ngJZohVPzEmc6uDPH8WeljUxO5vtoykvMEfbu9Vh6RaW")

        /// Makes a Swagger UI viewer that uses your copy of its files.
        ///
        /// ```swift
        /// viewer: .swaggerUI(at: URL("/assets/swagger-ui"))                  // something else serves them
        /// viewer: .swaggerUI(at: URL(filePath: "Public/swagger-ui"))         // the routes serve them
        /// ```
        ///
        /// - Parameters:
        ///   - folder: The URL of the folder with `swagger-ui-bundle.js` and `swagger-ui.css` from the npm package
        ///     `swagger-ui-dist`, version 5: an http or https URL, or a URL relative to the page. From a file URL, the
        ///     files are read once, and the routes serve them below the page.
        ///   - scriptIntegrity: The hash of the script, such as `sha384-…`; `nil` skips the check.
        ///   - styleIntegrity: The hash of the style sheet; `nil` skips the check.
        /// - Returns: The viewer.
        public static func swaggerUI(
            at folder: URL, scriptIntegrity: String? = nil, styleIntegrity: String? = nil
        ) -> Viewer {
            let text = folder.absoluteString
            let base = text.hasSuffix("/") ? text : text + "/"
            return Viewer(
                script: base + "swagger-ui-bundle.js", scriptIntegrity: scriptIntegrity,
                style: base + "swagger-ui.css", styleIntegrity: styleIntegrity)
        }
    }
}

extension OpenAPI.Viewer {
    /// Reads the viewer's files if they are in a local folder.
    ///
    /// - Parameter page: The path of the page.
    /// - Returns: The viewer with the URLs of its files in the page, and the files by their paths.
    /// - Throws: A problem for a file that can't be read.
    func served(
        below page: String
    ) throws(OpenAPIProblems) -> (viewer: Self, files: [(path: String, file: ServedFile)]) {
        guard URL(string: script)?.isFileURL == true else { return (self, []) }
        let name = page.split(separator: "/").last.map(String.init) ?? ""
        var urls: [String] = []
        var served: [(path: String, file: ServedFile)] = []
        for (file, type) in [(script, "text/javascript"), (style, "text/css")] {
            guard let url = URL(string: file), let content = try? Data(contentsOf: url) else {
                let message = "the viewer file \(file) can't be read"
                throw OpenAPIProblems(problems: [OpenAPIProblem(endpoint: "", place: nil, message: message)])
            }
            let path = "\(page)/\(url.lastPathComponent)"
            served.append((path, ServedFile(content, ["Content-Type": "\(type); charset=utf-8"])))
            urls.append("\(name)/\(url.lastPathComponent)")
        }
        let viewer = Self(
            script: urls[0], scriptIntegrity: scriptIntegrity, style: urls[1], styleIntegrity: styleIntegrity)
        return (viewer, served)
    }

    /// The reason why browsers can't load the files; `nil` if they can.
    var problem: String? {
        guard let url = URL(string: script), url.query() == nil, url.fragment() == nil, url.user() == nil else {
            return "the URL of the viewer's files must not contain a query, a fragment or a user name"
        }
        guard url.scheme == nil ? url.host() == nil : ContentSecurityPolicy.origin(of: url) != nil else {
            return "the URL of the viewer's files must be an http or https URL, or relative to the page"
        }
        let hashes = [scriptIntegrity, styleIntegrity].compactMap(\.self)
        guard hashes.allSatisfy({ $0.wholeMatch(of: /sha(256|384|512)-[A-Za-z0-9+\/]+={0,2}/) != nil }) else {
            return "an integrity hash of the viewer must have the form `sha256-…`, `sha384-…` or `sha512-…`"
        }
        return nil
    }
}
