import Foundation
import Requests
import RequestsEndpoints

/// Finds the source of each part of a request.
///
/// It makes the message in stages, each with one more part. The difference between two stages is the effect of that part.
struct Explainer {
    typealias Part = RequestExplanation.Part
    typealias Source = RequestExplanation.Source

    let parts: ExplainedParts
    let showingBody: Bool
    /// Indicates whether the request has no input yet, so that names replace values.
    let isTemplate: Bool

    /// The layers below the chain, the lowest first.
    let layers: [ExplainedParts.Layer]
    /// The message without body, credentials and hooks, which the next stages add; `nil` if the message can't be made.
    let head: OutgoingRequest?
    let withBody: OutgoingRequest?
    let withCredentials: OutgoingRequest?
    /// A message made like `withBody`: parts that differ are random, such as a multipart boundary.
    let withBodyAgain: OutgoingRequest?
    private let final: OutgoingRequest?
    private let error: (any AnyRequestError)?

    init(_ parts: ExplainedParts, showingBody: Bool, isTemplate: Bool = false) {
        self.parts = parts
        self.showingBody = showingBody
        self.isTemplate = isTemplate
        layers =
            parts.layers
            + (parts.endpoint.map {
                let source = Source.endpoint($0.name)
                return [.init(source: source, header: $0.header, options: $0.options, timeout: $0.timeout ?? 60)]
            } ?? [])
        let bare = parts.bare
        head = try? bare.resolve()
        withBody = try? bare.sending(parts.body).resolve()
        withBodyAgain = try? bare.sending(parts.body).resolve()
        // The options come last, because the chain may have set them after the credentials.
        withCredentials = try? bare.sending(parts.body).authenticated(with: parts.credentials)
            .setting(\.self, parts.options).resolve()
        do {
            final = try parts.resolve()
            error = nil
        } catch {
            final = nil
            self.error =
                error as? any AnyRequestError
                ?? TransportError(code: .adaptationFailed, message: "\(type(of: error))", underlyingError: error)
        }
    }

    /// The most complete message that can be made.
    var message: OutgoingRequest? { final ?? withCredentials ?? withBody ?? head }

    var explanation: RequestExplanation {
        RequestExplanation(
            message: title, parts: urlParts + queryParts + headerParts + bodyParts + responseParts + policyParts,
            error: error)
    }

    private var title: String {
        let query = message.map { Self.shownURL(of: $0).drop { $0 != "?" } } ?? ""
        if !isTemplate, let message { return message.description }
        let path = parts.endpoint.map { $0.template.text.prefix { $0 != "?" && $0 != "#" } } ?? shownPath
        let method = parts.method.rawValue
        let isPlain = method.utf8.allSatisfy { 0x21...0x7E ~= $0 }
        return "\(isPlain ? method : method.escapedForDisplay) \(shownBase)\(path)\(query)"
    }

    /// The path of the request, without secrets and query.
    var shownPath: Substring { parts.path.description.prefix { $0 != "?" } }

    /// The base URL, without secrets and query; empty if the path is a whole URL.
    var shownBase: Substring {
        if shownPath.contains("://") { return "" }
        return Self.shownURL(of: OutgoingRequest(urlText: parts.baseURL.absoluteString)).prefix { $0 != "?" }
    }

    /// Returns the URL of a message, without secrets.
    static func shownURL(of message: OutgoingRequest) -> Substring {
        let words = message.description.split(separator: " ", maxSplits: 1)
        return words.count == 2 ? words[1] : ""
    }

    /// Returns whether two stages differ in the fields with a name, unless the body sets a new value each time.
    func differs(_ name: HeaderField.Name, _ one: OutgoingRequest?, _ other: OutgoingRequest?) -> Bool {
        guard let one, let other, withBody?.header[values: name] == withBodyAgain?.header[values: name] else {
            return false
        }
        return one.header[values: name] != other.header[values: name]
    }
}
