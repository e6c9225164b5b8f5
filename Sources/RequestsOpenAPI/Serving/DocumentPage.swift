import Requests

/// An HTML page that shows a document in a viewer.
struct DocumentPage {
    let html: String
    let header: HeaderFields

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - title: The title of the API.
    ///   - document: The URL of the document, relative to the page.
    ///   - servers: The servers to which the page may send requests, besides its own.
    ///   - viewer: The viewer.
    /// - Throws: A problem with the URL of the viewer's files.
    init(
        title: String, document: String, servers: [OpenAPI.Server], viewer: OpenAPI.Viewer
    ) throws(OpenAPIProblems) {
        if let problem = viewer.problem {
            throw OpenAPIProblems(problems: [OpenAPIProblem(endpoint: "", place: nil, message: problem)])
        }
        let policy = ContentSecurityPolicy(viewer: viewer, scriptHash: Self.scriptHash, servers: servers)
        header = [
            "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy.text,
            "Referrer-Policy": "no-referrer",
        ]
        let (title, document) = (Self.escaped(title), Self.escaped(document))
        html = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title)</title>
            <link rel="icon" href="data:,">
            <link rel="stylesheet" href="\(Self.escaped(viewer.style))"\(Self.integrity(viewer.styleIntegrity))>
            </head>
            <body>
            <div id="viewer" data-document="\(document)">
            <main>
            <h1>\(title)</h1>
            <p id="problem" hidden>The viewer could not be loaded from \(Self.escaped(viewer.script)).</p>
            <noscript><p>The viewer needs JavaScript.</p></noscript>
            <p>The description of this API is in <a href="\(document)">\(document)</a>.</p>
            </main>
            </div>
            <script src="\(Self.escaped(viewer.script))"\(Self.integrity(viewer.scriptIntegrity))></script>
            <script>\(Self.script)</script>
            </body>
            </html>

            """
    }

    /// The script of every page.
    ///
    /// The script reads all values from attributes, so its hash is always the same.
    ///
    /// If the viewer can't be loaded, the page shows a message, and keeps its link to the document. Otherwise the viewer
    /// replaces everything in its element, and adds its own landmarks.
    static let script = """

        if (window.SwaggerUIBundle) {
          const viewer = document.getElementById("viewer");
          const url = new URL(viewer.dataset.document, location.href).href;
          SwaggerUIBundle({ url, domNode: viewer, deepLinking: true, filter: true, validatorUrl: null });
        } else {
          document.getElementById("problem").hidden = false;
        }

        """

    /// The hash of `script` for the page's policy.
    ///
    /// A test compares the hash with the script.
    static let scriptHash = "sha256-G7FGzvmx5cQ0IpCTqJFZRvuTcse30jIAt1ttcXRomgg="

    private static func integrity(_ hash: String?) -> String {
        // A script from another origin is checked only if it is loaded without cookies.
        (hash.map { " integrity=\"\(escaped($0))\"" } ?? "") + " crossorigin=\"anonymous\""
    }

    /// Returns a text with HTML's special characters escaped.
    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
    }
}
