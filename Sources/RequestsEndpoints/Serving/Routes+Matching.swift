import Requests

extension Routes {
    /// Returns whether a route matches a request.
    package func matches(_ request: IncomingRequest) -> Bool {
        if case .found? = route(of: request) { true } else { false }
    }

    /// Finds the route for a request; `nil` if the request's path is not UTF-8.
    private func route(of request: IncomingRequest) -> RouteTable.Result? {
        Self.segments(of: request).map { table.route(request.method, $0) }
    }

    /// Returns the declared path of a request's route; `nil` if no route matches.
    func path(of request: IncomingRequest) -> String? {
        guard case .found(let match)? = route(of: request) else { return nil }
        return "/" + match.segments.map(\.text).joined(separator: "/")
    }

    /// Returns whether a route matches the path of a request, whatever the method.
    package func hasRoute(for request: IncomingRequest) -> Bool {
        switch route(of: request) {
        case nil, .nothing?: false
        case .found?, .otherMethods?: true
        }
    }

    /// Returns whether the path of a request equals the routes' path, or is below it.
    ///
    /// The rest of the request's path need not be UTF-8, because the routes respond to a malformed path with an error.
    package func areAbove(_ request: IncomingRequest) -> Bool {
        let path = request.path
        guard path.hasPrefix("/") else { return false }
        let segments = Self.rawSegments(of: path[...])
        return segments.count >= prefix.count
            && zip(prefix, segments).allSatisfy { segment, raw in
                PercentEncoding.text(of: raw).map { segment.values(in: $0) != nil } ?? false
            }
    }

    /// Returns the segments of a request's path, percent-decoded and without empty ones; `nil` if the path is not UTF-8.
    static func segments(of request: IncomingRequest) -> [String]? {
        request.withPathAndQuery { path, _ -> [String]? in
            var segments: [String] = []
            segments.reserveCapacity(8)
            var start = 0
            while start < path.count {
                let end = path.nextPosition(of: UInt8(ascii: "/"), from: start)
                if end > start {
                    guard let text = PercentEncoding.text(of: path.part(start..<end)) else { return nil }
                    segments.append(text)
                }
                start = end + 1
            }
            return segments
        }
    }

    private static func rawSegments(of path: Substring) -> [Substring.UTF8View.SubSequence] {
        path.utf8.split(separator: UInt8(ascii: "/"))
    }
}
