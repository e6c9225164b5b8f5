import Foundation
import Requests
public import RequestsEndpoints
import RequestsInspection

/// The parts of an explained request, without its generic types.
struct ExplainedParts {
    typealias Source = RequestExplanation.Source

    /// The parts of a request before its chained calls changed them.
    struct Layer {
        let source: Source
        var header = HeaderFields()
        var query: [QueryItem] = []
        var cookies: [WebCookie] = []
        var options = RequestOptions()
        var timeout: TimeInterval = 60
        var cachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
    }

    let baseURL: URL
    let coding: Coding
    var path: URLPath
    let method: HTTPMethod
    var header: HeaderFields
    var query: [QueryItem]
    var cookies: [WebCookie]
    var body: BodyProvider
    let credentials: AuthenticationProvider
    var options: RequestOptions
    let timeout: TimeInterval
    let cachePolicy: URLRequest.CachePolicy
    let acceptableStatus: StatusSet
    let resource: Any.Type
    /// The fields that the decoder adds.
    let decoderHeader: HeaderFields
    /// Indicates whether a property replaces the body of the input.
    var hasOwnBody = false

    var layers: [Layer] = []
    var endpoint: ExplainedEndpoint?
    /// Indicates whether the request is a custom type, which has properties instead of chained calls.
    let isType: Bool
    let resolve: () throws -> OutgoingRequest

    init<R: RequestConvertible>(of request: R, isType: Bool = true) {
        baseURL = request.baseURL
        coding = request.coding
        path = request.endpoint
        method = request.method
        header = request.header
        query = request.queryItems
        cookies = request.cookies
        body = request.bodyProvider
        credentials = request.authenticationProvider
        options = request.options
        timeout = request.timeoutInterval
        cachePolicy = request.cachePolicy
        acceptableStatus = request.acceptableStatus
        resource = R.Resource.self
        let probe = Request(api: AnonymousProvider("http://localhost"), endpoint: "", method: .get)
        decoderHeader = (try? probe.receiving(request.responseDecoder).resolve().header) ?? []
        self.isType = isType
        resolve = { try request.resolve() }
    }

    /// Returns the source of a part that has no other explanation.
    func rest(_ property: String) -> Source { isType ? .property(property) : .chain }

    /// The request without its body, its credentials and its hooks.
    var bare: Request<AnonymousProvider, Void> {
        var request = Request(
            api: AnonymousProvider(baseURL: baseURL, coding: coding), endpoint: path, method: method
        )
        .with(header: header).with(query: query).adding(cookies: cookies).setting(\.self, options)
        if !header.contains(.accept) { request = request.adding(headerFields: decoderHeader) }
        return request
    }
}

/// A request with layers below its chained calls.
protocol LayeredRequest {
    var explainedParts: ExplainedParts { get }
}

extension Request: LayeredRequest {
    var explainedParts: ExplainedParts {
        var parts = ExplainedParts(of: self, isType: false)
        let shared = api.request(to: declaredPath == nil ? endpoint : "", using: method)
        parts.layers = [
            ExplainedParts.Layer(
                source: .apiDefault, header: shared.header, query: shared.queryItems, cookies: shared.cookies,
                options: shared.options, timeout: shared.timeoutInterval, cachePolicy: shared.cachePolicy)
        ]
        guard let declaredPath else { return parts }
        let same = DeclaredEndpoint.all(in: api).filter {
            $0.endpoint.template.text == declaredPath && $0.endpoint.method == method
        }
        let declared = same.first { $0.endpoint.resultType == Resource.self } ?? same.first
        let other = Endpoint<Void, Void>(method, declaredPath)
        parts.endpoint = ExplainedEndpoint(
            declared?.endpoint ?? other, name: declared?.name ?? other.route, coding: coding)
        return parts
    }
}

/// An API whose only endpoint is an `EndpointRequest`.
private struct DeclaringAPI<R: EndpointRequest>: RequestProviding {
    let baseURL: URL
    let coding: Coding
    let declaration: Endpoint<R, R.Resource>
}

extension EndpointRequest {
    var explainedParts: ExplainedParts {
        var parts = ExplainedParts(of: self)
        parts.layers = [
            ExplainedParts.Layer(source: .property("header"), header: header),
            ExplainedParts.Layer(source: .property("queryItems"), query: queryItems),
            ExplainedParts.Layer(source: .property("cookies"), cookies: cookies),
        ]
        let api = DeclaringAPI(baseURL: baseURL, coding: coding, declaration: Self.declaration)
        let declared = api.request(\.declaration, self)
        parts.endpoint = ExplainedEndpoint(Self.declaration, name: "\(Self.self)", input: self, coding: coding)
        parts.header.append(contentsOf: declared.header)
        parts.query += declared.queryItems
        parts.cookies += declared.cookies
        parts.hasOwnBody = parts.body.description != BodyProvider.none.description
        if !parts.hasOwnBody { parts.body = declared.bodyProvider }
        parts.options = declared.options
        parts.options.take(over: options)
        return parts
    }
}
