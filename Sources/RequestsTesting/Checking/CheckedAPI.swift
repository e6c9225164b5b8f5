import Foundation
import Requests
import RequestsEndpoints
import RequestsInspection

/// The parts that all requests of an endpoint share, for any input.
struct CheckedAPI {
    let coding: Coding
    /// The names of the header fields that all requests contain, in lower case.
    let fields: [String]
    /// The names of the query items that all requests contain.
    let queryNames: [String]
    /// Indicates whether requests may have a body, because of their method or an option.
    let allowsBody: Bool
    /// Indicates whether segments of the path may be `.` or `..`.
    let allowsDotSegments: Bool

    /// - Parameters:
    ///   - coding: The coding of the API.
    ///   - endpoint: The endpoint. All its requests contain its header fields.
    ///   - baseURL: The base URL. All requests contain its query.
    ///   - header: The fields that the API adds to all requests.
    ///   - query: The query items that the API adds to all requests.
    ///   - options: The options that the API sets for all requests.
    init(
        coding: Coding, endpoint: any DescribedEndpoint, baseURL: URL?, header: HeaderFields, query: [QueryItem],
        options: RequestOptions
    ) {
        self.coding = endpoint.coding(of: coding)
        var options = options
        options.take(over: endpoint.options)
        allowsBody = endpoint.method.definesContent || options.allowsBody
        allowsDotSegments = options.allowsDotSegments
        fields = (Array(header) + Array(endpoint.header)).map { $0.name.rawValue.lowercased() }
        let baseItems = PercentEncoding.items(ofQuery: baseURL?.query(percentEncoded: true) ?? "")
        queryNames = (baseItems + endpoint.template.queryItems).map(\.name) + query.map(\.name)
    }
}
