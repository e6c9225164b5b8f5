import Foundation
import Requests

/// A function that responds to the requests of a route.
struct RouteHandler: Sendable {
    let authentication: AuthenticationRequirement

    /// The heartbeat of streamed responses; `nil` to send no heartbeats.
    var heartbeat: Data?

    /// Responds to a request whose caller and path values are known.
    ///
    /// The limit applies only to the bodies of requests to endpoints.
    let respond: @Sendable (IncomingRequest, _ bodySizeLimit: Int) async throws -> TransportResponse
}

/// The routes of an API, searched by path.
///
/// Literals match before patterns, patterns before placeholders, and placeholders for one segment before placeholders
/// for several segments.
///
/// The routes form a tree of segments, so a look-up depends on the length of the path, not on the number of routes.
///
/// Neither the table nor a handler is generic, because the runtime would look up generic types for each request.
struct RouteTable: Sendable {
    private var nodes = [Node()]

    private struct Node: Sendable {
        var literals: [String: Int] = [:]
        var patterns: [(segment: PathTemplateSegment, node: Int)] = []
        var value: Int?
        var rest: Int?
        var routes: [Route] = []
    }

    private struct Route: Sendable {
        let method: HTTPMethod
        let segments: [PathTemplateSegment]
        let handler: RouteHandler
        /// Indicates whether an equal route replaces this route.
        let isFallback: Bool
    }

    /// A matching route, and the values in the path.
    struct Match {
        let handler: RouteHandler
        let segments: [PathTemplateSegment]
        let values: PathTexts
        /// The method of the route, which can be GET for a HEAD request.
        let method: HTTPMethod
    }

    /// The result of looking up a path.
    enum Result {
        case found(Match)
        /// The path has routes for these methods, but none for the request's method.
        case otherMethods([HTTPMethod])
        case nothing
    }

    /// Adds a route.
    ///
    /// If several routes are equal, the first route that isn't a fallback counts.
    mutating func add(
        _ method: HTTPMethod, _ segments: [PathTemplateSegment], _ handler: RouteHandler, isFallback: Bool = false
    ) {
        var node = 0
        for segment in segments { node = child(of: node, segment) }
        let position = isFallback ? nil : nodes[node].routes.firstIndex(where: \.isFallback)
        nodes[node].routes.insert(
            Route(method: method, segments: segments, handler: handler, isFallback: isFallback),
            at: position ?? nodes[node].routes.endIndex)
    }

    private mutating func child(of node: Int, _ segment: PathTemplateSegment) -> Int {
        let next = nodes.count
        switch segment {
        case .literal(let text):
            if let child = nodes[node].literals[text] { return child }
            nodes[node].literals[text] = next
        case .value:
            if let child = nodes[node].value { return child }
            nodes[node].value = next
        case .rest:
            if let child = nodes[node].rest { return child }
            nodes[node].rest = next
        case .pattern:
            if let child = nodes[node].patterns.first(where: { $0.segment == segment }) { return child.node }
            nodes[node].patterns.append((segment, next))
        }
        nodes.append(Node())
        return next
    }

    /// Finds the route of a request.
    ///
    /// - Parameters:
    ///   - method: The method. A HEAD request falls back to the route for GET.
    ///   - segments: The segments of the path, percent-decoded.
    /// - Returns: The route, or the methods for which the path has routes.
    func route(_ method: HTTPMethod, _ segments: [String]) -> Result {
        var methods: [HTTPMethod] = []
        if let match = match(method, segments, at: 0, 0, &methods) { return .found(match) }
        if method == .head, let match = match(.get, segments, at: 0, 0, &methods) { return .found(match) }
        if methods.isEmpty { return .nothing }
        if methods.contains(.get), !methods.contains(.head) { methods.append(.head) }
        return .otherMethods(Array(Set(methods)).sorted(byText: \.rawValue))
    }

    // The depth of the recursion is limited by the routes, not by the path.
    private func match(
        _ method: HTTPMethod, _ segments: [String], at position: Int, _ node: Int, _ methods: inout [HTTPMethod]
    ) -> Match? {
        guard position < segments.count else {
            for route in nodes[node].routes {
                guard let values = values(route, segments) else { continue }
                if route.method == method {
                    return Match(handler: route.handler, segments: route.segments, values: values, method: method)
                }
                methods.append(route.method)
            }
            return nil
        }
        let segment = segments[position]
        if let child = nodes[node].literals[segment],
            let match = match(method, segments, at: position + 1, child, &methods)
        {
            return match
        }
        for pattern in nodes[node].patterns where pattern.segment.values(in: segment) != nil {
            if let match = match(method, segments, at: position + 1, pattern.node, &methods) { return match }
        }
        if let child = nodes[node].value, !segment.isEmpty,
            let match = match(method, segments, at: position + 1, child, &methods)
        {
            return match
        }
        guard let child = nodes[node].rest else { return nil }
        // The shortest value leaves the most segments to the route's literals.
        for end in (position + 1)...segments.count {
            if let match = match(method, segments, at: end, child, &methods) { return match }
        }
        return nil
    }

    /// Returns the values of a route in the path; `nil` if a value can't be read.
    private func values(_ route: Route, _ segments: [String]) -> PathTexts? {
        var values = PathTexts()
        var position = 0
        for segment in route.segments {
            let text = segments[position]
            position += 1
            switch segment {
            case .literal: break
            case .value(let name): values.append(text, named: name)
            case .pattern: for (name, value) in segment.values(in: text) ?? [] { values.append(value, named: name) }
            case .rest(let name):
                // Only one value of a route spans several segments, so its length follows from the number of other
                // segments.
                let end = position + segments.count - route.segments.count
                guard let rest = PathTemplateSegment.rest(of: segments[(position - 1)..<end]) else { return nil }
                values.append(rest, named: name)
                position = end
            }
        }
        return values
    }
}
